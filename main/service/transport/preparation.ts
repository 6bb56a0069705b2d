import { cancelledRequest, Failure } from '../../common/failure.ts';
import { preparationMessages } from '../messages/settings.ts';
import { untilAborted } from './until-aborted.ts';

/**
 * Returns the result of work before a request that has no time limit of its own: the keychain may wait for the user, and the
 * system's proxy settings may come from a script on the network.
 *
 * @param limitMs the environment's total limit
 * @throws Failure cancelled when `signal` is aborted, timeout-total after `limitMs`; and errors of the work
 */
export async function inTimeBefore<T>(
  work: Promise<T>,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), Math.min(limitMs, 2 ** 31 - 1));
  const stopSignal = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  try {
    return await untilAborted(work, stopSignal);
  } catch (error) {
    throw stopSignal.aborted ? preparationEnded(limitMs, signal) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the failure of a request that was not sent: the caller cancelled, or the time was over. */
export function preparationEnded(limitMs: number, signal: AbortSignal | undefined): Failure {
  if (signal?.aborted) {
    return cancelledRequest(false);
  }
  return new Failure({
    code: 'timeout-total',
    ...preparationMessages.late(limitMs),
    details: { phase: 'preparation' },
    request: { performed: 'no', transient: false },
    retryable: true,
  });
}
