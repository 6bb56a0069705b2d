import type { CallbackRow } from '../../../preload/contract/callbacks.ts';
import { conversationId as conversationIdSchema } from '../../../preload/contract/service/reading.ts';
import { isWithin } from '../../../preload/wording/response-notes.ts';
import type { NewCallback } from '../../common/new-callback.ts';
import { parseLeniently } from '../../service/response/lenient.ts';
import { isJsonObject, parseExactly } from '../../service/response/parse.ts';
import { responseSchemas } from '../../service/response/read.ts';
import type { RecordedReading } from './case-recorder.ts';
import type { CaseIndex } from './index/case-index.ts';

/** Larger bodies add their case by its id only. Bytes. */
const maxRead = 1024 * 1024;

/** Returns whether a callback adds its case: its signature is valid, and it arrived within the permitted time, unlike a repeated old message. */
export function bringsItsCase({ isGenuine, state }: Pick<NewCallback, 'isGenuine' | 'state'>): boolean {
  return isGenuine && state !== 'outside-time';
}

/**
 * Brings the case of a callback into the list. Its conversation is recorded like a read response, unless it was read after the event occurred or its
 * data was deleted since: retries may arrive days later (interface 6.3).
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
  const { read_at: readAt, verdict } = index.recorder.ensure(environmentId, conversationId, receivedAt);
  const createdAt = Date.parse(content.created ?? '');
  // A repetition that has no time would seem to be newer than the callback it repeats.
  const mayRepeat = row.relation !== 'first' && Number.isNaN(createdAt);
  if (verdict === 'gone' || mayRepeat || !row.isKnown) {
    return;
  }
  const at = Number.isNaN(createdAt) ? receivedAt : Math.min(createdAt, receivedAt);
  if ((readAt ?? 0) >= at) {
    return;
  }
  const conversation = conversationOfCallback(callback);
  if (conversation === undefined) {
    return;
  }
  const { value, flags, duplicates } = conversation;
  index.recorder.record({
    environmentId,
    conversationId,
    at,
    opened: false,
    ...withEarlierResults({ conversation: value, notes: { flags, duplicates }, checks }, () =>
      index.lastReading({ environmentId, conversationId }),
    ),
  });
}

type CallbackReading = Pick<RecordedReading, 'conversation' | 'notes' | 'checks'>;

/** Adds the earlier results of other products: a callback may have only those that its event is about (interface 6.2). */
function withEarlierResults(
  { conversation, notes, checks = [] }: CallbackReading,
  lastReading: () => CallbackReading | undefined,
): CallbackReading {
  const earlier = lastReading();
  const result = conversation.result ?? {};
  const missing = Object.keys(earlier?.conversation.result ?? {}).filter((name) => !(name in result));
  if (earlier === undefined || missing.length === 0) {
    return { conversation, notes, checks };
  }
  const ofMissing = (all: readonly { path: string }[] = []) =>
    all.filter(({ path }) => missing.some((name) => isWithin(path, `result.${name}`)));
  const before = earlier.conversation.result ?? {};
  return {
    conversation: {
      ...earlier.conversation,
      ...conversation,
      result: { ...Object.fromEntries(missing.map((name) => [name, before[name]])), ...result },
    },
    notes: {
      flags: [...(notes.flags ?? []), ...ofMissing(earlier.notes.flags)],
      duplicates: [...(notes.duplicates ?? []), ...ofMissing(earlier.notes.duplicates)],
    },
    checks: missing.includes('identity') ? [...checks, ...(earlier.checks ?? [])] : checks,
  };
}

/** Returns the conversation in a callback that brings its case, read like a response. */
export function conversationOfCallback(callback: NewCallback) {
  if (!bringsItsCase(callback) || callback.body.byteLength > maxRead) {
    return undefined;
  }
  const content = parseExactly(callback.body, undefined);
  const conversation = content.ok && isJsonObject(content.json) ? memberOf(content.json.payload) : undefined;
  if (!content.ok || conversation === undefined) {
    return undefined;
  }
  const duplicates = content.duplicates.flatMap(({ path }) =>
    isWithin(path, place) ? [{ path: path.slice(place.length + 1) }] : [],
  );
  return { ...parseLeniently(responseSchemas.conversation, conversation), duplicates };
}

/** The conversation's place in a callback. */
const place = 'payload.conversation';

function memberOf(payload: unknown) {
  return isJsonObject(payload) && isJsonObject(payload.conversation) ? payload.conversation : undefined;
}
