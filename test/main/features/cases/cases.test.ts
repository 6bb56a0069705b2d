import { Worker } from 'node:worker_threads';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { OwnReason } from '../../../../preload/contract/case-settings.ts';
import type { DecisionKind } from '../../../../preload/contract/cases.ts';
import {
  type CaseConsole,
  dayStarts,
  newDataDir,
  newestFirst,
  OpenKeychain,
  sandbox,
  startConsole,
} from './cases-harness.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) {
    await close();
  }
});

function dataDirectory(): string {
  const { dataDir, remove } = newDataDir();
  open.push(remove);
  return dataDir;
}

async function start(dataDir: string, keychain = new OpenKeychain() as Parameters<typeof startConsole>[1]) {
  const console = await startConsole(dataDir, keychain);
  open.push(console.close);
  return console;
}

async function openCase({ bridge }: CaseConsole, conversationId: string) {
  const reading = await bridge.invoke('conversations.open', { ...sandbox, conversationId });
  await vi.waitFor(async () => {
    const found = await bridge.invoke('cases.get', { ...sandbox, conversationId });
    expect(found.case?.row.openedAt).toBeDefined();
  });
  return reading;
}

function list({ bridge }: CaseConsole) {
  return bridge.invoke('cases.query', { ...sandbox, filter: {}, sort: newestFirst, dayStarts });
}

test('an opened conversation is in the list, also after a restart', async () => {
  const dataDir = dataDirectory();
  const keychain = new OpenKeychain();
  const first = await startConsole(dataDir, keychain);
  const [one, other] = first.samples.map(({ id }) => id);
  await openCase(first, one ?? '');
  const { conversation } = await openCase(first, other ?? '');
  await first.close();

  const second = await start(dataDir, keychain);
  const { resultId, total, groups } = await list(second);
  expect([total, groups]).toEqual([2, [{ key: 'today', count: 2 }]]);
  const page = { ...sandbox, resultId };
  const { rows } = await second.bridge.invoke('cases.rows', { ...page, from: 0, count: 200 });
  expect(rows).toMatchObject([
    { conversationId: other, userKey: conversation.userKey, status: conversation.status, state: 'open' },
    { conversationId: one },
  ]);
  const position = { ...page, conversationId: one ?? '' };
  expect(await second.bridge.invoke('cases.position', position)).toEqual({ index: 1 });
  expect(await second.bridge.invoke('cases.position', { ...page, conversationId: 'unknown' })).toEqual({});
  const status = await second.bridge.invoke('cases.status', sandbox);
  expect(status).toEqual({ storage: 'disk', notices: [], total: 2 });
  expect(first.logged).toEqual([]);
});

test('every window is notified which cases changed', async () => {
  const console = await start(dataDirectory());
  const [one, other] = console.samples.map(({ id }) => id);
  await openCase(console, one ?? '');
  await openCase(console, other ?? '');
  const named = () =>
    console.events.flatMap((event) =>
      event.name === 'cases.changed' ? [event.payload.conversationIds] : [],
    );
  await vi.waitFor(() => expect(new Set(named().flat())).toEqual(new Set([one, other])));
  console.events.length = 0;
  const decision = { kind: 'clear', comment: 'known' } as const;
  await console.bridge.invoke('cases.decide', { ...sandbox, selection: { ids: [one ?? ''] }, decision });
  await vi.waitFor(() => expect(named()).toContainEqual(expect.arrayContaining([one])));
  expect(named()).not.toContain(undefined);
});

test('a decision has a reason that is offered for it; older ones are shown as they were made', async () => {
  const console = await start(dataDirectory());
  const { bridge } = console;
  const conversationId = console.samples[0]?.id ?? '';
  await openCase(console, conversationId);
  const saveReasons = (reasons: OwnReason[]) => bridge.invoke('cases.saveSettings', { ...sandbox, reasons });
  const decide = (kind: DecisionKind, reason: string) =>
    bridge.invoke('cases.decide', {
      ...sandbox,
      selection: { ids: [conversationId] },
      decision: { kind, reason, comment: 'known' },
    });
  const shown = async () =>
    (await bridge.invoke('cases.get', { ...sandbox, conversationId })).case?.row.decision;
  const own: OwnReason = { code: 'own-1', label: 'By the branch', kinds: ['reject'] };
  await saveReasons([own]);
  const refused = 'A reason is no longer offered for this decision. Nothing was decided.';
  await expect(decide('reject', 'no-such-reason')).rejects.toThrow(refused);
  await expect(decide('clear', 'own-1')).rejects.toThrow(refused);
  expect(await shown()).toBeUndefined();
  await decide('reject', 'not-genuine own-1');
  expect(await shown()).toMatchObject({ reason: 'not-genuine own-1' });
  await saveReasons([{ ...own, retired: true }]);
  await expect(decide('reject', 'own-1')).rejects.toThrow(refused);
  await saveReasons([]);
  expect(await shown()).toMatchObject({ kind: 'reject', reason: 'not-genuine own-1' });
});

test('a decision is one request to the list', async () => {
  const console = await start(dataDirectory());
  const conversationId = console.samples[0]?.id ?? '';
  await openCase(console, conversationId);
  const decide = (kind: DecisionKind) =>
    console.bridge.invoke('cases.decide', {
      ...sandbox,
      selection: { ids: [conversationId] },
      decision: { kind, reason: 'other', comment: 'known' },
    });
  // The team is asked for once.
  await decide('clear');
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  onTestFinished(() => post.mockRestore());
  await decide('reject');
  const asked = post.mock.calls.map(([message]) => (message as { name: string }).name);
  expect(asked.filter((name) => ['act', 'team', 'settings', 'selected'].includes(name))).toEqual(['act']);
});

test('the responses of a case are stored as received, one per distinct content', async () => {
  const console = await start(dataDirectory());
  const conversationId = console.samples[0]?.id ?? '';
  const { conversation } = await openCase(console, conversationId);
  await openCase(console, conversationId);
  const target = { ...sandbox, conversationId };
  const { case: found } = await console.bridge.invoke('cases.get', target);
  expect(found?.reads).toHaveLength(1);
  const readId = found?.reads[0]?.id ?? 0;
  const reading = await console.bridge.invoke('cases.reading', { ...target, readId });
  expect(reading.conversation).toEqual(conversation);
  const other = { ...target, readId: readId + 1 };
  await expect(console.bridge.invoke('cases.reading', other)).rejects.toMatchObject({
    view: { code: 'reading-expired' },
  });
});

test('an expired result is reported', async () => {
  const console = await start(dataDirectory());
  const page = { ...sandbox, resultId: 'another', from: 0, count: 1 };
  await expect(console.bridge.invoke('cases.rows', page)).rejects.toMatchObject({
    view: { code: 'result-expired' },
  });
});

test('without a keychain cases are kept in memory, and the status says why', async () => {
  const keychain = new OpenKeychain();
  keychain.status = { state: 'absent', message: 'There is no keyring.' };
  const dataDir = dataDirectory();
  const first = await startConsole(dataDir, keychain);
  await openCase(first, first.samples[0]?.id ?? '');
  expect(await first.bridge.invoke('cases.status', sandbox)).toEqual({
    storage: 'memory',
    notices: ['Cases are kept in memory until the console closes. There is no keyring.'],
    total: 1,
  });
  await first.close();
  const second = await start(dataDir, keychain);
  expect(await list(second)).toMatchObject({ total: 0 });
});

test('the key of the list is in the keychain', async () => {
  const keychain = new OpenKeychain();
  const dataDir = dataDirectory();
  const first = await startConsole(dataDir, keychain);
  expect([...keychain.secrets.keys()]).toEqual([]);
  await openCase(first, first.samples[0]?.id ?? '');
  const accounts = [...keychain.secrets.keys()];
  expect(accounts).toContainEqual(expect.stringMatching(/^index\/[0-9a-f-]{36}\/data-key$/));
  expect(accounts).toContainEqual(expect.stringMatching(/^index\/directory\/[0-9a-f]{64}$/));
  // The ends of the journal and of the register follow within a second.
  expect(accounts.filter((account) => !account.startsWith('index/'))).toEqual([]);
  await first.close();
  const second = await start(dataDir, keychain);
  expect(await list(second)).toMatchObject({ total: 1 });
});
