import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Claims } from '../../../../../main/features/deletion/runs/running/item-queues.ts';
import type { RunPace } from '../../../../../preload/contract/deletion-runs.ts';
import { storedRun } from './memory-store.ts';
import { passed, SingleRun, sent, waiting } from './single-run.ts';

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

describe('a cancelled run', () => {
  test('withdraws what waits, and reads what was sent', async () => {
    runOf(20, { concurrency: 1 });
    const answer = single.service.hold('DELETE');
    const run = await single.start();
    const before = single.changes;
    const cancelled = run.cancel();
    expect(single.changes).toBe(before + 1);
    expect(single.view.state).toBe('settling');
    await passed(0);
    expect(await single.countOf('sending')).toBe(1);
    answer();
    await cancelled;
    await passed(0);
    expect(single.service.requests).toEqual(['DELETE c-1', 'GET c-1']);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 1, withdrawn: 19 } });
    expect((await single.onDisk())?.state).toBe('done');
  });

  test('is not paused, and only reads when it is resumed', async () => {
    single = new SingleRun([sent(), waiting()]);
    const run = await single.start({ isInterrupted: true });
    await run.cancel();
    await run.pause();
    expect(single.view).toMatchObject({ state: 'settling', outcomes: { withdrawn: 1 } });
    single.service.gone.add('c-1');
    const resumed = run.resume();
    expect(run.stored.state).toBe('cancelled');
    await resumed;
    await passed(0);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { withdrawn: 1, confirmed: 1 } });
    expect(deletes()).toEqual([]);
  });

  test('that was being resumed when it was cancelled stays cancelled', async () => {
    runOf(3, { concurrency: 1 });
    const answer = single.service.hold('DELETE');
    const run = await single.start();
    await run.pause();
    const resumed = run.resume();
    const cancelled = run.cancel();
    answer();
    await Promise.all([resumed, cancelled]);
    await passed(0);
    expect(deletes()).toEqual(['DELETE c-1']);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { confirmed: 1, withdrawn: 2 } });
    const states = single.store.requests.filter(({ name }) => name === 'setRun').map(({ input }) => input);
    expect(states).toMatchObject([{ state: 'paused' }, { state: 'cancelled' }, { state: 'done' }]);
  });

  test('that was not finished when the console was closed is finished at the next start', async () => {
    single = new SingleRun([waiting(), sent()], { state: 'cancelled' });
    single.service.gone.add('c-2');
    await single.start();
    expect(single.service.requests).toEqual(['GET c-2']);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { withdrawn: 1, confirmed: 1 } });
  });

  test('keeps what a call may have done from other runs until it was read', async () => {
    single = new SingleRun([waiting({ uncertain: true, attempts: 1, askedAt: Date.now() })]);
    const run = await single.start({ isInterrupted: true });
    const answer = single.service.hold('GET');
    await run.cancel();
    await passed(0);
    expect(single.owners.has(`${storedRun.baseUrl} c-1`)).toBe(true);
    answer();
    await passed(60_000);
    expect(single.view).toMatchObject({ state: 'done', outcomes: { unknown: 1 } });
    expect(single.owners.has(`${storedRun.baseUrl} c-1`)).toBe(false);
  });

  test('waits for no others any more', async () => {
    runOf(1);
    new Claims(single.owners, storedRun.baseUrl).take('c-1');
    const run = await single.start();
    expect(single.view.heldByOthers).toBe(1);
    await run.cancel();
    expect(single.view).toMatchObject({ heldByOthers: 0, outcomes: { withdrawn: 1 } });
  });

  test('that is done stays done', async () => {
    runOf(1);
    const run = await single.start();
    const before = single.store.requests.length;
    await run.cancel();
    await run.pause();
    expect(single.store.requests).toHaveLength(before);
    expect(single.view.state).toBe('done');
  });
});

describe('when the console closes', () => {
  test('nothing more is sent, and a call in progress is waited for as long as is given', async () => {
    runOf(40, { concurrency: 2 });
    single.service.hold('DELETE');
    const run = await single.start();
    let isClosed = false;
    const closed = run.close(1000).then(() => {
      isClosed = true;
    });
    await passed(999);
    expect(isClosed).toBe(false);
    await passed(1);
    await closed;
    await passed(60_000);
    expect(deletes()).toHaveLength(2);
    expect(await single.countOf('sending')).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('reads in progress are ended, and change nothing', async () => {
    single = new SingleRun([sent()]);
    single.service.hold('GET');
    const run = await single.start();
    const before = single.store.requests.length;
    const closed = run.close(1000);
    await passed(0);
    await closed;
    expect(single.store.requests).toHaveLength(before);
    await passed(60_000);
    expect(single.service.requests).toEqual(['GET c-1']);
  });

  test('a hold does not go on', async () => {
    runOf(1);
    const run = await single.start({ heldMs: 10_000 });
    const closed = run.close(0);
    await passed(0);
    await closed;
    expect(vi.getTimerCount()).toBe(0);
    await passed(60_000);
    expect(single.service.requests).toEqual([]);
    expect((await single.onDisk())?.state).toBe('open');
  });
});
