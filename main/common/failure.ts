import type { ErrorCode, FailureView } from '../../preload/contract/envelope.ts';
import type { JsonValue } from '../../preload/contract/json.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';

/** The facts of a failed request that decide what follows. */
export interface FailedRequest {
  /** `no` only where it is proved that the service did not carry out the request. */
  performed: 'no' | 'unknown';
  /** Another attempt may succeed: connection errors, 429, 502, 503, 504. */
  transient: boolean;
  /** The HTTP status of the response; of the proxy's where it refused the connection. */
  status?: number | undefined;
  /** The media type of the response, safe to show. */
  mediaType?: string | undefined;
  /** The service's error object (interface 7.2), safe to show. Without it a gateway may have answered. */
  errorObject?: { status: string; message: string } | undefined;
  /** Texts of the service or a gateway that the message may repeat. */
  quoted?: string[] | undefined;
  /** The reason of a conflict (interface 3.3), safe to show. */
  statusDetail?: string | undefined;
  /** True if it was sent with another login than the request whose effect it was to show, so that it proves nothing. */
  otherLogin?: boolean | undefined;
  /** Milliseconds that the response asks to wait (Retry-After). */
  retryAfterMs?: number | undefined;
  /** How often it was sent before it was given up. */
  attempts?: number | undefined;
  /** The reason of `outcome-unknown`. */
  behind?: ErrorCode | undefined;
}

interface FailureMembers {
  code: ErrorCode;
  /** The event and its meaning. */
  message: string;
  /** The next step for the user. */
  hint?: string | undefined;
  /** True if the same call may succeed later without a change; `request.transient` when not given. */
  retryable?: boolean | undefined;
  requestId?: string | undefined;
  /** Facts to show; never a secret or personal data, and never read to decide. */
  details?: Record<string, JsonValue> | undefined;
  request?: FailedRequest | undefined;
  cause?: unknown;
}

/**
 * An expected error with its code, message and hint. Everything in main that can go wrong for a user throws this. The failure of a request
 * never has a cause: errors of the network library can hold request headers, and with them the API key.
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly details: Record<string, JsonValue> | undefined;
  readonly request: FailedRequest | undefined;

  constructor({ code, message, hint, retryable, requestId, details, request, cause }: FailureMembers) {
    super(message, { cause });
    this.name = 'Failure';
    this.code = code;
    this.hint = hint;
    this.retryable = retryable ?? request?.transient ?? false;
    this.requestId = requestId;
    this.details = details;
    this.request = request;
  }

  /** Returns the same failure with other texts or facts, or more details. */
  with({
    details,
    ...others
  }: Partial<Pick<FailureMembers, 'message' | 'hint' | 'details' | 'request'>>): Failure {
    return new Failure({
      ...this.view(),
      request: this.request,
      ...others,
      details: details === undefined ? this.details : { ...this.details, ...details },
    });
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

/** Throws an error that is not a failure: it comes from a fault in the code, and no user could act on it. */
export function assertFailure(error: unknown): asserts error is Failure {
  if (!(error instanceof Failure)) {
    throw error;
  }
}

/** Returns the failure of a cancelled request; `left` says whether it may have been sent. */
export function cancelledRequest(left: boolean): Failure {
  return new Failure({
    code: 'cancelled',
    message: 'Cancelled before it finished.',
    hint: 'Try again if it is still needed.',
    retryable: true,
    request: { performed: left ? 'unknown' : 'no', transient: false },
  });
}
