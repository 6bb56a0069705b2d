import type { CallbackRow } from '../../preload/contract/callbacks.ts';
import { conversationId as conversationIdSchema } from '../../preload/contract/service/reading.ts';
import type { NewCallback } from '../new-callback.ts';
import { parseLeniently } from '../service/reply/lenient.ts';
import { isJsonObject, parseExactly } from '../service/reply/parse.ts';
import { replySchemas } from '../service/reply/read.ts';
import type { CaseIndex } from './index/case-index.ts';

/** Larger bodies add their case by its id only. Bytes. */
const maxRead = 1024 * 1024;

/** Whether a callback adds its case: its signature is valid, and it did not arrive outside the permitted time, which a repeated old message does. */
export function bringsItsCase({ isGenuine, state }: Pick<NewCallback, 'isGenuine' | 'state'>): boolean {
  return isGenuine && state !== 'outside-time';
}

/**
 * Brings the case of a callback into the list. Its conversation is recorded like a read reply, unless it was read after the event occurred: retries
 * may arrive days later (interface 6.3).
 */
export function recordCallback(
  index: CaseIndex,
  environmentId: string,
  callback: NewCallback,
  row: CallbackRow,
): void {
  const parsedId = conversationIdSchema.safeParse(row.conversationId);
  if (!parsedId.success) {
    return;
  }
  const conversationId = parsedId.data;
  const { receivedAt, content, checks } = callback;
  const readAt = index.ensure(environmentId, conversationId, receivedAt) ?? 0;
  const created = Date.parse(content.created ?? '');
  // Without a time, a repetition would seem to be newer than what it repeats.
  const mayRepeat = row.relation !== 'first' && Number.isNaN(created);
  if (mayRepeat || !row.isKnown) {
    return;
  }
  const at = Number.isNaN(created) ? receivedAt : Math.min(created, receivedAt);
  if (readAt >= at) {
    return;
  }
  const read = conversationOfCallback(callback);
  if (read === undefined) {
    return;
  }
  index.recorder.record({
    ...{ environmentId, conversationId, at, opened: false },
    conversation: read.value,
    notes: { flags: read.flags, duplicates: [] },
    checks,
  });
}

/** The conversation in a callback that brings its case, read like a reply. */
export function conversationOfCallback(callback: NewCallback) {
  if (!bringsItsCase(callback) || callback.body.byteLength > maxRead) {
    return undefined;
  }
  const parsed = parseExactly(callback.body, undefined);
  const conversation = parsed.ok && isJsonObject(parsed.json) ? memberOf(parsed.json.payload) : undefined;
  return conversation && parseLeniently(replySchemas.conversation, conversation);
}

function memberOf(payload: unknown) {
  return isJsonObject(payload) && isJsonObject(payload.conversation) ? payload.conversation : undefined;
}
