import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BridgeMessage } from '../../../preload/contract/bridge.ts';
import type { Envelope } from '../../../preload/contract/envelope.ts';
import { createBridgeClient } from '../../../renderer/bridge/bridge-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Call {
  progress(progress: unknown): void;
  answer(): void;
}

const cancelled = { code: 'cancelled', message: 'Cancelled.', retryable: true } as const;

/** A bridge whose calls are answered when the test says so, or when they are cancelled. */
function heldBridge() {
  const calls: Call[] = [];
  const answers = new Map<string, (envelope: Envelope) => void>();
  const listeners = new Set<(message: BridgeMessage) => void>();
  const bridge = createBridgeClient({
    invoke: (callId) =>
      new Promise((resolve) => {
        answers.set(callId, resolve);
        calls.push({
          progress: (progress) => {
            for (const listener of listeners) {
              listener({ kind: 'progress', callId, progress });
            }
          },
          answer: () => resolve({ ok: true, value: {} }),
        });
      }),
    cancel: (callId) => answers.get(callId)?.({ ok: false, error: cancelled }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
  return { calls, bridge, requests: () => bridge.awaitedRequests.getState().requests };
}
const medium = { environmentId: 'e', conversationId: 'c', mediaId: 'm' };

test('a request is listed after two seconds with its attempt, and not once it is answered', async () => {
  const { bridge, calls, requests } = heldBridge();
  const onProgress = vi.fn();
  const response = bridge.invoke('media.open', medium, { onProgress });
  const progress = { attempt: 2, attempts: 4, limitMs: 30_000 };
  calls[0]?.progress(progress);
  vi.advanceTimersByTime(1999);
  expect(requests()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(requests()).toMatchObject([{ what: 'the file', progress }]);
  calls[0]?.progress({ ...progress, attempt: 3 });
  expect(requests()[0]?.progress?.attempt).toBe(3);
  expect(onProgress).toHaveBeenCalledTimes(2);
  calls[0]?.answer();
  await response;
  expect(requests()).toEqual([]);
});

test('stopping a request cancels it, and so does its own caller', async () => {
  const { bridge, requests } = heldBridge();
  const first = bridge.invoke('media.list', { environmentId: 'e', conversationId: 'c' });
  const own = new AbortController();
  const second = bridge.invoke('media.open', medium, { signal: own.signal });
  vi.advanceTimersByTime(2000);
  requests()[0]?.stop();
  await expect(first).rejects.toMatchObject({ view: cancelled });
  expect(requests()).toMatchObject([{ what: 'the file' }]);
  own.abort();
  await expect(second).rejects.toMatchObject({ view: cancelled });
  expect(requests()).toEqual([]);
});

test('a request that calls no service is not listed', async () => {
  const { bridge, requests } = heldBridge();
  void bridge.invoke('cases.status', { environmentId: 'e' });
  vi.advanceTimersByTime(10_000);
  expect(requests()).toEqual([]);
});
