import { expect, onTestFinished, test, vi } from 'vitest';
import {
  type CaseConsole,
  copyList,
  dayStarts,
  newDataDir,
  newestFirst,
  OpenKeychain,
  sandbox,
  startConsole,
} from './cases-harness.ts';
import { consoleAt, ids, startService } from './reading/reading-harness.ts';

async function newConsole(): Promise<CaseConsole & { opened: string }> {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const console = await startConsole(dataDir, new OpenKeychain());
  onTestFinished(() => console.close());
  const opened = console.samples[0]?.id ?? '';
  await console.bridge.invoke('conversations.open', { ...sandbox, conversationId: opened });
  return { ...console, opened };
}

test('a restored copy keeps how long cases are kept, and the own reasons, as they are now', async () => {
  const console = await newConsole();
  const { bridge } = console;
  await bridge.invoke('cases.saveSettings', {
    ...sandbox,
    retention: { retentionDays: 1, decisionDays: 2 },
  });
  const copy = copyList(console.dataDir);
  const reasons = [{ code: 'own-1', kinds: ['reject' as const], label: 'Photo of a photo' }];
  await bridge.invoke('cases.saveSettings', {
    ...sandbox,
    retention: { retentionDays: null, decisionDays: null },
    reasons,
  });
  await bridge.invoke('cases.restore', copy);
  // With the day of the copy the next sweep would remove what it was restored for.
  expect(await bridge.invoke('cases.settings', sandbox)).toEqual({
    retentionDays: null,
    decisionDays: null,
    reasons,
  });
});

test('other requests are answered while a copy is restored', async () => {
  const console = await newConsole();
  const { bridge, opened } = console;
  const copy = copyList(console.dataDir);
  let isDone = false;
  const restored = bridge.invoke('cases.restore', copy).finally(() => {
    isDone = true;
  });
  const failures: unknown[] = [];
  let notes = 0;
  const list = { ...sandbox, filter: {}, sort: newestFirst, dayStarts };
  while (!isDone) {
    await Promise.all([
      bridge.invoke('cases.query', list).catch((error) => failures.push(error)),
      bridge
        .invoke('cases.note', { ...sandbox, selection: { ids: [opened] }, text: `note ${notes}` })
        .then(() => {
          notes += 1;
        })
        .catch((error) => failures.push(error)),
    ]);
  }
  await restored;
  expect(failures).toEqual([]);
  expect(notes).toBeGreaterThan(0);
  const { case: found } = await bridge.invoke('cases.get', { ...sandbox, conversationId: opened });
  expect(found?.notes).toHaveLength(notes);
  expect(console.logged).toEqual([]);
});

test('a reading run goes on to its end when a copy is restored in the middle of it', async () => {
  const service = await startService(undefined, 5);
  const keychain = new OpenKeychain();
  const console = await consoleAt(service.url, { keychain });
  const { bridge, environmentId } = console;
  await bridge.invoke('conversations.open', { environmentId, conversationId: 'first' });
  await vi.waitFor(async () => expect(await console.known()).toBe(1));
  const copy = copyList(console.dataDir);
  await console.read(ids(200), { concurrency: 2 });
  await vi.waitFor(async () => expect((await console.run())?.done).toBeGreaterThan(20));
  await bridge.invoke('cases.restore', copy);
  expect(await console.until('done')).toMatchObject({ total: 200, done: 200, failed: 0 });
  // Earlier readings are in the list that was replaced. Nothing that is read later may be missing.
  const unread = await bridge.invoke('cases.counts', { environmentId, filters: [{ verdicts: ['unread'] }] });
  expect(unread.counts).toEqual([0]);
  expect(service.asked().size).toBe(201);
  expect(console.logged).toEqual([]);
  await console.close();
  const next = await consoleAt(service.url, { dataDir: console.dataDir, keychain, environmentId });
  expect(await next.until('done')).toMatchObject({ done: 200 });
});

test('windows are notified of a restored list', async () => {
  const console = await newConsole();
  const copy = copyList(console.dataDir);
  console.events.length = 0;
  await console.bridge.invoke('cases.restore', copy);
  await vi.waitFor(() => expect(console.events).toContainEqual({ name: 'cases.changed', payload: sandbox }));
});
