import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withAwaitedRequests } from '../../../renderer/bridge/awaited-requests.ts';
import type { BridgeClient } from '../../../renderer/bridge/bridge-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Call {
  options: { signal?: AbortSignal; onProgress?(progress: unknown): void };
  resolve(): void;
}

/** A bridge whose calls are answered when the test says so. */
function heldBridge() {
  const calls: Call[] = [];
  const invoke = (_operation: string, _input: unknown, options: Call['options']) =>
    new Promise((resolve, reject) => {
      options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      calls.push({ options, resolve: () => resolve({}) });
    });
  return { calls, ...withAwaitedRequests({ invoke } as unknown as BridgeClient) };
}
const medium = { environmentId: 'e', conversationId: 'c', mediaId: 'm' };

test('a request is listed after two seconds with its attempt, and not once it is answered', async () => {
  const { bridge, calls, awaitedRequests } = heldBridge();
  const onProgress = vi.fn();
  const answered = bridge.invoke('media.open', medium, { onProgress });
  const progress = { attempt: 2, attempts: 4, limitMs: 30_000 };
  calls[0]?.options.onProgress?.(progress);
  vi.advanceTimersByTime(1999);
  expect(awaitedRequests.getState().requests).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(awaitedRequests.getState().requests).toMatchObject([{ what: 'the file', progress }]);
  calls[0]?.options.onProgress?.({ ...progress, attempt: 3 });
  expect(awaitedRequests.getState().requests[0]?.progress?.attempt).toBe(3);
  expect(onProgress).toHaveBeenCalledTimes(2);
  calls[0]?.resolve();
  await answered;
  expect(awaitedRequests.getState().requests).toEqual([]);
});

test('stopping a request aborts it, and so does its own caller', async () => {
  const { bridge, calls, awaitedRequests } = heldBridge();
  const first = bridge.invoke('media.list', { environmentId: 'e', conversationId: 'c' });
  const own = new AbortController();
  const second = bridge.invoke('media.open', medium, { signal: own.signal });
  vi.advanceTimersByTime(2000);
  awaitedRequests.getState().requests[0]?.stop();
  await expect(first).rejects.toThrow('aborted');
  expect(calls[1]?.options.signal?.aborted).toBe(false);
  own.abort();
  await expect(second).rejects.toThrow('aborted');
  expect(awaitedRequests.getState().requests).toEqual([]);
});

test('a request that calls no service is passed on as it is', async () => {
  const { bridge, calls, awaitedRequests } = heldBridge();
  const signal = new AbortController().signal;
  void bridge.invoke('cases.status', { environmentId: 'e' }, { signal });
  vi.advanceTimersByTime(10_000);
  expect(calls[0]?.options.signal).toBe(signal);
  expect(awaitedRequests.getState().requests).toEqual([]);
});
