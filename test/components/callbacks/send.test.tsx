import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MessageTemplate } from '../../../preload/contract/callback-resending.ts';
import type { SendAttempt } from '../../../preload/contract/callback-sending.ts';
import { expectAccessible } from '../access.ts';
import { newEnvironment, signingKey } from '../environments.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { expectMissing } from '../forms.ts';
import { type OpenedWindow, openWindow } from '../window.tsx';
import { bodyOf, button, details, FakeInbox, newCallback, row } from './fake-inbox.ts';

const result = page.getByRole('region', { name: 'Answer of the receiver' });
const receiver = page.getByRole('textbox', { name: 'Receiver' });
const send = button('Send');
const bytesOf = (text: string) => new TextEncoder().encode(text);
const attempts = () => result.getByRole('tab', { name: 'Attempts' }).click();

function answered(number: number, status: number, change: Partial<SendAttempt> = {}): SendAttempt {
  return {
    number,
    at: '2026-01-15T12:00:00Z',
    simulatedMs: 0,
    sent: [['X-Signature', 'ab'.repeat(32)]],
    ms: 12,
    isAccepted: status < 300,
    answer: {
      kind: 'answered',
      status,
      headers: [['X-Reason', 'because']],
      body: 'its body',
      isComplete: true,
    },
    ...change,
  };
}

const answering = (...attempts: SendAttempt[]): Replies => ({
  'callbacks.send': ({ url }, { progress }) => {
    for (const attempt of attempts) {
      progress(attempt);
    }
    return { url, ip: '127.0.0.1', body: bytesOf('{}'), attempts };
  },
});

const choices: Replies = {
  'callbacks.sendChoices': () => ({
    templates: [
      { id: 'finished', title: 'Finished', target: 'CONVERSATION', event: 'FINISHED' },
      { id: 'expired', title: 'Expired', target: 'CONVERSATION', event: 'EXPIRED' },
    ],
    encodings: [
      { id: 'compact', title: 'Compact' },
      { id: 'indented', title: 'Indented' },
    ],
    faults: [{ id: 'old', title: 'Timestamp too old', rule: '6.4, rule 1' }],
    events: [{ target: 'CONVERSATION', event: 'NEW_DATA' }],
    retryGaps: [0, 60_000],
  }),
};

function openSend(replies: Replies = {}, keys = [signingKey('main', 'Main')]): Promise<OpenedWindow> {
  const ours = newEnvironment('ours', { name: 'Ours' }, { signingKeys: keys });
  return openWindow(
    { ...new FakeInbox([newCallback(1)]).replies(), ...choices, ...replies },
    { hash: '#/callbacks/send', environments: [ours] },
  );
}

async function choose(field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option }).click();
}

const invalid = () => choose('Fault', 'Timestamp too old (6.4, rule 1)');

test('Enter in the address sends what the form holds, and the answer is shown', async () => {
  const { bridge } = await openSend(answering(answered(1, 204)));
  await expect.element(result.getByText('Nothing sent yet')).toBeVisible();
  await choose('Template', 'Expired');
  await choose('JSON format', 'Indented');
  await page.getByRole('checkbox', { name: /^Add random unknown fields/ }).click();
  await page.getByRole('textbox', { name: 'Duplicates' }).fill('1');
  await receiver.fill('http://127.0.0.1:5000/callbacks');
  await userEvent.keyboard('{Enter}');
  await expect.element(result.getByText('The service would count this callback as delivered.')).toBeVisible();
  await expect.element(result.getByText('its body')).toBeVisible();
  await expect.element(result.getByText('X-Reason')).toBeVisible();
  await result.getByRole('tab', { name: 'Headers' }).click();
  await expect.element(result.getByText('X-Signature')).toBeVisible();
  await attempts();
  await expect.element(result.getByRole('cell', { name: '204', exact: true })).toBeVisible();
  expect(bridge.inputs('callbacks.send')).toEqual([
    {
      environmentId: 'ours',
      url: 'http://127.0.0.1:5000/callbacks',
      keyId: 'main',
      what: { kind: 'template', templateId: 'expired', conversationId: 'test-conversation-1' },
      encoding: 'indented',
      unknownMembers: true,
      bytes: 0,
      duplicates: 1,
    },
  ]);
  await expectAccessible();
});

test.each([
  ['valid', 500, 'Only 200, 201, 202 and 204 count as delivered: the service would try again.'],
  ['invalid', 401, 'The receiver rejected the invalid message, as it must.'],
  ['invalid', 204, 'The receiver must reject this message, and accepted it.'],
  ['invalid', 500, 'The receiver failed instead of rejecting the invalid message. Answer 400 or 401.'],
])('a message that is %s and answered %i', async (kind, status, text) => {
  await openSend(answering(answered(1, status)));
  if (kind === 'invalid') {
    await invalid();
  }
  await send.click();
  await expect.element(result.getByText(text)).toBeVisible();
});

test.each([
  ['no-answer-in-time', 'No answer within 30 seconds'],
  ['refused', 'Nothing listens at this address'],
  ['closed', 'The connection was closed without an answer'],
  ['certificate', 'The certificate is not trusted'],
] as const)('a receiver that does not answer: %s', async (reason, text) => {
  await openSend(
    answering(answered(1, 0, { isAccepted: false, answer: { kind: 'none', reason, code: 'ECODE' } })),
  );
  await send.click();
  await expect.element(result.getByText('The service would try again.')).toBeVisible();
  await expect.element(result.getByText(`${text} (ECODE).`)).toBeVisible();
});

test('retries are listed with their times, and each can be opened', async () => {
  const { bridge } = await openSend(
    answering(answered(1, 500), answered(2, 503, { simulatedMs: 4 * 24 * 3_600_000 })),
  );
  await page.getByRole('checkbox', { name: /^Retry as the service does/ }).click();
  await choose('Retry clock', 'All at once');
  await send.click();
  await attempts();
  await expect.element(result.getByText('+ 4 days')).toBeVisible();
  await expect.element(result.getByRole('heading', { name: 'Test callback, attempt 2' })).toBeVisible();
  await result.getByRole('button', { name: 'Show attempt 1' }).click();
  await expect.element(result.getByRole('heading', { name: 'Test callback, attempt 1' })).toBeVisible();
  expect(bridge.inputs('callbacks.send')).toMatchObject([{ retries: { speed: 100_000_000 } }]);
});

test('Stop keeps the attempts so far', async () => {
  const first = answered(1, 500);
  await openSend({
    'callbacks.send': async ({ url }, { signal, progress }) => {
      progress(first);
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { url, ip: '127.0.0.1', body: bytesOf('{}'), attempts: [first] };
    },
  });
  await send.click();
  await attempts();
  await expect.element(result.getByRole('cell', { name: '500', exact: true })).toBeVisible();
  await button('Stop').click();
  await expect.element(send).toBeEnabled();
  await expect.element(result.getByRole('cell', { name: '500', exact: true })).toBeVisible();
});

test('a public address must be confirmed', async () => {
  const { bridge } = await openSend({
    'callbacks.send': failing({
      code: 'invalid-input',
      message: 'Nothing was sent: 203.0.113.7 is public.',
      details: { problem: 'public', ip: '203.0.113.7' },
    }),
  });
  await send.click();
  await expect.element(result.getByText('Nothing was sent: 203.0.113.7 is public.')).toBeVisible();
  bridge.answer(answering(answered(1, 200)));
  await result.getByRole('button', { name: 'Send to 203.0.113.7 anyway' }).click();
  await attempts();
  await expect.element(result.getByRole('cell', { name: '200', exact: true })).toBeVisible();
  expect(bridge.inputs('callbacks.send').map(({ confirmedIp }) => confirmedIp)).toEqual([
    undefined,
    '203.0.113.7',
  ]);
});

test('without a signing key nothing can be sent, and a button leads to where one is added', async () => {
  await openSend({}, []);
  await expectMissing(send, 'Paste the key to sign with.');
  await button('Add a signing key').click();
  await expect.poll(() => location.hash).toContain('settings');
});

test('a received callback is sent again to a receiver', async () => {
  const { bridge } = await openSend(answering(answered(1, 200)));
  await page.getByRole('tab', { name: 'Inbox' }).click();
  await row(0).click();
  await details.getByRole('button', { name: 'Resend' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Body' })).toHaveValue(bodyOf(newCallback(1)));
  await page
    .getByRole('textbox', { name: 'Headers' })
    .fill('X-Signature: {signature}\nX-Signature-Timestamp: 1760000000000');
  await send.click();
  await expect
    .poll(() => bridge.inputs('callbacks.send').at(-1)?.what)
    .toMatchObject({
      kind: 'message',
      body: bytesOf(bodyOf(newCallback(1))),
      conversationId: newCallback(1).conversationId,
    });
});

test('a message is shown and edited before it is sent, and signed with a key pasted for it only', async () => {
  const { bridge } = await openSend({
    ...answering(answered(1, 200)),
    'callbacks.prepare': () => ({
      body: bytesOf('{"id":"1"}'),
      conversationId: 'c-1',
      target: 'CONVERSATION',
      event: 'FINISHED',
    }),
  });
  await button('Show and edit body and headers').click();
  const body = page.getByRole('textbox', { name: 'Body' });
  await expect.element(body).toHaveValue('{"id":"1"}');
  await body.fill('{"id":"2"}');
  await page.getByLabelText('Another key, for this message only').fill('another-key');
  await expectAccessible();
  await send.click();
  await expect
    .poll(() => bridge.inputs('callbacks.send').at(-1))
    .toMatchObject({
      pastedKey: 'another-key',
      what: { kind: 'message', body: bytesOf('{"id":"2"}'), conversationId: 'c-1', target: 'CONVERSATION' },
      headers: [
        ['Content-Type', 'application/json;charset=UTF-8'],
        ['X-Signature', '{signature}'],
        ['X-Signature-Timestamp', '{now}'],
      ],
    });
});

test('a body with line ends that a field would change is sent byte for byte', async () => {
  const body = bytesOf('{\r\n"id":"1"}');
  const { bridge } = await openSend({
    ...answering(answered(1, 200)),
    'callbacks.prepare': () => ({
      body,
      conversationId: 'c-1',
      target: 'CONVERSATION',
      event: 'FINISHED',
    }),
  });
  await button('Show and edit body and headers').click();
  await expect.element(page.getByText(/, 12 bytes, sent byte for byte\.$/)).toBeVisible();
  expect(page.getByRole('textbox', { name: 'Body' }).query()).toBeNull();
  await send.click();
  await expect.poll(() => bridge.inputs('callbacks.send').at(-1)).toMatchObject({ what: { body } });
});

test('the listener of the console is offered as receiver, also while it is off', async () => {
  await openSend({
    'callbacks.listener': () => ({
      environmentId: 'ours',
      answer: { kind: 'verify' },
      received: 0,
      refused: 0,
      kept: { address: '127.0.0.1', port: 8790 },
    }),
  });
  await button('Use this console’s listener (off)').click();
  await expect.element(receiver).toHaveValue('http://127.0.0.1:8790/callback');
});

test('a message is kept as a template of one’s own, chosen, renamed and deleted', async () => {
  let templates: MessageTemplate[] = [];
  const { bridge } = await openSend({
    ...answering(answered(1, 204)),
    'callbacks.prepare': () => ({
      body: bytesOf('{"a":1}'),
      conversationId: 'c-1',
      target: 'CONVERSATION',
      event: 'FINISHED',
    }),
    'callbacks.templates': () => ({ templates }),
    'callbacks.saveTemplate': ({ template }) => {
      const id = template.id ?? 'own-1';
      templates = [{ ...template, id }];
      return { id, templates };
    },
    'callbacks.deleteTemplate': () => {
      templates = [];
      return { templates };
    },
  });
  await button('Show and edit body and headers').click();
  await page.getByRole('textbox', { name: 'Body' }).fill('{"a":2}');
  const name = page.getByRole('textbox', { name: 'Template of your own' });
  await name.fill('Mine');
  await button('Save as new').click();
  await expect.element(button('Delete')).toBeVisible();
  await page.getByRole('radiogroup', { name: 'Message' }).getByText('Template').click();
  await choose('Template', 'Mine');
  await expect.element(page.getByRole('textbox', { name: 'Body' })).toHaveValue('{"a":2}');
  await name.fill('Renamed');
  await button('Save').click();
  expect(bridge.inputs('callbacks.saveTemplate').map(({ template }) => template)).toMatchObject([
    { name: 'Mine', body: '{"a":2}', headers: expect.arrayContaining([['X-Signature', '{signature}']]) },
    { id: 'own-1', name: 'Renamed', body: '{"a":2}' },
  ]);
  await send.click();
  expect(bridge.inputs('callbacks.send')).toMatchObject([
    { what: { kind: 'message', body: bytesOf('{"a":2}') } },
  ]);
  await button('Delete').click();
  await expect.poll(() => bridge.inputs('callbacks.deleteTemplate')).toMatchObject([{ templateId: 'own-1' }]);
  await expect.element(name).toHaveValue('');
});
