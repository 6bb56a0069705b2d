import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FakeCases, finished, idOf, newRow } from '../cases.ts';
import { FakeEnvironments } from '../environments/fake-environments.ts';
import { newEnvironment, signingKey } from '../environments.ts';
import { failing, type Replies } from '../fake-bridge.ts';
import { type OpenedWindow, openWindow, press } from '../window.tsx';

// Once the second environment is selected, nothing may be asked in it with an id of the first.
const foreignId = idOf(1);

let environments: FakeEnvironments;

/** A case of the first of two environments. */
async function openInFirst(hash: string, replies: Replies = {}): Promise<OpenedWindow> {
  environments = new FakeEnvironments(
    newEnvironment('first', { name: 'First' }, { signingKeys: [signingKey('main', 'Main')] }),
    newEnvironment('second', { name: 'Second' }, { signingKeys: [signingKey('other', 'Other')] }),
  );
  const opened = await openWindow(
    { ...new FakeCases([newRow(1)]).replies(), ...environments.replies(), ...replies },
    { hash },
  );
  environments.bridge = opened.bridge;
  await expect.element(page.getByRole('button', { name: /^Environment: First/ })).toBeVisible();
  return opened;
}

const second = () => expect.element(page.getByRole('button', { name: /^Environment: Second/ })).toBeVisible();

/** Nothing of the first environment is shown, in the address, or asked for in the second. */
async function expectNothingForeign({ bridge }: OpenedWindow): Promise<void> {
  await second();
  await expect.poll(() => location.hash).not.toContain(foreignId);
  await expect.poll(() => document.getElementById('work')?.innerText).not.toContain(foreignId);
  for (const operation of ['conversations.open', 'cases.get', 'deletionRuns.draft', 'media.list'] as const) {
    const asked: { environmentId?: string; conversationId?: string }[] = bridge.inputs(operation);
    expect(
      asked.filter((one) => one.environmentId === 'second' && one.conversationId === foreignId),
      operation,
    ).toEqual([]);
  }
}

const opened = () =>
  expect.element(page.getByRole('heading', { level: 1, name: /^masked|^No name/ })).toBeVisible();

/** All ways to switch environments. */
const switches: Record<string, (opened: OpenedWindow) => Promise<unknown>> = {
  async menu() {
    await page.getByRole('button', { name: /^Environment: First/ }).click();
    await page.getByRole('menuitem', { name: /Second/ }).click();
  },
  async palette() {
    await press('Control+k');
    await userEvent.keyboard('Switch to Second');
    await expect.element(page.getByRole('option', { name: /Switch to Second/ })).toBeVisible();
    await userEvent.keyboard('{Enter}');
  },
  shortcut: () => press('Control+Alt+2'),
  async 'another window'({ bridge }) {
    environments.selectedId = 'second';
    bridge.send('environments.changed', environments.view);
  },
  async 'deleting the environment'({ bridge }) {
    environments.all = environments.all.slice(1);
    environments.selectedId = 'second';
    bridge.send('environments.changed', environments.view);
  },
};

test.each(Object.keys(switches))('switching by %s while a conversation is open leaves it', async (name) => {
  const window = await openInFirst(`#/conversations/${foreignId}`);
  await opened();
  await switches[name]?.(window);
  await expectNothingForeign(window);
});

test('a reply that arrives after the switch is not shown', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const window = await openInFirst(`#/conversations/${foreignId}`, {
    'conversations.open': async (input) => {
      await promise;
      return finished(input);
    },
  });
  await expect.poll(() => window.bridge.inputs('conversations.open')).toHaveLength(1);
  await switches.shortcut?.(window);
  await second();
  resolve();
  await expectNothingForeign(window);
});

test('while a deletion is being previewed, the preview is left', async () => {
  const window = await openInFirst(`#/deletion/${foreignId}`, {
    'deletionRuns.prepare': () => new Promise(() => undefined),
  });
  await expect.poll(() => window.bridge.inputs('deletionRuns.prepare')).toHaveLength(1);
  await switches.palette?.(window);
  await expectNothingForeign(window);
  expect(window.bridge.inputs('deletionRuns.start')).toEqual([]);
});

const exam = {
  url: 'http://127.0.0.1:5000/',
  rules: [{ id: 'order', group: 'Order', title: 'Keeps the order' }],
};

test.each([
  { hash: '#/callbacks/examine', begin: 'Examine', operation: 'examine.run' },
  { hash: '#/callbacks/send', begin: 'Send', operation: 'callbacks.send' },
] as const)('a run of $operation is cancelled and dropped; its receiver stays', async (one) => {
  let isCancelled = false;
  const running = (_input: unknown, { signal }: { signal: AbortSignal }) =>
    new Promise<never>(() => {
      signal.addEventListener('abort', () => {
        isCancelled = true;
      });
    });
  const { bridge } = await openInFirst(one.hash, {
    'examine.rules': () => ({
      rules: exam.rules.map((rule) => ({ ...rule, section: '6.2', sends: 'Two', expects: 'Both' })),
    }),
    'callbacks.sendChoices': () => ({
      templates: [],
      encodings: [],
      faults: [],
      retryGaps: [],
      events: [{ target: 'CONVERSATION', event: 'FINISHED' }],
    }),
    'callbacks.templates': () => ({ templates: [] }),
    'examine.run': running,
    'callbacks.send': running,
  });
  const receiver = page.getByRole('textbox', { name: 'Receiver' });
  await receiver.fill(exam.url);
  const begin = page.getByRole('button', { name: one.begin, exact: true });
  await begin.click();
  await expect.element(page.getByRole('button', { name: /^(End the exam|Stop)$/ })).toBeVisible();
  await press('Control+Alt+2');
  await second();
  await expect.poll(() => isCancelled).toBe(true);
  await expect.element(begin).toBeEnabled();
  await expect.element(receiver).toHaveValue(exam.url);
  bridge.answer({ [one.operation]: failing({ code: 'unreachable', message: 'Not there.' }) });
  await begin.click();
  await expect.element(page.getByText('Not there.')).toBeVisible();
  expect(bridge.inputs(one.operation).map(({ environmentId, keyId }) => [environmentId, keyId])).toEqual([
    ['first', 'main'],
    ['second', 'other'],
  ]);
});
