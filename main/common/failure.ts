import type { ErrorCode, FailureView } from '../../preload/contract/envelope.ts';
import type { JsonValue } from '../../preload/contract/json.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';

interface FailureDetails {
  code: ErrorCode;
  /** The event and its meaning. */
  message: string;
  /** The next step for the user. */
  hint?: string | undefined;
  /** True if the same call may succeed later without a change. */
  retryable?: boolean;
  requestId?: string | undefined;
  /** Facts to show; never a secret or personal data. */
  details?: Record<string, JsonValue> | undefined;
  cause?: unknown;
}

/** An expected error with its code, message and hint. Everything in main that can go wrong for a user throws this. */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly details: Record<string, JsonValue> | undefined;

  constructor(details: FailureDetails) {
    super(details.message, { cause: details.cause });
    this.name = 'Failure';
    this.code = details.code;
    this.hint = details.hint;
    this.retryable = details.retryable ?? false;
    this.requestId = details.requestId;
    this.details = details.details;
  }

  /** Returns the form sent over the bridge: without stack and cause. */
  view(): FailureView {
    return {
      code: this.code,
      message: this.message,
      retryable: this.retryable,
      ...omitUndefined({ hint: this.hint, requestId: this.requestId, details: this.details }),
    };
  }
}

/** Returns the failure of a cancelled call. */
export function cancelledFailure(): Failure {
  return new Failure({ code: 'cancelled', message: 'Cancelled before it finished.', retryable: true });
}
