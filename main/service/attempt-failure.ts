import type { ErrorCode } from '../../preload/contract/envelope.ts';
import type { JsonValue } from '../../preload/contract/json.ts';
import { Failure } from '../failure.ts';

interface AttemptFacts {
  code: ErrorCode;
  message: string;
  hint: string;
  requestId?: string | undefined;
  details: Record<string, JsonValue>;
  /** Whether the service can have done what was asked. `no` only where that is proved. */
  performed: 'no' | 'unknown';
  /** Another attempt may go better: connection errors, 429, 502, 503, 504. */
  transient: boolean;
  /** A person may try again, where that is more than `transient` says. */
  retryable?: boolean;
  /** Milliseconds the service asks to wait (Retry-After). */
  retryAfterMs?: number | undefined;
}

/**
 * One attempt that failed, with what decides whether there is another. It never carries a cause: the errors of the network
 * library can hold request headers, and with them the API key.
 */
export class AttemptFailure extends Failure {
  readonly performed: 'no' | 'unknown';
  readonly transient: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(facts: AttemptFacts) {
    super({ ...facts, retryable: facts.retryable ?? facts.transient });
    this.performed = facts.performed;
    this.transient = facts.transient;
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The same failure with more facts, as the caller of an operation gets it. */
export function withDetails(failure: Failure, more: Record<string, JsonValue>): Failure {
  return new Failure({ ...failure.view(), details: { ...failure.details, ...more } });
}

/** A call cancelled on its way; `left` says whether the request may have gone out by then. */
export function cancelledAttempt(left: boolean): AttemptFailure {
  return new AttemptFailure({
    code: 'cancelled',
    message: 'Cancelled before it finished.',
    hint: 'Ask again if it is still needed.',
    details: {},
    performed: left ? 'unknown' : 'no',
    transient: false,
    retryable: true,
  });
}
