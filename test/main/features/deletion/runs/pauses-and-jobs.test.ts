import { describe, expect, test } from 'vitest';
import { Failure } from '../../../../../main/common/failure.ts';
import {
  JobSet,
  maxItemsAtOnce,
  RunFailures,
} from '../../../../../main/features/deletion/runs/running/call-slots.ts';

const failure = new Failure({ code: 'rate-limited', message: 'Too many requests.' });
const wait = (failures: RunFailures, now: number, afterMs?: number) =>
  failures.waitFor(now, { afterMs, failure });

describe('the failures of a run', () => {
  test('pause it when there are as many in a row as its pace allows', () => {
    const failures = new RunFailures();
    const count = (...kinds: ('answered' | 'failed' | 'neutral')[]) =>
      kinds.map((kind) => failures.count(kind, 3));
    expect(count('failed', 'failed', 'neutral', 'failed')).toEqual([false, false, false, true]);
    expect(count('answered', 'failed', 'failed', 'failed')).toEqual([false, false, false, true]);
    // After these, what is not a failure pauses nothing.
    expect(count('neutral', 'answered')).toEqual([false, false]);
    expect(failures.areReadsBlocked).toBe(false);
  });

  test('pause it at once, reads as well, where nothing can succeed', () => {
    const failures = new RunFailures();
    expect(failures.count('blocked', 3)).toBe(true);
    expect(failures.areReadsBlocked).toBe(true);
  });

  test('that came before it was resumed are forgotten', () => {
    const failures = new RunFailures();
    failures.stop = { code: 'internal', message: 'It failed.', retryable: true };
    failures.count('failed', 2);
    failures.count('blocked', 2);
    failures.forget();
    expect([failures.stop, failures.areReadsBlocked]).toEqual([undefined, false]);
    expect([failures.count('failed', 2), failures.count('failed', 2)]).toEqual([false, true]);
  });

  test('make all requests wait for twice as long each time, a minute at most, until one succeeds', () => {
    const failures = new RunFailures();
    let now = 1000;
    const next = () => {
      expect(wait(failures, now)).toBe(true);
      const waited = failures.resumesAt - now;
      now = failures.resumesAt;
      return waited;
    };
    expect([next(), next(), next(), next(), next(), next()]).toEqual([
      ...[2000, 4000, 8000, 16_000, 32_000, 60_000],
    ]);
    failures.count('failed', 9);
    expect(next()).toBe(60_000);
    failures.count('answered', 9);
    expect(next()).toBe(2000);
  });

  test('at the same time count as one, and do not shorten a pause', () => {
    const failures = new RunFailures();
    wait(failures, 0);
    expect(wait(failures, 1999)).toBe(false);
    expect(failures.resumesAt).toBe(2000);
    expect(wait(failures, 1000, 5000)).toBe(true);
    expect(wait(failures, 1000, 10)).toBe(true);
    expect(failures.resumesAt).toBe(6000);
    wait(failures, 6000);
    expect(failures.resumesAt).toBe(10_000);
  });

  test('are not shown when the pause is over', () => {
    const failures = new RunFailures();
    wait(failures, 0, 5000);
    expect(failures.waitAt(4999)).toEqual(failure.view());
    expect(failures.waitAt(5000)).toBeUndefined();
    failures.resume();
    expect([failures.resumesAt, failures.waitAt(4999)]).toEqual([0, undefined]);
  });
});

describe('the steps in progress', () => {
  const turns = () => new Promise(setImmediate);

  test('are counted until each has ended', async () => {
    const jobs = new JobSet();
    const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sizes: number[] = [];
    jobs.add(one.promise, () => sizes.push(jobs.size));
    jobs.add(other.promise, () => sizes.push(jobs.size));
    expect(jobs.size).toBe(2);
    one.resolve();
    await turns();
    expect(sizes).toEqual([1]);
    other.resolve();
    await turns();
    expect(sizes).toEqual([1, 0]);
  });

  test('meet no work: it begins after them, one work after the other, and none may start meanwhile', async () => {
    const jobs = new JobSet();
    const steps = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const works = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const events: string[] = [];
    const work = (index: 0 | 1) =>
      jobs.alone(() => {
        events.push(`work ${index}`);
        return works[index].promise;
      });
    // The first step starts the second, as the run does with the next item.
    jobs.add(steps[0].promise, () => jobs.add(steps[1].promise, () => events.push('steps ended')));
    expect(jobs.isBlocked).toBe(false);
    const [first, second] = [work(0), work(1)];
    expect(jobs.isBlocked).toBe(true);
    steps[0].resolve();
    await turns();
    expect(events).toEqual([]);
    steps[1].resolve();
    await turns();
    expect(events).toEqual(['steps ended', 'work 0']);
    works[0].reject(new Error('failed'));
    await expect(first).rejects.toThrow('failed');
    await turns();
    expect(events).toEqual(['steps ended', 'work 0', 'work 1']);
    expect(jobs.isBlocked).toBe(true);
    works[1].resolve();
    await second;
    await turns();
    expect(jobs.isBlocked).toBe(false);
  });

  test('and the works are waited for, but not without end', async () => {
    const jobs = new JobSet();
    const [step, work] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isSettled = false;
    const waiting = (ms: number) =>
      jobs.settled(ms).then(() => {
        isSettled = true;
      });
    jobs.add(step.promise, () => undefined);
    void jobs.alone(() => work.promise);
    await waiting(1);
    isSettled = false;
    const long = waiting(60_000);
    step.resolve();
    await turns();
    expect(isSettled).toBe(false);
    work.resolve();
    await long;
  });
});

test('under a rate limit fewer items are worked on at once', () => {
  expect(maxItemsAtOnce({ concurrency: 3, stopAfter: 1 })).toBe(48);
  expect(maxItemsAtOnce({ concurrency: 3, stopAfter: 1, perSecond: 5 })).toBe(6);
});
