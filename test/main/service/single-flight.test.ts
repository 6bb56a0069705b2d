import { describe, expect, test } from 'vitest';
import { singleFlight } from '../../../main/service/authentication/token-cache.ts';

const cancelledUnsent = { code: 'cancelled', request: { performed: 'no' } };

/** A call whose runs the test completes. */
function countedCall() {
  const runs: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = [];
  const flight = singleFlight((signal) => {
    const run = { ...Promise.withResolvers<string>(), signal };
    runs.push(run);
    return run.promise;
  });
  return { runs, flight };
}

describe('a single flight', () => {
  test('runs once for all concurrent callers, and again afterwards', async () => {
    const { runs, flight } = countedCall();
    const both = Promise.all([flight(), flight()]);
    expect(runs).toHaveLength(1);
    runs[0]?.resolve('one');
    expect(await both).toEqual(['one', 'one']);
    const later = flight();
    expect(runs).toHaveLength(2);
    runs[1]?.reject(new Error('failed'));
    await expect(later).rejects.toThrow('failed');
    void flight();
    expect(runs).toHaveLength(3);
  });

  test('does not start for a signal that is already aborted', async () => {
    const { runs, flight } = countedCall();
    await expect(flight(AbortSignal.abort())).rejects.toMatchObject(cancelledUnsent);
    expect(runs).toHaveLength(0);
  });

  test('continues for the others when one leaves, and is aborted when the last one leaves', async () => {
    const { runs, flight } = countedCall();
    const [one, other] = [new AbortController(), new AbortController()];
    const first = flight(one.signal);
    const second = flight(other.signal);
    one.abort();
    await expect(first).rejects.toMatchObject(cancelledUnsent);
    expect(runs[0]?.signal.aborted).toBe(false);
    other.abort();
    await expect(second).rejects.toMatchObject(cancelledUnsent);
    expect(runs[0]?.signal.aborted).toBe(true);
  });

  test('restarts at once after it was aborted, and the old run does not end the new one', async () => {
    const { runs, flight } = countedCall();
    const abort = new AbortController();
    const cancelled = flight(abort.signal);
    abort.abort();
    await expect(cancelled).rejects.toMatchObject(cancelledUnsent);
    const fresh = flight();
    expect(runs).toHaveLength(2);
    runs[0]?.reject(new Error('aborted'));
    await new Promise(setImmediate);
    const joined = flight();
    expect(runs).toHaveLength(2);
    runs[1]?.resolve('two');
    expect(await Promise.all([fresh, joined])).toEqual(['two', 'two']);
  });

  test('is not aborted by a signal after its result', async () => {
    const { runs, flight } = countedCall();
    const abort = new AbortController();
    const done = flight(abort.signal);
    runs[0]?.resolve('one');
    expect(await done).toBe('one');
    await new Promise(setImmediate);
    abort.abort();
    expect(runs[0]?.signal.aborted).toBe(false);
  });

  test('does not affect the next run when a signal arrives while its result is delivered', async () => {
    const abort = new AbortController();
    const result = Promise.withResolvers<string>();
    let started = 0;
    const flight = singleFlight(() => {
      started++;
      return started === 1 ? result.promise : new Promise<string>(() => undefined);
    });
    // Runs before the flight receives the result; what it queues runs right after that.
    const between = result.promise.then(() =>
      queueMicrotask(() => {
        void flight();
        abort.abort();
      }),
    );
    const done = flight(abort.signal);
    result.resolve('one');
    await Promise.all([done, between]);
    await new Promise(setImmediate);
    void flight();
    expect(started).toBe(2);
  });
});
