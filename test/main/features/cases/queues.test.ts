import { afterEach, expect, test, vi } from 'vitest';
import { type CaseConsole, newDataDir, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) {
    await close();
  }
});

async function startWithCases(dataDir: string, keychain: OpenKeychain, count: number) {
  const console = await startConsole(dataDir, keychain);
  const ids = console.samples.slice(0, count).map(({ id }) => id);
  for (const conversationId of ids) {
    await console.bridge.invoke('conversations.open', { ...sandbox, conversationId });
  }
  await vi.waitFor(async () =>
    expect((await console.bridge.invoke('cases.status', sandbox)).total).toBe(count),
  );
  return { console, ids };
}

const queueOf = async ({ bridge }: CaseConsole) => (await bridge.invoke('cases.queue', sandbox)).queue;

test('a queue continues after a restart, and a forgotten case leaves it', async () => {
  const { dataDir, remove } = newDataDir();
  open.push(remove);
  const keychain = new OpenKeychain();
  const { console: first, ids } = await startWithCases(dataDir, keychain, 4);
  const [one = '', other = '', third = '', fourth = ''] = ids;
  const { queue } = await first.bridge.invoke('cases.startQueue', {
    ...sandbox,
    selection: { ids: [one, other, third, 'no such case', fourth] },
    title: 'Selection',
  });
  expect(queue).toEqual({ title: 'Selection', ids, at: 0, reviewed: [] });
  for (const conversationId of [one, other, fourth]) {
    const selection = { ids: [conversationId] };
    await first.bridge.invoke('cases.review', { ...sandbox, selection, reviewed: true });
  }
  await first.bridge.invoke('cases.review', { ...sandbox, selection: { ids: [fourth] }, reviewed: false });
  await first.bridge.invoke('cases.moveQueue', { ...sandbox, conversationId: third });
  // A case that is not in the queue leaves it as it is.
  await first.bridge.invoke('cases.moveQueue', { ...sandbox, conversationId: 'no such case' });
  await first.close();

  const second = await startConsole(dataDir, keychain);
  open.push(second.close);
  expect(await queueOf(second)).toEqual({ title: 'Selection', ids, at: 2, reviewed: [one, other] });
  await second.bridge.invoke('cases.forget', { ...sandbox, selection: { ids: [one] } });
  expect(await queueOf(second)).toEqual({
    title: 'Selection',
    ids: [other, third, fourth],
    at: 1,
    reviewed: [other],
  });
  await second.bridge.invoke('cases.moveQueue', { ...sandbox, conversationId: null });
  expect(await queueOf(second)).toBeUndefined();
});

test('the cases of several filters are counted in one request', async () => {
  const { dataDir, remove } = newDataDir();
  open.push(remove);
  const { console } = await startWithCases(dataDir, new OpenKeychain(), 3);
  open.push(console.close);
  const { counts } = await console.bridge.invoke('cases.counts', {
    ...sandbox,
    filters: [{}, { watched: true }, { decisions: ['none'] }],
  });
  expect(counts).toEqual([3, 0, 3]);
});
