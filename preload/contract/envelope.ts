import { z } from 'zod';
import { jsonValue } from './json.ts';

/** Every way an operation can fail. The message and hint are sent with the code. */
export const errorCodes = [
  // errors of the service (interface 7.1)
  'bad-request',
  'credentials-rejected',
  'plan-exhausted',
  'forbidden',
  'not-found',
  'conflict',
  'gone',
  'rate-limited',
  'server-error',
  'unexpected-status',
  // errors of a gateway in front of the service
  'gateway-refused',
  'gateway-failed',
  // the network
  'name-not-found',
  'unreachable',
  'connection-refused',
  'connection-reset',
  'tls-untrusted',
  'tls-expired',
  'tls-failed',
  'proxy-failed',
  'timeout-connect',
  'timeout-headers',
  'timeout-idle',
  'timeout-total',
  // the reply cannot be read
  'reply-empty',
  'reply-not-json',
  'reply-truncated',
  'reply-html',
  'reply-too-large',
  'reply-wrong-type',
  // the token endpoint
  'token-refused',
  'token-unreadable',
  // credentials and the keychain
  'credentials-missing',
  'credentials-confused',
  'keychain-absent',
  'keychain-locked',
  'keychain-denied',
  // deletion
  'outcome-unknown',
  'confirmation-mismatch',
  'preview-outdated',
  'deletion-running',
  'deletion-not-recorded',
  // creation
  'creation-repeated',
  // headless
  'step-outdated',
  // this console
  'cancelled',
  'invalid-input',
  'comment-needed',
  'unknown-operation',
  'environment-not-found',
  'environment-switched',
  'environment-read-only',
  'settings-unreadable',
  'settings-newer',
  'data-directory-in-use',
  'data-directory-unsafe',
  'file-unreadable',
  'file-not-written',
  'changed-outside',
  'reading-expired',
  'result-expired',
  'not-supported-here',
  // limits of the console: too much work at once, or one task too large
  'busy',
  'limit-exceeded',
  'connection-lost',
  'internal',
] as const;

export const errorCode = z.enum(errorCodes);
export type ErrorCode = z.infer<typeof errorCode>;

/**
 * A failure as the renderer receives it. `message` says what happened and what it means, `hint` what to do; `requestId`
 * is the service's `x-request-id`; `details` holds facts to show (violations, statusDetail, phase …), never a secret.
 */
export const failureView = z.object({
  code: errorCode,
  message: z.string(),
  hint: z.string().optional(),
  retryable: z.boolean(),
  requestId: z.string().optional(),
  details: z.record(z.string(), jsonValue).optional(),
});
export type FailureView = z.infer<typeof failureView>;

/** The reply of every operation. */
export type Envelope<T = unknown> = { ok: true; value: T } | { ok: false; error: FailureView };
