import type { ErrorCode } from '../../preload/contract/envelope.ts';
import type { JsonValue } from '../../preload/contract/json.ts';
import { Failure } from '../common/failure.ts';

interface AttemptDetails {
  code: ErrorCode;
  message: string;
  hint: string;
  requestId?: string | undefined;
  details: Record<string, JsonValue>;
  /** `no` only where it is proved that the service did not carry out the request. */
  performed: 'no' | 'unknown';
  /** Another attempt may succeed: connection errors, 429, 502, 503, 504. */
  transient: boolean;
  /** True if the user may try again, where that differs from `transient`. */
  retryable?: boolean;
  /** Milliseconds to wait (Retry-After). */
  retryAfterMs?: number | undefined;
}

/**
 * A failed attempt, with the facts that decide about another one. It never has a cause: errors of the network library
 * can hold request headers, and with them the API key.
 */
export class AttemptFailure extends Failure {
  readonly performed: 'no' | 'unknown';
  readonly transient: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(details: AttemptDetails) {
    super({ ...details, retryable: details.retryable ?? details.transient });
    this.performed = details.performed;
    this.transient = details.transient;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** Returns the failure with more details, as the caller of an operation receives it. */
export function withDetails(failure: Failure, more: Record<string, JsonValue>): Failure {
  return new Failure({ ...failure.view(), details: { ...failure.details, ...more } });
}

/** Returns a cancelled call; `left` says whether the request may have been sent. */
export function cancelledAttempt(left: boolean): AttemptFailure {
  return new AttemptFailure({
    code: 'cancelled',
    message: 'Cancelled before it finished.',
    hint: 'Try again if it is still needed.',
    details: {},
    performed: left ? 'unknown' : 'no',
    transient: false,
    retryable: true,
  });
}
