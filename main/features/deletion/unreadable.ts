import { Failure } from '../../common/failure.ts';

/** Failures to read one conversation that say nothing about whether it can be deleted: the service failed, or its reply was unusable. */
const ofThisReply: ReadonlySet<string> = new Set([
  'server-error',
  'timeout-headers',
  'timeout-idle',
  'timeout-total',
  'reply-empty',
  'reply-not-json',
  'reply-truncated',
  'reply-too-large',
  'reply-wrong-type',
]);

/** Returns why a conversation cannot be read although deleting it may work; undefined for other errors. */
export function unreadable(error: unknown): Failure | undefined {
  return error instanceof Failure && ofThisReply.has(error.code) ? error : undefined;
}
