import { Failure } from '../common/failure.ts';

/** The meaning of a failed request for the run of reads or deletions that it belongs to. */
export type FailureKind =
  /** The service no longer has the conversation. */
  | { kind: 'gone' }
  /** This conversation cannot be read, and a retry would fail the same way. */
  | { kind: 'failed'; code: string }
  /** This read may succeed later; the others continue. */
  | { kind: 'again'; code: string }
  /** No read can succeed for now: all wait as long as the service asks, or as the run decides. */
  | { kind: 'wait'; afterMs: number | undefined; failure: Failure }
  /** No read can succeed before a user has changed something. */
  | { kind: 'pause'; failure: Failure }
  | { kind: 'cancelled' };

/** Failures of every read in the environment until a user changes something. */
const pausesRun: ReadonlySet<string> = new Set([
  'credentials-rejected',
  'credentials-missing',
  'credentials-confused',
  'keychain-absent',
  'keychain-locked',
  'keychain-denied',
  'gateway-refused',
  'token-refused',
  'token-unreadable',
  'tls-untrusted',
  'tls-expired',
  'tls-failed',
  'environment-not-found',
  'file-unreadable',
]);

/** Failures of every read that are temporary: the network, the proxy, the service as a whole. */
const passing: ReadonlySet<string> = new Set([
  'name-not-found',
  'unreachable',
  'connection-refused',
  'proxy-failed',
  'timeout-connect',
  'rate-limited',
]);

/** Failures that may concern only this reply. */
const perhapsOnce: ReadonlySet<string> = new Set([
  'connection-reset',
  'server-error',
  'gateway-failed',
  'timeout-headers',
  'timeout-idle',
  'timeout-total',
  'reply-truncated',
  'reply-empty',
]);

/** Returns whether a permission or a plan is missing: for this conversation, or for all of them, as only the next replies show. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Failure && (error.code === 'forbidden' || error.code === 'plan-exhausted');
}

/** The longest wait a service may ask for, in milliseconds. */
const maxWaitMs = 3_600_000;

export function classifyFailure(error: unknown): FailureKind {
  if (!(error instanceof Failure)) {
    return { kind: 'failed', code: 'internal' };
  }
  const { code } = error;
  if (code === 'cancelled') {
    return { kind: 'cancelled' };
  }
  if (code === 'gone') {
    return { kind: 'gone' };
  }
  // Before Retry-After: waiting as long as a refusal asks changes nothing.
  if (pausesRun.has(code)) {
    return { kind: 'pause', failure: error };
  }
  if (isRefusal(error)) {
    return { kind: 'failed', code };
  }
  const asked = Number(error.details?.retryAfterSeconds ?? Number.NaN);
  if (asked > 0) {
    return { kind: 'wait', afterMs: Math.min(asked * 1000, maxWaitMs), failure: error };
  }
  if (asked === 0) {
    // A Retry-After of 0 would repeat the request endlessly while the service refuses it.
    return { kind: 'wait', afterMs: undefined, failure: error };
  }
  if (passing.has(code)) {
    return { kind: 'wait', afterMs: undefined, failure: error };
  }
  return { kind: perhapsOnce.has(code) ? 'again' : 'failed', code };
}
