import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { CallFailure } from '../../../renderer/bridge/bridge-client.ts';
import { LatestRequest } from '../../../renderer/bridge/latest-request.ts';

const cancelled: FailureView = { code: 'cancelled', message: 'Cancelled.', retryable: true };
let reported: unknown[] = [];
beforeEach(() => {
  reported = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
});
afterEach(() => vi.unstubAllGlobals());

/** Starts a request that the test completes, and records its callbacks. */
function begin(latest: LatestRequest) {
  const answer = Promise.withResolvers<string>();
  const outcomes: string[] = [];
  let signal: AbortSignal | undefined;
  const ended = latest.run(
    (given) => {
      signal = given;
      return answer.promise;
    },
    { done: (value) => void outcomes.push(value), failed: ({ code }) => outcomes.push(code) },
  );
  return { ...answer, outcomes, ended, isAborted: () => signal?.aborted };
}

test('the outcome of a request is reported once', async () => {
  const request = begin(new LatestRequest());
  request.resolve('value');
  await request.ended;
  expect(request.outcomes).toEqual(['value']);
  expect(request.isAborted()).toBe(false);
});

test('a later request cancels the earlier one and drops its outcome, whichever ends first', async () => {
  const latest = new LatestRequest();
  const [first, second, third] = [begin(latest), begin(latest), begin(latest)];
  expect([first, second, third].map((one) => one.isAborted())).toEqual([true, true, false]);
  third.resolve('third');
  first.resolve('first');
  second.reject(new CallFailure(cancelled));
  await Promise.all([first.ended, second.ended, third.ended]);
  expect([first.outcomes, second.outcomes, third.outcomes]).toEqual([[], [], ['third']]);
});

test('an aborted request still reports how it ended', async () => {
  const latest = new LatestRequest();
  const request = begin(latest);
  latest.abort();
  expect(request.isAborted()).toBe(true);
  request.reject(new CallFailure(cancelled));
  await request.ended;
  expect(request.outcomes).toEqual(['cancelled']);
});

test('a discarded request reports nothing', async () => {
  const latest = new LatestRequest();
  const request = begin(latest);
  latest.discard();
  expect(request.isAborted()).toBe(true);
  request.resolve('value');
  await request.ended;
  expect(request.outcomes).toEqual([]);
});

test('an error other than a failed call ends the request too, and is reported', async () => {
  const latest = new LatestRequest();
  const request = begin(latest);
  const defect = new Error('defect');
  request.reject(defect);
  await request.ended;
  expect(request.outcomes).toEqual(['internal']);
  const outcomes: string[] = [];
  await latest.run(
    () => {
      throw defect;
    },
    { done: () => undefined, failed: ({ code }) => outcomes.push(code) },
  );
  expect(outcomes).toEqual(['internal']);
  expect(reported).toEqual([defect, defect]);
});
