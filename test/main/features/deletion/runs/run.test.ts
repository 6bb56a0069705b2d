import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Claims } from '../../../../../main/features/deletion/runs/running/item-queues.ts';
import type { RunPace } from '../../../../../preload/contract/deletion-runs.ts';
import { storedRun } from './memory-store.ts';
import { failed, passed, SingleRun, sent, waiting } from './single-run.ts';

let single: SingleRun;
beforeEach(() => {
  vi.useFakeTimers({ now: storedRun.createdAt });
});
afterEach(async () => {
  const closed = single.run.close(0);
  await passed(0);
  await closed;
  single.store.close();
  vi.useRealTimers();
});

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, () => make());

/** A run of so many items that wait for their call, and the given pace. */
function runOf(count: number, pace: Partial<RunPace> = {}): SingleRun {
  single = new SingleRun(times(count, waiting), { pace: { ...storedRun.pace, ...pace } });
  return single;
}

/** The requests of that kind that were sent. */
function deletes(): string[] {
  return single.service.requests.filter((one) => one.startsWith('DELETE'));
}

describe('a run', () => {
  test('calls and reads each item, and is done', async () => {
    runOf(3, { concurrency: 1 });
    const run = await single.start();
    expect(single.service.requests).toEqual([
      'DELETE c-1',
      'DELETE c-2',
      'DELETE c-3',
      'GET c-1',
      'GET c-2',
      'GET c-3',
    ]);
    expect(single.view).toMatchObject({ state: 'done', total: 3, waiting: 0, underWay: 0 });
    expect(single.view.outcomes.confirmed).toBe(3);
    expect(run.stored.state).toBe('done');
    expect(single.changes).toBeGreaterThan(0);
    expect((await single.onDisk())?.state).toBe('done');
    expect(single.store.requests.filter(({ name }) => name === 'setRun')).toHaveLength(1);
    expect(['c-1', 'c-2', 'c-3'].filter((id) => single.owners.has(`${storedRun.baseUrl} ${id}`))).toEqual([]);
    expect(single.logged).toEqual([]);
  });

  test('sends as many requests at once as its pace says, and prepares sixteen items for each', async () => {
    runOf(100, { concurrency: 2 });
    const answer = single.service.hold('DELETE');
    await single.start();
    expect(single.view.state).toBe('running');
    expect(deletes()).toHaveLength(2);
    expect(await single.countOf('sending')).toBe(32);
    answer();
    await passed(0);
    expect(single.service.mostInProgress).toBe(2);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 100 } });
  });

  test('under a rate prepares two, and calls and reads by turns, one after the other', async () => {
    runOf(5, { concurrency: 1, perSecond: 2 });
    await single.start();
    expect(deletes()).toHaveLength(1);
    expect(await single.countOf('sending')).toBeLessThanOrEqual(2);
    await passed(10_000);
    expect(single.view.state).toBe('done');
    expect(single.service.requests.slice(0, 4).map((one) => one.split(' ')[0])).toEqual([
      'DELETE',
      'DELETE',
      'GET',
      'DELETE',
    ]);
    const sentAt = single.service.times;
    for (const [index, at] of sentAt.slice(1).entries()) {
      expect(at - (sentAt[index] ?? 0)).toBeGreaterThanOrEqual(505);
      expect(at - (sentAt[index] ?? 0)).toBeLessThanOrEqual(506);
    }
  });

  test('says how fast it is', async () => {
    runOf(4, { concurrency: 2 });
    const answer = single.service.hold('DELETE c-4');
    await single.start();
    await passed(1000);
    expect(single.view).toMatchObject({ state: 'running', underWay: 1, waiting: 0, rate: 3 });
    answer();
    await passed(0);
  });

  test.each([
    ['the hold', { heldMs: 10_000 }, 10_000],
    ['the time before it was resumed', { isInterrupted: true }, 60_000],
  ])('says how fast it is without %s', async (_, given, waitedMs) => {
    runOf(4, { concurrency: 2 });
    const answer = single.service.hold('DELETE c-4');
    const run = await single.start(given);
    await passed(waitedMs);
    if ('isInterrupted' in given) {
      await run.resume();
    }
    await passed(1000);
    expect(single.view).toMatchObject({ state: 'running', waiting: 0, rate: 3 });
    answer();
    await passed(0);
  });

  test('reads what was sent in an earlier session, which no other run may call meanwhile', async () => {
    single = new SingleRun([sent(), waiting(), waiting()], { pace: { concurrency: 1, stopAfter: 10 } });
    single.service.gone.add('c-1');
    const answer = single.service.hold('GET');
    await single.start();
    expect(new Claims(single.owners, storedRun.baseUrl).take('c-1')).toBe(false);
    answer();
    await passed(0);
    expect(single.service.requests).toEqual(['GET c-1', 'DELETE c-2', 'DELETE c-3', 'GET c-2', 'GET c-3']);
    expect(single.owners.has(`${storedRun.baseUrl} c-1`)).toBe(false);
  });

  test('reads what a call without a usable response has done, and sends it again if that is nothing', async () => {
    runOf(1);
    const end = single.service.refuse('DELETE', failed('outcome-unknown'));
    await single.start();
    end();
    expect(single.service.requests).toEqual(['DELETE c-1', 'GET c-1']);
    expect(single.view).toMatchObject({ state: 'running', waiting: 1, underWay: 0 });
    // Others may work on it until its turn comes again.
    expect(single.owners.has(`${storedRun.baseUrl} c-1`)).toBe(false);
    await passed(500);
    expect(single.service.requests.slice(2)).toEqual(['GET c-1', 'DELETE c-1', 'GET c-1']);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 1 } });
  });

  test('waits for a conversation that others work on, and tries again every second', async () => {
    runOf(2);
    const other = new Claims(single.owners, storedRun.baseUrl);
    other.take('c-1');
    await single.start();
    expect(single.view).toMatchObject({ state: 'waiting', heldByOthers: 1, waiting: 1 });
    await passed(3500);
    expect(deletes()).toEqual(['DELETE c-2']);
    other.release('c-1');
    await passed(499);
    expect(single.view.state).toBe('waiting');
    await passed(1);
    expect(single.view).toMatchObject({ state: 'done', heldByOthers: 0 });
  });

  test('reads an item again after pauses that grow', async () => {
    single = new SingleRun([sent()]);
    await single.start();
    expect(single.view).toMatchObject({ state: 'settling', underWay: 1 });
    await passed(999);
    expect(single.service.requests).toEqual(['GET c-1']);
    expect(new Claims(single.owners, storedRun.baseUrl).take('c-1')).toBe(false);
    await passed(1);
    expect(single.service.requests).toHaveLength(2);
    await passed(1999);
    expect(single.service.requests).toHaveLength(2);
    single.service.gone.add('c-1');
    await passed(1);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 1 } });
  });
});

describe('the hold', () => {
  test('sends nothing before it is over', async () => {
    runOf(1);
    await single.start({ heldMs: 10_000 });
    expect(single.view).toMatchObject({ state: 'holding', heldUntil: Date.now() + 10_000 });
    await passed(9999);
    expect(single.view).toMatchObject({ state: 'holding', heldUntil: Date.now() + 1 });
    expect(single.service.requests).toEqual([]);
    await passed(1);
    expect(single.view.state).toBe('done');
    const states = single.store.requests.filter(({ name }) => name === 'setRun').map(({ input }) => input);
    expect(states).toMatchObject([{ state: 'open' }, { state: 'done' }]);
  });

  test('is at most as long again if the clock is set back', async () => {
    runOf(1);
    await single.start({ heldMs: 10_000 });
    await passed(5500);
    single.clockError = -3_600_000;
    await passed(10_499);
    expect(single.view.state).toBe('holding');
    await passed(1);
    expect(single.view.state).toBe('done');
  });

  test('can be paused: nothing is sent at its end, and it goes on when it is resumed', async () => {
    runOf(2);
    const run = await single.start({ heldMs: 10_000 });
    await run.pause();
    expect(await single.onDisk()).toMatchObject({ state: 'paused' });
    await passed(60_000);
    expect(single.view).toMatchObject({ state: 'paused', waiting: 2 });
    expect(single.service.requests).toEqual([]);
    await run.resume();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 2 } });
  });

  test('can be taken back, and then nothing is sent', async () => {
    runOf(2);
    const run = await single.start({ heldMs: 10_000 });
    await run.cancel();
    await passed(60_000);
    expect(single.service.requests).toEqual([]);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { withdrawn: 2 } });
  });

  test('that cannot be recorded as over sends nothing', async () => {
    runOf(1);
    await single.start({ heldMs: 10_000 });
    single.store.before = () => {
      throw failed('deletion-not-recorded');
    };
    await passed(10_000);
    expect(single.view).toMatchObject({ state: 'paused', failure: { code: 'deletion-not-recorded' } });
    expect(single.service.requests).toEqual([]);
  });

  test('ends at once if the run is resumed', async () => {
    runOf(1);
    const run = await single.start({ heldMs: 10_000 });
    await run.resume();
    await passed(0);
    expect(single.view.state).toBe('done');
  });
});

describe('a paused run', () => {
  test('sends nothing more but reads what was sent, until it is resumed', async () => {
    runOf(40, { concurrency: 1 });
    const answer = single.service.hold('DELETE');
    const run = await single.start();
    const before = single.changes;
    const paused = run.pause();
    expect(single.changes).toBe(before + 1);
    await paused;
    await passed(0);
    // Prepared calls leave before the call in progress has ended.
    expect(await single.countOf('sending')).toBe(1);
    answer();
    await passed(60_000);
    expect(single.service.requests).toEqual(['DELETE c-1', 'GET c-1']);
    expect(single.view).toMatchObject({ state: 'paused', waiting: 39, outcomes: { confirmed: 1 } });
    expect(await single.countOf('sending')).toBe(0);
    expect((await single.onDisk())?.state).toBe('paused');
    await run.resume();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 40 } });
    expect(new Set(deletes()).size).toBe(40);
    expect(deletes()).toHaveLength(40);
  });

  test('that the console found at its start sends nothing before it is resumed, but reads', async () => {
    single = new SingleRun([sent(), waiting()]);
    single.service.gone.add('c-1');
    const run = await single.start({ isInterrupted: true });
    await passed(60_000);
    expect(single.view).toMatchObject({ state: 'interrupted', waiting: 1, outcomes: { confirmed: 1 } });
    expect(single.service.requests).toEqual(['GET c-1']);
    await run.resume();
    await passed(0);
    expect(single.view.state).toBe('done');
  });

  test('that the console found at its start reads again when it is resumed after its reads were refused', async () => {
    single = new SingleRun([sent(), waiting()]);
    const accept = single.service.refuse('GET', failed('credentials-rejected'));
    const run = await single.start({ isInterrupted: true });
    await passed(60_000);
    expect(single.view).toMatchObject({ state: 'interrupted', failure: { code: 'credentials-rejected' } });
    expect(single.service.requests).toEqual(['GET c-1']);
    accept();
    single.service.gone.add('c-1');
    await run.resume();
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 2 } });
    expect(single.view.failure).toBeUndefined();
    expect(deletes()).toEqual(['DELETE c-2']);
  });

  test('takes what is on disk when it is resumed, as that may be ahead of it', async () => {
    runOf(2);
    const run = await single.start({ isInterrupted: true });
    const [item] = await single.store.request('next', {
      runId: storedRun.runId,
      states: ['waiting'],
      after: 0,
      count: 1,
    });
    await single.store.apply(item === undefined ? [] : [{ ...item, ...sent() }]);
    await run.resume();
    await passed(0);
    expect(deletes()).toEqual(['DELETE c-2']);
    expect(single.view).toMatchObject({ total: 2, waiting: 0 });
    single.service.gone.add('c-1');
    await passed(1000);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 2 } });
  });
});

describe('a new pace', () => {
  test('applies at once, and is on disk', async () => {
    runOf(5, { concurrency: 1 });
    const answer = single.service.hold('DELETE');
    const run = await single.start();
    expect(deletes()).toHaveLength(1);
    await run.setPace({ concurrency: 3, stopAfter: 10 });
    await passed(0);
    expect(deletes()).toHaveLength(3);
    expect((await single.onDisk())?.pace).toEqual({ concurrency: 3, stopAfter: 10 });
    answer();
    await passed(0);
  });

  test('lets further items be prepared', async () => {
    runOf(40, { concurrency: 1, perSecond: 1 });
    const answer = single.service.hold('DELETE');
    const run = await single.start();
    expect(await single.countOf('sending')).toBe(2);
    await run.setPace({ concurrency: 1, stopAfter: 10 });
    await passed(0);
    expect(await single.countOf('sending')).toBe(16);
    answer();
    await passed(0);
  });
});
