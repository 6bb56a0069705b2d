import { Failure } from '../common/failure.ts';
import { retryMessages } from './messages/status.ts';
import type { SystemDeps } from './system-deps.ts';

/** The most retries after the first attempt. */
const maxRetries = 3;
/** The most attempts of a call that may be repeated. */
export const maxAttempts = maxRetries + 1;
/** The longest waiting time that a service may ask for, in milliseconds. */
const maxRetryAfterMs = 60_000;

type Next = { again: true; afterMs: number } | { again: false; tooLongMs?: number };

/**
 * Returns whether and when to retry after attempt number `attempt` (from 1), for requests that may be repeated: after 0.3,
 * 0.6, 1.2 s with jitter, or as long as Retry-After says.
 */
function nextAttempt(error: unknown, attempt: number, random: () => number): Next {
  if (!(error instanceof Failure) || error.request?.transient !== true) {
    return { again: false };
  }
  const { retryAfterMs } = error.request;
  if (retryAfterMs !== undefined && retryAfterMs > maxRetryAfterMs) {
    return { again: false, tooLongMs: retryAfterMs };
  }
  if (attempt > maxRetries) {
    return { again: false };
  }
  const pause = 300 * 2 ** (attempt - 1);
  return { again: true, afterMs: retryAfterMs ?? pause * (0.5 + random() / 2) };
}

/**
 * Waits until a call may be repeated after its attempt number `attempt` (from 1) failed.
 *
 * @param onPause called with the milliseconds of the pause
 * @throws the failure where a repetition is useless; Failure cancelled
 */
export async function awaitRetry(
  error: unknown,
  attempt: number,
  system: Pick<SystemDeps, 'sleep' | 'random'>,
  signal: AbortSignal | undefined,
  onPause?: (ms: number) => void,
): Promise<void> {
  const next = nextAttempt(error, attempt, system.random);
  if (!next.again) {
    throw givenUp(error, attempt, next);
  }
  onPause?.(next.afterMs);
  await system.sleep(next.afterMs, signal);
}

/** Returns the last failure, with the number of attempts and why there was no other. */
function givenUp(error: unknown, attempts: number, next: Next): unknown {
  if (!(error instanceof Failure) || error.request === undefined || error.request.attempts !== undefined) {
    return error;
  }
  const tooLongMs = next.again ? undefined : next.tooLongMs;
  return error.with({
    // A request that may be repeated changes nothing: a caller that sends it before a change, as for a token, knows that the change was not sent.
    request: { ...error.request, performed: 'no', transient: false, attempts },
    ...(tooLongMs === undefined ? {} : { hint: retryMessages.tooLong(Math.ceil(tooLongMs / 1000)) }),
  });
}
