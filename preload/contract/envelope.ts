import { z } from 'zod';
import { jsonValue } from './json.ts';

/** The areas in which an operation can fail, each with its reasons; a code belongs to one area. */
export const failureAreas = {
  /** The response of the service (interface 7.1); `outcome-unknown` where a change may have been carried out. */
  service: [
    'bad-request',
    'plan-exhausted',
    'forbidden',
    'not-found',
    'conflict',
    'gone',
    'rate-limited',
    'server-error',
    'unexpected-status',
    'outcome-unknown',
  ],
  /** A gateway in front of the service. */
  gateway: ['gateway-refused', 'gateway-failed'],
  network: [
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
  ],
  /** A response that cannot be read. These codes begin with `reply`, as lists of earlier versions hold them. */
  response: [
    'reply-empty',
    'reply-not-json',
    'reply-truncated',
    'reply-html',
    'reply-too-large',
    'reply-wrong-type',
  ],
  /** The token endpoint. */
  token: ['token-refused', 'token-unreadable'],
  /** The API key: refused by the service, not entered, or not the one of this environment. */
  credentials: ['credentials-rejected', 'credentials-missing', 'credentials-confused'],
  keychain: ['keychain-absent', 'keychain-locked', 'keychain-denied'],
  environment: ['environment-not-found', 'environment-switched', 'environment-read-only', 'set-by-policy'],
  deletion: ['confirmation-mismatch', 'preview-outdated', 'deletion-running', 'deletion-not-recorded'],
  creation: ['creation-repeated'],
  headless: ['step-outdated'],
  /** The team’s database, or what it holds of the team. */
  team: ['team-unreachable', 'team-refused', 'team-log-changed', 'team-not-allowed'],
  /** Files of the console and files that the user names. */
  files: [
    'settings-unreadable',
    'settings-newer',
    'data-directory-in-use',
    'data-directory-unsafe',
    'file-unreadable',
    'file-not-written',
    'changed-outside',
  ],
  /** The console itself: what was asked of it, and its limits. */
  console: [
    'cancelled',
    'invalid-input',
    'comment-needed',
    'unknown-operation',
    'reading-expired',
    'result-expired',
    'not-supported-here',
    'busy',
    'limit-exceeded',
    'connection-lost',
    'internal',
  ],
} as const;

export type FailureArea = keyof typeof failureAreas;
/** The reasons of one area. */
export type CodeOf<Area extends FailureArea> = (typeof failureAreas)[Area][number];
export type ErrorCode = CodeOf<FailureArea>;

/** Returns whether a failure is of this area. */
export function isOfArea<Area extends FailureArea, F extends { code: ErrorCode }>(
  area: Area,
  failure: F,
): failure is F & { code: CodeOf<Area> } {
  return (failureAreas[area] as readonly ErrorCode[]).includes(failure.code);
}

export const errorCode = z.enum(Object.values(failureAreas).flat());

/**
 * A failure as the renderer receives it. `message` says what happened and what it means, `hint` what to do; `requestId`
 * is the service's `x-request-id`; `details` holds facts to show (violations, phase …), never a secret: nothing is decided by them.
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

/** The response of every operation. */
export type Envelope<T = unknown> = { ok: true; value: T } | { ok: false; error: FailureView };
