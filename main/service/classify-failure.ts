import type { ErrorCode } from '../../preload/contract/envelope.ts';
import { Failure } from '../common/failure.ts';

/** The meaning of a failed request for the run of reads or deletions that it belongs to. */
export type FailureKind =
  /** The service no longer has the conversation. */
  | { kind: 'gone' }
  /** This conversation cannot be read, and a retry would fail the same way. */
  | { kind: 'failed'; code: ErrorCode }
  /** This read may succeed later; the others continue. */
  | { kind: 'again'; code: ErrorCode }
  /** No read can succeed for now: all wait as long as the service asks, or as the run decides. */
  | { kind: 'wait'; afterMs: number | undefined; failure: Failure }
  /** No read can succeed before a user has changed something. */
  | { kind: 'pause'; failure: Failure }
  | { kind: 'cancelled' };

/** The failures of every read until a user changes something (`pause`), of every read for a while (`wait`), and perhaps of this one only (`again`). */
const kinds: Partial<Record<ErrorCode, 'pause' | 'wait' | 'again'>> = {
  'credentials-rejected': 'pause',
  'credentials-missing': 'pause',
  'credentials-confused': 'pause',
  'keychain-absent': 'pause',
  'keychain-locked': 'pause',
  'keychain-denied': 'pause',
  'gateway-refused': 'pause',
  'token-refused': 'pause',
  'token-unreadable': 'pause',
  'tls-untrusted': 'pause',
  'tls-expired': 'pause',
  'tls-failed': 'pause',
  'environment-not-found': 'pause',
  'file-unreadable': 'pause',
  'name-not-found': 'wait',
  unreachable: 'wait',
  'connection-refused': 'wait',
  'proxy-failed': 'wait',
  'timeout-connect': 'wait',
  'rate-limited': 'wait',
  'connection-reset': 'again',
  'server-error': 'again',
  'gateway-failed': 'again',
  'timeout-headers': 'again',
  'timeout-idle': 'again',
  'timeout-total': 'again',
  'reply-truncated': 'again',
  'reply-empty': 'again',
  busy: 'again',
};

/** Returns whether a permission or a plan is missing: for this conversation, or for all of them, as only the next responses show. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'forbidden' || error.code === 'plan-exhausted');
}

/** `gone`: 410. `not-found`: 404. */
export type Absence = 'gone' | 'not-found';

/**
 * Returns why the service has no data of a conversation (interface 7.3), whether it was read or was to be changed: 410, or 404, which counts only
 * under a login that may read it. Both need the service's error object: without it, they may come from a gateway.
 */
export function absenceOf(error: unknown): Absence | undefined {
  if (!(error instanceof Failure) || error.request?.errorObject === undefined) {
    return undefined;
  }
  return error.code === 'gone' || error.code === 'not-found' ? error.code : undefined;
}

/** The longest wait a service may ask for, in milliseconds. */
const maxWaitMs = 3_600_000;

export function classifyFailure(error: unknown): FailureKind {
  if (!(error instanceof Failure)) {
    return { kind: 'failed', code: 'internal' };
  }
  const { code, request } = error;
  if (code === 'cancelled') {
    return { kind: 'cancelled' };
  }
  if (absenceOf(error) === 'gone') {
    return { kind: 'gone' };
  }
  // Two statuses that the interface does not define may pass: 408 and 425.
  const kind = kinds[code] ?? (code === 'unexpected-status' && error.retryable ? 'again' : undefined);
  // Before Retry-After: waiting as long as a refusal asks changes nothing.
  if (kind === 'pause') {
    return { kind, failure: error };
  }
  if (isRefusal(error)) {
    return { kind: 'failed', code };
  }
  const askedMs = request?.retryAfterMs;
  if (kind === 'wait' || askedMs !== undefined) {
    // A Retry-After of 0 would repeat the request endlessly while the service refuses it.
    return { kind: 'wait', afterMs: askedMs ? Math.min(askedMs, maxWaitMs) : undefined, failure: error };
  }
  return { kind: kind ?? 'failed', code };
}
