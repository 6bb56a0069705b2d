import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { CallLog } from '../../../../main/features/calls/call-log.ts';
import { CaseStore } from '../../../../main/features/cases/case-store.ts';
import { casesPath } from '../../../../main/features/cases/index/case-file.ts';
import { LazyPlausibility } from '../../../../main/features/cases/plausibility/lazy.ts';
import { copiesOf } from '../../../../main/store/file-copies.ts';
import { listenForTest } from '../../../support/listen-for-test.ts';
import {
  type CaseConsole,
  copyList,
  newDataDir,
  OpenKeychain,
  sandbox,
  startConsole,
} from './cases-harness.ts';
import { conversationOf } from './index-harness.ts';

async function newConsole(keychain = new OpenKeychain()): Promise<CaseConsole & { keychain: OpenKeychain }> {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const console = await startConsole(dataDir, keychain);
  onTestFinished(() => console.close());
  return { ...console, keychain };
}

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: { view: { code: string; message: string } }) => error.view,
  );

test('an action on a case that the list does not have is refused; among others it is counted', async () => {
  const { bridge, samples } = await newConsole();
  const [known = ''] = samples.map(({ id }) => id);
  await bridge.invoke('conversations.open', { ...sandbox, conversationId: known });
  const note = (ids: string[]) =>
    bridge.invoke('cases.note', { ...sandbox, selection: { ids }, text: 'a note' });
  expect(await failureOf(note(['unknown-1']))).toMatchObject({ code: 'invalid-input' });
  expect(await failureOf(note(['unknown-1', 'unknown-2']))).toMatchObject({ code: 'invalid-input' });
  expect(await note([known, 'unknown-1'])).toMatchObject({ affected: 1, unknown: 1 });
  // Deleting what is gone already is no error.
  const forget = { ...sandbox, selection: { ids: ['unknown-1'] } };
  expect(await bridge.invoke('cases.forget', forget)).toEqual({ affected: 0, unknown: 1 });
});

test('a read that is under way while its environment is deleted is not recorded', async () => {
  const held: ServerResponse[] = [];
  const service = createServer((_request, response) => void held.push(response));
  const port = await listenForTest(service);
  const { bridge, dataDir, logged, samples } = await newConsole();
  const settings = {
    name: 'Other',
    kind: 'test',
    baseUrl: `http://127.0.0.1:${port}`,
    proxy: { mode: 'none' },
  } as const;
  const { id: environmentId } = await bridge.invoke('environments.save', { settings });
  await bridge.invoke('credentials.save', {
    kind: 'api-key',
    environmentId,
    login: 'login',
    password: 'secret',
  });
  await bridge.invoke('environments.select', { environmentId });
  const conversationId = 'canary-case-17';
  const { listId } = await bridge.invoke('reading.readList', {
    environmentId,
    source: `${conversationId}\ncanary-case-18\n`,
  });
  await bridge.invoke('reading.start', { environmentId, from: { listId }, pace: { concurrency: 1 } });
  await expect.poll(() => held.length).toBe(1);
  await bridge.invoke('environments.delete', { environmentId, leaveSecrets: false });
  for (const response of held) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ id: conversationId, status: 'FINISHED' }));
  }
  // Whatever comes of it has been written when this is.
  await bridge.invoke('environments.select', sandbox);
  const sample = { ...sandbox, conversationId: samples[0]?.id ?? '' };
  await bridge.invoke('conversations.open', sample);
  await bridge.invoke('cases.note', {
    ...sandbox,
    selection: { ids: [sample.conversationId] },
    text: 'later',
  });
  const { total } = await bridge.invoke('cases.status', { environmentId });
  expect(total).toBe(0);
  expect(logged).toEqual([]);
  expect(readFileSync(`${dataDir}/cases.sqlite`).includes(conversationId)).toBe(false);
});

test('a read is not recorded once its environment is deleted, however it was made', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const environments = new Set(['one']);
  const log = vi.fn();
  const store = new CaseStore({
    plausibility: new LazyPlausibility(() => undefined),
    dataDir,
    keychain: new OpenKeychain(),
    isSessionOnly: () => false,
    isEnvironment: (id) => environments.has(id),
    now: Date.now,
    actor: 'reviewer',
    onChange: () => undefined,
    checkForget: () => undefined,
    forgetCalls: () => undefined,
    onForgotten: () => undefined,
    log,
  });
  onTestFinished(() => store.close());
  const environmentId = 'one';
  const reading = {
    readingId: '',
    environmentId,
    conversation: conversationOf('c1'),
    // Only the time of the response and the notes that mark findings are recorded.
    notes: { receivedAt: new Date().toISOString(), flags: [], duplicates: [] } as never,
  };
  await store.record(reading, 'c1', true);
  // Both answers arrive while the environment is being deleted.
  const late = store.record(reading, 'c2', false);
  late.catch(() => undefined);
  store.openedConversations.recordLater(() => store.record(reading, 'c3', true));
  environments.delete('one');
  await store.forgetEnvironment('one');
  await expect(late).rejects.toMatchObject({ code: 'environment-not-found' });
  await store.openedConversations.recorded();
  expect(await store.status('one')).toMatchObject({ total: 0, notices: [] });
  expect(log).not.toHaveBeenCalled();
});

test('calls that ended before their case was forgotten are not written to disk afterwards', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const environmentId = 'one';
  const calls = new CallLog({ redact: (value) => value, onChange: () => undefined });
  onTestFinished(() => calls.close());
  const store = new CaseStore({
    plausibility: new LazyPlausibility(() => undefined),
    dataDir,
    keychain: new OpenKeychain(),
    isSessionOnly: () => false,
    isEnvironment: () => true,
    now: Date.now,
    actor: 'reviewer',
    onChange: () => undefined,
    checkForget: () => undefined,
    forgetCalls: (id, conversationIds) => calls.forget(id, conversationIds),
    // The last moment at which the log can write by itself.
    onForgotten: () => void calls.flush(),
    log: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => store.close());
  calls.keepIn({
    keep: (id, ended) =>
      store.request('keepCalls', { environmentId: id, session: 'first', calls: ended, before: 0 }),
    earlier: async () => [],
    forget: async () => undefined,
    log: (error) => expect.fail(String(error)),
  });
  await store.write('add', { environmentId, conversationIds: ['c1', 'c2'], at: 1 });
  for (const conversationId of ['c1', 'c2']) {
    calls.recorder(environmentId).begin({
      at: 1,
      method: 'GET',
      template: '/api/conversations/{conversationId}',
      conversationId,
      url: new URL(`https://service.test/api/conversations/${conversationId}`),
      attempt: 1,
      repeat: undefined,
      headers: {},
      hasBody: false,
      body: undefined,
    })({ state: 'failed', phases: {}, status: 404, totalMs: 3 });
  }
  await store.forget(environmentId, { ids: ['c1'] });
  const kept = await store.request('earlierCalls', { environmentId, session: 'second', since: 0 });
  expect(kept.map((text) => JSON.parse(text).entry.conversationId)).toEqual(['c2']);
});

test('an action on thousands of cases lets other requests in between, and says how far it is', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const forgotten: string[] = [];
  const store = new CaseStore({
    plausibility: new LazyPlausibility(() => undefined),
    dataDir,
    keychain: new OpenKeychain(),
    isSessionOnly: () => false,
    isEnvironment: () => true,
    now: Date.now,
    actor: 'reviewer',
    onChange: () => undefined,
    checkForget: () => undefined,
    forgetCalls: () => undefined,
    onForgotten: (_environmentId, ids) => void forgotten.push(...ids),
    log: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => store.close());
  const ids = Array.from({ length: 1700 }, (_, index) => `case-${index}`);
  await store.write('add', { environmentId: 'one', conversationIds: ids, at: 1 });
  const steps: number[] = [];
  /** How many steps were done when the window got its answer. */
  const during = async (work: (progress: (step: { done: number }) => void) => Promise<unknown>) => {
    steps.length = 0;
    const working = work(({ done }) => steps.push(done));
    await store.request('count', { environmentId: 'one' });
    const doneThen = steps.length;
    return { result: await working, doneThen };
  };
  const decided = await during((progress) =>
    store.act('one', { ids }, [{ kind: 'decided', details: { decision: 'clear' } }], { progress }),
  );
  expect(decided.result).toMatchObject({ affected: 1700 });
  expect(decided.doneThen).toBeLessThan(4);
  expect(steps).toEqual([500, 1000, 1500, 1700]);
  const removed = await during((progress) => store.forget('one', { ids }, { progress }));
  expect(removed.result).toMatchObject({ affected: 1700 });
  expect(removed.doneThen).toBeLessThan(4);
  expect(steps).toEqual([500, 1000, 1500, 1700]);
  expect(forgotten).toEqual(ids);
  expect((await store.verifyJournal()).problems).toEqual([]);
  expect(await store.request('isRewriteDue', {})).toBe(false);
});

test('the end of the journal is kept in the keychain, and checked against it', async () => {
  const keychain = new OpenKeychain();
  const { bridge, samples } = await newConsole(keychain);
  const conversationId = samples[0]?.id ?? '';
  await bridge.invoke('conversations.open', { ...sandbox, conversationId });
  await bridge.invoke('cases.note', { ...sandbox, selection: { ids: [conversationId] }, text: 'a note' });
  const account = () => [...keychain.secrets.keys()].find((name) => name.endsWith('/journal-head')) ?? '';
  const report = await bridge.invoke('journal.verify', {});
  expect(report.problems).toEqual([]);
  expect(JSON.parse(keychain.secrets.get(account()) ?? '{}')).toEqual(report.head);
  keychain.secrets.set(account(), JSON.stringify({ seq: 99, hash: 'ab'.repeat(32) }));
  expect((await bridge.invoke('journal.verify', {})).problems).toMatchObject([{ kind: 'cut' }]);
});

test('a copy is listed and restored, and the list before becomes the newest copy', async () => {
  const { bridge, dataDir, samples } = await newConsole();
  const [conversationId = '', other = ''] = samples.map(({ id }) => id);
  const note = (text: string) =>
    bridge.invoke('cases.note', { ...sandbox, selection: { ids: [conversationId] }, text });
  await bridge.invoke('conversations.open', { ...sandbox, conversationId });
  await note('before');
  const { name } = copyList(dataDir);
  await bridge.invoke('conversations.open', { ...sandbox, conversationId: other });
  await note('after');
  await bridge.invoke('cases.restore', { name });
  const { case: found } = await bridge.invoke('cases.get', { ...sandbox, conversationId });
  expect(found?.notes.map(({ text }) => text)).toEqual(['after', 'before']);
  const files = await bridge.invoke('cases.files', {});
  expect(files).toMatchObject({ storage: 'disk', copies: [{ at: expect.any(String) }, { name }] });
  expect(files.bytes?.copies).toBe(copiesOf(casesPath(dataDir)).reduce((sum, { bytes }) => sum + bytes, 0));
  await bridge.invoke('cases.restore', { name: files.copies[0]?.name ?? '' });
  const again = await bridge.invoke('cases.get', { ...sandbox, conversationId: other });
  expect(again.case?.row.openedAt).toBeDefined();
});

test('without a keychain nothing is restored, with the reason, and nothing is on disk', async () => {
  const keychain = new OpenKeychain();
  keychain.status = { state: 'absent', message: 'There is no keychain.' };
  const { bridge } = await newConsole(keychain);
  expect(await failureOf(bridge.invoke('cases.restore', { name: 'none' }))).toMatchObject({
    code: 'not-supported-here',
    message: expect.stringMatching(/in memory/),
  });
  expect(await bridge.invoke('cases.files', {})).toEqual({ storage: 'memory', copies: [] });
});

test('a conversation opened just before closing is in the list at the next start', async () => {
  // Creating the list takes a few requests to the keychain, each of which may be slow.
  class SlowKeychain extends OpenKeychain {
    override async set(account: string, secret: string) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      await super.set(account, secret);
    }
  }
  const keychain = new SlowKeychain();
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const first = await startConsole(dataDir, keychain);
  const conversationId = first.samples[0]?.id ?? '';
  await first.bridge.invoke('conversations.open', { ...sandbox, conversationId });
  await first.close();
  const second = await startConsole(dataDir, keychain);
  onTestFinished(() => second.close());
  const { recent } = await second.bridge.invoke('conversations.recent', sandbox);
  expect(recent.map((one) => one.conversationId)).toEqual([conversationId]);
});
