import { Failure } from '../../failure.ts';

/** What a failed read means for the run it is part of. */
export type Judgement =
  /** The service no longer has the conversation. */
  | { kind: 'gone' }
  /** This conversation cannot be read; another try would end alike. */
  | { kind: 'failed'; code: string }
  /** This read may succeed later; the others go on. */
  | { kind: 'again'; code: string }
  /** No read succeeds for now: all wait, so long as the service asks, or as the run decides. */
  | { kind: 'wait'; afterMs: number | undefined; failure: Failure }
  /** No read succeeds before a person has changed something. */
  | { kind: 'pause'; failure: Failure }
  | { kind: 'cancelled' };

/** Every read of the environment meets these, until a person has changed something. */
const needPerson: ReadonlySet<string> = new Set([
  'credentials-rejected',
  'credentials-missing',
  'credentials-confused',
  'keychain-absent',
  'keychain-locked',
  'keychain-denied',
  'plan-exhausted',
  'gateway-refused',
  'token-refused',
  'token-unreadable',
  'tls-untrusted',
  'tls-expired',
  'tls-failed',
  'environment-not-found',
  'file-unreadable',
]);

/** Every read meets these too, but they pass: the network, the proxy, the service as a whole. */
const passing: ReadonlySet<string> = new Set([
  'name-not-found',
  'unreachable',
  'connection-refused',
  'proxy-failed',
  'timeout-connect',
  'rate-limited',
]);

/** May be due to this one reply. */
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

/** The longest wait a service can ask for, in milliseconds. */
const longestWait = 3_600_000;

export function judgeFailure(error: unknown): Judgement {
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
  const asked = Number(error.details?.retryAfterSeconds ?? Number.NaN);
  if (asked > 0) {
    return { kind: 'wait', afterMs: Math.min(asked * 1000, longestWait), failure: error };
  }
  if (asked === 0) {
    // "At once" would repeat the request without end while the service refuses it.
    return { kind: 'wait', afterMs: undefined, failure: error };
  }
  if (needPerson.has(code)) {
    return { kind: 'pause', failure: error };
  }
  if (passing.has(code)) {
    return { kind: 'wait', afterMs: undefined, failure: error };
  }
  return { kind: perhapsOnce.has(code) ? 'again' : 'failed', code };
}
