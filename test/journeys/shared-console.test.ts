import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Wire } from '../support/wire.ts';
import { type RunningConsole, startConsole } from './console.ts';
import { openSamples } from './seeded-cases.ts';
import { openServiceHarness, type ServiceHarness } from './service-harness.ts';

let harness: ServiceHarness;
beforeAll(async () => {
  harness = await openServiceHarness();
});
afterAll(() => harness?.close());

const overviews = [
  'application.preferences',
  'environments.list',
  'keychain.state',
  'callbacks.listeners',
  'reading.runs',
  'journal.verify',
  'deletionRuns.list',
] as const;

/** Returns the console's answers about its own state, without the times and ports that differ from start to start. */
async function answersOf({ bridge }: Wire): Promise<Record<string, unknown>> {
  const answers = await Promise.all(
    overviews.map(async (name) => [name, await bridge.invoke(name, {})] as const),
  );
  const text = JSON.stringify(Object.fromEntries(answers));
  return JSON.parse(
    text.replaceAll(/127\.0\.0\.1:\d+/g, 'here').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'now'),
  );
}

/** Leaves something of every kind: settings, secrets of the session, cases, a listener, a run, a connection, what a page stores. */
async function use(wire: Wire): Promise<string> {
  const { bridge } = wire;
  await openSamples(wire, 1);
  await bridge.invoke('application.preferences', { theme: 'dark' });
  const environmentId = await harness.join()(wire);
  const id = await harness.create('identity:default');
  const { listId } = await bridge.invoke('reading.readList', { environmentId, source: `${id}\n` });
  await bridge.invoke('reading.start', { environmentId, from: { listId }, pace: { concurrency: 1 } });
  await vi.waitUntil(async () => (await bridge.invoke('cases.status', { environmentId })).total === 1);
  const { draftId } = await bridge.invoke('deletionRuns.prepare', { environmentId, from: { ids: [id] } });
  const draft = { environmentId, draftId };
  await vi.waitUntil(async () => (await bridge.invoke('deletionRuns.draft', draft)).state === 'ready');
  const pace = { concurrency: 1, stopAfter: 1 };
  await bridge.invoke('deletionRuns.start', { ...draft, reason: 'test-data', pace });
  const { url = '' } = await bridge.invoke('callbacks.start', { environmentId, settings: {} });
  return url;
}

async function storeInPage({ page, context }: RunningConsole): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('kept', 'yes');
    // biome-ignore lint/suspicious/noDocumentCookie: what a cookie leaves is the subject
    document.cookie = 'kept=yes';
  });
  await context.newPage();
}

test('the remains of a test in the shared console are not there for the next', async () => {
  const answers: Record<string, unknown>[] = [];
  let listener = '';
  let context: BrowserContext | undefined;
  {
    await using first = await startConsole({
      async prepare(wire) {
        answers.push(await answersOf(wire));
        listener = await use(wire);
        answers.push(await answersOf(wire));
      },
      // Closing the connection is left to the reset too.
      keepWire: true,
    });
    await storeInPage(first);
    context = first.context;
  }
  await using next = await startConsole({
    prepare: async (wire) => answers.push(await answersOf(wire)),
  });

  const [atFirst, used, afterwards] = answers;
  const unchanged = overviews.filter(
    (name) => JSON.stringify(used?.[name]) === JSON.stringify(atFirst?.[name]),
  );
  expect(unchanged).toEqual([]);
  expect(afterwards).toEqual(atFirst);
  await expect(fetch(listener)).rejects.toThrow();
  // The context stays with the host's process.
  expect(next.context).toBe(context);
  expect(next.windows()).toHaveLength(1);
  expect(await next.page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, '']);
});
