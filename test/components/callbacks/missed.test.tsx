import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ResentMessage } from '../../../preload/contract/callback-resending.ts';
import { retriedFor } from '../../../preload/contract/callbacks.ts';
import { bothSchemes, expectAccessible } from '../access.ts';
import { idOf } from '../cases.ts';
import { newEnvironment, signingKey } from '../environments.ts';
import type { Replies } from '../fake-bridge.ts';
import { openWindow } from '../window.tsx';
import { button, FakeInbox, openInbox } from './fake-inbox.ts';

const openMissed = async (replies: Replies) => {
  const opened = await openInbox(new FakeInbox(), replies);
  await page.getByRole('tab', { name: 'Missed' }).click();
  return opened;
};
const ended = { conversationId: idOf(1), event: 'FINISHED', seenAt: Date.now() } as const;

test('cases without a callback say for how long it may still come, and lead to sending it', async () => {
  const hour = 3_600_000;
  await openInbox(new FakeInbox(), {
    'callbacks.missed': () => ({
      isCut: false,
      missed: [
        { conversationId: idOf(1), event: 'FINISHED', seenAt: Date.now() - retriedFor + 5.5 * hour },
        { conversationId: idOf(2), event: 'EXPIRED', seenAt: Date.now() - retriedFor - hour },
      ],
    }),
    'callbacks.sendChoices': () => ({
      templates: [],
      encodings: [{ id: 'compact', title: 'Compact' }],
      faults: [],
      retryGaps: [0],
      events: [{ target: 'CONVERSATION', event: 'EXPIRED' }],
    }),
  });
  await page.getByRole('tab', { name: 'Missed' }).click();
  const rowOf = (number: number) =>
    page.getByRole('table', { name: 'Missed callbacks' }).getByRole('row').nth(number);
  await expect.element(rowOf(1).getByText('About 5 hours')).toBeVisible();
  await expect.element(rowOf(2).getByText('Perhaps none')).toBeVisible();
  await expectAccessible(bothSchemes);
  await button(`Send about ${idOf(2)}`).click();
  await expect.element(page.getByRole('textbox', { name: 'Conversation id' })).toHaveValue(idOf(2));
  await expect.element(page.getByRole('combobox', { name: 'Event' })).toHaveValue('CONVERSATION EXPIRED');
});

test('nothing is said of all cases if not all were looked through', async () => {
  await openMissed({ 'callbacks.missed': () => ({ missed: [], isCut: true }) });
  await expect.element(page.getByText('Each of the newest 5,000 cases that ended')).toBeVisible();
});

test('a list that does not name all missed callbacks says so', async () => {
  await openMissed({ 'callbacks.missed': () => ({ missed: [ended], isCut: true }) });
  await expect.element(page.getByText('At least 1 case without a callback')).toBeVisible();
  await expect.element(page.getByText('There may be older ones')).toBeVisible();
});

test('the log of the receiver is added, and what it names is missed no more', async () => {
  let missed = [ended];
  const inbox = new FakeInbox();
  const { bridge } = await openMissed({
    'callbacks.missed': () => ({ missed, isCut: false }),
    'callbacks.add': (input, context) => {
      missed = [];
      const added = inbox.replies()['callbacks.add']?.(input, context);
      return { added: [], ...added, notes: ['Only the first 2,000 requests in it were read.'] };
    },
  });
  await button('Add your receiver’s log').click();
  await page.getByRole('textbox', { name: 'Request' }).fill('2026-01-15 INFO received {}');
  await button('Add').click();
  await expect.element(page.getByText('No missed callbacks')).toBeVisible();
  await expect
    .element(page.getByText('1 callback of the log added to the inbox. Only the first 2,000 requests'))
    .toBeVisible();
  expect(bridge.inputs('callbacks.add')).toMatchObject([{ from: 'pasted' }]);
});

test('a script that reads and sends each is copied without a secret', async () => {
  await openMissed({ 'callbacks.missed': () => ({ missed: [ended], isCut: false }) });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await button('Copy as a script').click();
  await expect.poll(() => write.mock.calls[0]?.[0]).toContain(`repair '${idOf(1)}' FINISHED`);
  write.mockRestore();
});

test('messages since a time are listed, sent at a pace, stopped, and the rest sent', async () => {
  const message = (number: number): ResentMessage => ({
    callback: number,
    conversationId: idOf(number),
    target: 'CONVERSATION',
    event: 'FINISHED',
    occurredAt: '2026-01-15T12:00:00Z',
  });
  const url = 'http://127.0.0.1:8080/callback';
  const outcome = (status: number) =>
    ({
      url,
      at: '2026-01-15T13:00:00Z',
      isAccepted: status === 200,
      answer: { kind: 'answered', status },
    }) as const;
  let messages: ResentMessage[] = [];
  const stopped = Promise.withResolvers<void>();
  const ours = newEnvironment('ours', { name: 'Ours' }, { signingKeys: [signingKey('main', 'Main')] });
  const replies: Replies = {
    'callbacks.resent': () => ({ messages, isRunning: false }),
    'callbacks.chooseResent': () => {
      messages = [message(1), message(2), message(3)];
      return { messages, isRunning: false, isCut: true };
    },
    'callbacks.resend': async (_input, { progress }) => {
      const place = messages.findIndex((one) => one.outcome === undefined);
      for (const [index, status] of [200, 500].entries()) {
        messages = messages.map((one, at) =>
          at === place + index ? { ...one, outcome: outcome(status) } : one,
        );
        progress({ place: place + index, outcome: outcome(status) });
      }
      await stopped.promise;
      return { messages, isRunning: false };
    },
    'callbacks.stopResending': () => {
      stopped.resolve();
      return {};
    },
  };
  const { bridge } = await openWindow(
    { ...new FakeInbox().replies(), ...replies },
    { hash: '#/callbacks/missed', environments: [ours] },
  );
  await page.getByLabelText('Since').fill('2026-01-15T10:00');
  // Also incomplete ones, which are not “Genuine”.
  await expect
    .element(
      page.getByRole('checkbox', { name: 'Callbacks of the inbox with a valid signature that came in time' }),
    )
    .toBeChecked();
  await page.getByRole('checkbox', { name: 'Cases without a callback' }).click();
  await button('List messages').click();
  expect(bridge.inputs('callbacks.chooseResent')).toEqual([
    { environmentId: 'ours', since: new Date(2026, 0, 15, 10).getTime(), inbox: true, missed: false },
  ]);
  await expect.element(page.getByText('There may be more since then')).toBeVisible();
  await page.getByRole('textbox', { name: 'At most per second' }).fill('5');
  await button('Send 3 messages').click();
  const rowOf = (number: number) =>
    page.getByRole('table', { name: 'Messages to send again' }).getByRole('row').nth(number);
  await expect.element(rowOf(1).getByText('200')).toBeVisible();
  await expect.element(rowOf(2).getByText('500')).toBeVisible();
  await expect.element(rowOf(3).getByText('Not sent')).toBeVisible();
  await button('Stop').click();
  await expect.element(page.getByText('3 messages: 1 accepted, 1 not accepted, 1 not sent.')).toBeVisible();
  await expect.element(button('Send the other 2')).toBeEnabled();
  await expectAccessible(bothSchemes);
  expect(bridge.inputs('callbacks.resend')).toMatchObject([{ url, perSecond: 5, keyId: 'main' }]);
});

test('a run that began before the window was reloaded is followed and stopped, and keeps its receiver as long as it is said to', async () => {
  const message = { callback: 1, conversationId: idOf(1), occurredAt: '2026-01-15T12:00:00Z' };
  const url = 'http://127.0.0.1:9999/ours';
  const answer = { kind: 'answered', status: 500 } as const;
  const outcome = { url, at: '2026-01-15T13:00:00Z', isAccepted: false, answer };
  const list = { messages: [{ ...message, outcome }, message], isRunning: true };
  await openMissed({
    'cases.status': () => ({ storage: 'memory', notices: [], total: 0 }),
    'callbacks.missed': () => ({ missed: [], isCut: false }),
    'callbacks.resent': () => ({ ...list }),
    'callbacks.stopResending': () => {
      list.isRunning = false;
      return {};
    },
  });
  await expect.element(page.getByText('0 of 2')).toBeVisible();
  await expect
    .element(page.getByText('The messages sent are remembered until the console closes'))
    .toBeVisible();
  await button('Stop').click();
  await expect.element(button('Send 2 messages')).toBeVisible();
  // The rest goes to the same receiver.
  await expect.element(page.getByRole('textbox', { name: 'Receiver' })).toHaveValue(url);
});
