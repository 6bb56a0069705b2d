import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type CaseConsole, newDataDir, OpenKeychain, startConsole } from '../cases-harness.ts';
import {
  addEnvironment,
  consoleAt,
  environmentIn,
  ids,
  startHoldingService,
  startService,
} from './reading-harness.ts';

const directory = newDataDir();
let shared: CaseConsole;
beforeAll(async () => {
  shared = await startConsole(directory.dataDir, new OpenKeychain());
});
afterAll(async () => {
  await shared.close();
  directory.remove();
});
/** The console of all tests that need none of their own, with an environment for this one. */
const environmentAt = (baseUrl: string) => environmentIn(shared, baseUrl);

describe('a run over a list', () => {
  test('reads each conversation once and adds it to the list of cases', async () => {
    const service = await startService();
    const console = await environmentAt(service.url);
    await console.read([...ids(300), 'case-1', 'nothing']);
    const run = await console.until('done');
    expect(run).toMatchObject({ total: 300, done: 300, added: 300, failed: 0, changed: 0 });
    expect([...service.asked().values()].every((times) => times === 1)).toBe(true);
    expect(await console.known()).toBe(300);
    expect(console.logged).toEqual([]);
  });

  test('reads no more than the allowed number concurrently', async () => {
    const service = await startService(undefined, 10);
    const console = await environmentAt(service.url);
    await console.read(ids(60), { concurrency: 7 });
    await console.until('done');
    expect(service.max()).toBe(7);
  });

  test('starts no more reads per second than allowed', async () => {
    const times: number[] = [];
    const service = await startService((id) => {
      times.push(performance.now());
      return [200, { id }];
    });
    const console = await environmentAt(service.url);
    await console.read(ids(21), { concurrency: 16, perSecond: 20 });
    await console.until('done');
    // 21 reads have 20 pauses of 50 ms between them.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950);
  });

  test('reports its progress and the remaining time', async () => {
    const service = await startService(undefined, 20);
    const console = await consoleAt(service.url);
    await console.read(ids(80), { concurrency: 2 });
    await vi.waitFor(async () => {
      const run = await console.run();
      expect(run?.state).toBe('running');
      expect(run?.rate).toBeGreaterThan(0);
      expect(run?.secondsLeft).toBeGreaterThan(0);
    });
    await console.until('done');
    await vi.waitFor(() => {
      const reported = console.events.filter(({ name }) => name === 'reading.changed');
      expect(reported.at(-1)).toMatchObject({ payload: { runs: [{ state: 'done', done: 80 }] } });
      expect(reported.length).toBeLessThan(40);
    });
  });

  test('accepts more while it runs', async () => {
    const service = await startService(undefined, 5);
    const console = await environmentAt(service.url);
    await console.read(ids(40));
    await console.read([...ids(40), ...ids(20, 'more')]);
    const run = await console.until('done');
    expect(run.failed).toBe(0);
    expect(await console.known()).toBe(60);
  });

  test('continues in its own environment while another is selected', async () => {
    const service = await startService(undefined, 10);
    const other = await startService();
    const console = await environmentAt(service.url);
    const otherId = await addEnvironment(console, other.url);
    await console.read(ids(60), { concurrency: 2 });
    await console.bridge.invoke('environments.select', { environmentId: otherId });
    await console.until('done');
    expect(service.asked().size).toBe(60);
    expect(other.seen).toEqual([]);
  });
});

test('a list without a conversation starts no run', async () => {
  const console = await environmentAt('http://127.0.0.1:9');
  await expect(console.read('nothing in here')).rejects.toMatchObject({ view: { code: 'invalid-input' } });
  expect(await console.run()).toBeUndefined();
});

describe('a failed reading', () => {
  test('is listed with its code, and retried on request', async () => {
    const service = await startService((id, times) =>
      id.startsWith('late') && times === 1
        ? [404, { status: 'NOT_FOUND', message: 'none', violations: [] }]
        : [200, { id }],
    );
    const console = await environmentAt(service.url);
    await console.read([...ids(10), ...ids(3, 'late')]);
    expect(await console.until('done')).toMatchObject({ total: 13, done: 10, failed: 3 });
    const { environmentId, bridge } = console;
    const { failed } = await bridge.invoke('reading.failed', { environmentId, from: 0, count: 500 });
    expect(failed).toEqual(ids(3, 'late').map((conversationId) => ({ conversationId, code: 'not-found' })));
    await bridge.invoke('reading.control', { environmentId, action: 'retry' });
    await vi.waitFor(async () =>
      expect(await console.run()).toMatchObject({ state: 'done', done: 13, failed: 0 }),
    );
  });

  test('is a case marked as gone if the service has deleted it', async () => {
    const service = await startService((id) => (id === 'case-1' ? [410, { status: 'GONE' }] : [200, { id }]));
    const console = await environmentAt(service.url);
    await console.read(ids(3));
    expect(await console.until('done')).toMatchObject({ done: 3, gone: 1, failed: 0 });
    expect(await console.verdictOf('case-1')).toBe('gone');
  });

  test('is retried automatically where that may help', async () => {
    const service = await startService((id, times) => (times < 3 ? [500, ''] : [200, { id }]));
    const console = await environmentAt(service.url);
    await console.read(ids(4));
    expect(await console.until('done')).toMatchObject({ done: 4, failed: 0 });
    expect([...service.asked().values()]).toEqual([3, 3, 3, 3]);
  });

  test('pauses the run if every read would fail alike, and counts none as failed', async () => {
    let isOpen = false;
    const service = await startService((id) => (isOpen ? [200, { id }] : [401, '']));
    const console = await environmentAt(service.url);
    await console.read(ids(50));
    const paused = await console.until('paused');
    expect(paused).toMatchObject({ failed: 0, done: 0, failure: { code: 'credentials-rejected' } });
    expect(service.seen.length).toBeLessThanOrEqual(4);
    isOpen = true;
    const { environmentId } = console;
    await console.bridge.invoke('reading.control', { environmentId, action: 'resume' });
    expect(await console.until('done')).toMatchObject({ done: 50, failed: 0 });
  });

  test('is not paused again by an answer to what was sent before it was resumed', async () => {
    const held = Promise.withResolvers<void>();
    const service = await startService(async (id, times) => {
      if (id === 'case-1' && times === 1) {
        await held.promise;
      }
      return times === 1 ? [401, ''] : [200, { id }];
    });
    onTestFinished(() => held.resolve());
    const console = await environmentAt(service.url);
    await console.read(ids(2));
    await console.until('paused');
    await expect.poll(() => service.asked().get('case-1')).toBe(1);
    const { environmentId } = console;
    await console.bridge.invoke('reading.control', { environmentId, action: 'resume' });
    await expect.poll(async () => (await console.run())?.done).toBe(1);
    held.resolve();
    expect(await console.until('done')).toMatchObject({ done: 2, failed: 0 });
  });

  test.each([
    [402, 'plan-exhausted'],
    [403, 'forbidden'],
  ])('pauses the run after many equal failures in a row (%i)', async (status, code) => {
    const service = await startService(() => [status, { status: 'REFUSED', message: 'no', violations: [] }]);
    const console = await environmentAt(service.url);
    await console.read(ids(200));
    const paused = await console.until('paused');
    expect(paused.failure?.code).toBe(code);
    expect(service.seen.length).toBeLessThan(40);
  });

  test.each([402, 403])(
    'is the result of its own line if the service refuses it alone (%i)',
    async (status) => {
      const refused = new Set(['case-2', 'case-5', 'case-6', 'case-30']);
      const service = await startService((id) =>
        refused.has(id) ? [status, '', { 'retry-after': '600' }] : [200, { id }],
      );
      const console = await environmentAt(service.url);
      await console.read(ids(40));
      expect(await console.until('done')).toMatchObject({ done: 36, failed: 4 });
      expect([...service.asked().values()].every((times) => times === 1)).toBe(true);
    },
  );

  test('waits for an unreachable service and resumes automatically', async () => {
    const service = await startService();
    const console = await environmentAt(service.url);
    await console.read(['case-first-1']);
    await console.until('done');
    await service.close();
    await console.read(ids(5));
    const waiting = await console.until('waiting');
    expect(waiting.failure?.code).toMatch(/connection-/);
    expect(waiting.resumesAt).toBeGreaterThan(Date.now());
    expect(waiting.failed).toBe(0);
  });
});

test('Retry-After pauses all reads of the run for that long, and is not the reason of a pause by a user after that', async () => {
  const starts: { id: string; at: number }[] = [];
  let answeredAt = 0;
  const last = Promise.withResolvers<void>();
  const service = await startService(async (id, times) => {
    starts.push({ id, at: performance.now() });
    if (id === 'case-5' && times === 1) {
      answeredAt = performance.now();
      return [429, '', { 'retry-after': '1' }];
    }
    if (id === 'case-39') {
      await last.promise;
    }
    return [200, { id }];
  });
  const console = await environmentAt(service.url);
  const { bridge, environmentId } = console;
  await console.read(ids(40), { concurrency: 2 });
  const waiting = await console.until('waiting');
  expect(waiting.failure?.code).toBe('rate-limited');
  await vi.waitFor(() => expect(service.asked().get('case-39')).toBe(1));
  await bridge.invoke('reading.control', { environmentId, action: 'pause' });
  expect((await console.until('paused')).failure).toBeUndefined();
  last.resolve();
  await bridge.invoke('reading.control', { environmentId, action: 'resume' });
  const run = await console.until('done');
  expect(run).toMatchObject({ done: 40, failed: 0 });
  // Requests already sent when the response arrived are not cancelled.
  const meanwhile = starts.filter(({ at }) => at > answeredAt && at < answeredAt + 950);
  expect(meanwhile.length).toBeLessThanOrEqual(1);
  expect(starts.filter(({ id }) => id === 'case-5')).toHaveLength(2);
});

describe('a paused run', () => {
  test('reads nothing until it is resumed', async () => {
    const service = await startHoldingService(5);
    const console = await environmentAt(service.url);
    const { bridge, environmentId } = console;
    await console.read(ids(100), { concurrency: 2 });
    await vi.waitFor(() => expect(service.seen.length).toBe(7));
    await bridge.invoke('reading.control', { environmentId, action: 'pause' });
    service.goOn();
    await vi.waitFor(async () => {
      const { done = 0, state } = (await console.run()) ?? {};
      expect([state, done]).toEqual(['paused', service.seen.length]);
    });
    await bridge.invoke('reading.control', { environmentId, action: 'resume' });
    expect(await console.until('done')).toMatchObject({ done: 100 });
    expect([...service.asked().values()].every((times) => times === 1)).toBe(true);
  });

  test('disappears when it is stopped; completed readings stay', async () => {
    const service = await startHoldingService(5);
    const console = await environmentAt(service.url);
    const { bridge, environmentId } = console;
    await console.read(ids(100), { concurrency: 2 });
    await vi.waitFor(async () => expect(await console.known()).toBe(5));
    await bridge.invoke('reading.control', { environmentId, action: 'stop' });
    service.goOn();
    expect(await console.run()).toBeUndefined();
    expect(await console.known()).toBe(5);
  });
});

test('a run continues after a restart and repeats no recorded reading', async () => {
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const keychain = new OpenKeychain();
  const service = await startHoldingService(15);
  const first = await consoleAt(service.url, { dataDir, keychain });
  await first.read(ids(120), { concurrency: 4 });
  await vi.waitFor(async () => expect(await first.known()).toBe(15));
  await first.close();
  service.goOn();
  const second = await consoleAt(service.url, { dataDir, keychain, environmentId: first.environmentId });
  expect(await second.until('done')).toMatchObject({ total: 120, done: 120, failed: 0 });
  expect(await second.known()).toBe(120);
  // Only readings in progress at the time of closing were repeated.
  expect(service.seen.length).toBeLessThanOrEqual(124);
});

test('a conversation forgotten while it is queued or read does not reappear', async () => {
  const service = await startHoldingService(2);
  const console = await environmentAt(service.url);
  const { bridge, environmentId } = console;
  await console.read(ids(20), { concurrency: 1 });
  await vi.waitFor(() => expect(service.seen.length).toBe(3));
  await bridge.invoke('cases.forget', { environmentId, selection: { ids: ids(20) } });
  service.goOn();
  await console.until('done');
  expect(service.seen.length).toBeLessThan(20);
  expect(await console.known()).toBeLessThanOrEqual(1);
});

test('a selection of cases is read again', async () => {
  const service = await startService((id, times) => [
    200,
    { id, status: times > 1 ? 'FINISHED' : 'IN_PROGRESS' },
  ]);
  const console = await environmentAt(service.url);
  const { bridge, environmentId } = console;
  await console.read(ids(5));
  await console.until('done');
  await bridge.invoke('reading.start', {
    environmentId,
    from: { selection: { ids: ids(3) } },
    pace: { concurrency: 2 },
  });
  await vi.waitFor(async () => expect(await console.run()).toMatchObject({ state: 'done', changed: 3 }));
  expect(service.asked().get('case-4')).toBe(1);
});

test('user keys and conversations of another environment are found in the list of cases', async () => {
  const responses = (id: string): [number, unknown] => [
    200,
    { id, status: 'FINISHED', userKey: `customer of ${id}` },
  ];
  const first = await startService(responses);
  const second = await startService(responses);
  const reading = await consoleAt(first.url);
  const { bridge, environmentId } = reading;
  await reading.read(['case-1', 'case-2']);
  await reading.until('done');
  const otherId = await addEnvironment(reading, second.url);
  await bridge.invoke('environments.select', { environmentId: otherId });
  const source = 'customer of case-1\ncase-2\ncase-3\n';
  const inOther = await bridge.invoke('reading.readList', { environmentId: otherId, source });
  // A user key is looked up in its own environment only.
  expect(inOther.report).toMatchObject({
    conversations: 1,
    userKeyCount: 0,
    elsewhere: [{ number: 2, id: 'case-2', environmentName: expect.stringContaining('Test ') }],
    bad: [{ number: 1, reason: 'no-id' }],
  });
  await bridge.invoke('environments.select', { environmentId });
  const inOwn = await bridge.invoke('reading.readList', { environmentId, source });
  expect(inOwn.report).toMatchObject({
    conversations: 3,
    userKeys: [{ number: 1, userKey: 'customer of case-1', conversations: 1 }],
    elsewhereCount: 0,
    badCount: 0,
  });
});
