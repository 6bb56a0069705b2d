import { isObject } from '../../../../preload/contract/objects.ts';
import { asConversationId, isUuid } from '../../../../preload/contract/service/conversation-id.ts';
import { findConversations } from '../../../../preload/contract/service/references.ts';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { idTextsIn, idTextsInValue } from './unread-ids.ts';

/** The ids found in a line or a list item. */
export interface FoundIds {
  ids: string[];
  /** Callback ids, which are never conversation ids (field notes, Habits). */
  callbacks: string[];
  /** The line is longer than any id, address or callback body. */
  tooLong?: boolean;
  /** Texts that may be ids of conversations and were not taken for one. */
  unread?: string[];
}

/** The most ids read of one line or item (preload/contract/service/references.ts). */
export const maxIdsOfLine = 50;

/** In characters. Longer lines are not searched. */
const maxLine = 1_000_000;

/** Characters that cannot be seen, which mail programs and PDF files put into and beside ids. */
const invisible = /\p{Cf}/gu;

/** Returns the conversations in a line of text: an id, an address, a callback body, a response or a log line. */
export function idsInLine(lineText: string): FoundIds {
  if (isUuid(lineText)) {
    // Nearly all lines of long lists: the search below takes several times as long.
    return { ids: [lineText.toLowerCase()], callbacks: [] };
  }
  const line = lineText.replaceAll(invisible, '');
  if (line.length > maxLine) {
    return { ids: [], callbacks: [], tooLong: true };
  }
  const { conversations, callbacks } = findConversations(line);
  const ids = conversations
    // A single word may also be a heading or a remark.
    .filter(({ id, from }) => from !== 'word' || looksLikeId(id))
    .map(({ id }) => id);
  const lineIds = { ids, callbacks: callbacks.map(({ id }) => id) };
  const idTexts = new Set([...lineIds.ids, ...lineIds.callbacks]);
  const value = /^\s*[[{]/.test(line) ? attempt((): unknown => JSON.parse(line)) : undefined;
  const texts = value === undefined ? idTextsIn(line) : idTextsInValue(value, idTexts);
  return { ...lineIds, unread: texts.filter((text) => !idTexts.has(text)) };
}

/** Returns the conversations in an item of a JSON list. */
export function idsInValue(value: unknown): FoundIds {
  if (typeof value === 'string') {
    return idsInLine(value);
  }
  if (!isObject(value) && !Array.isArray(value)) {
    return { ids: [], callbacks: [] };
  }
  const text = JSON.stringify(value);
  const lineIds = idsInLine(text);
  if (lineIds.ids.length > 0 || lineIds.callbacks.length > 0 || !isObject(value)) {
    return lineIds;
  }
  const isCallback = value.target !== undefined || value.event !== undefined;
  // A list of objects with the conversation in a member, as other programs write them.
  const { conversation } = value;
  const id = asConversationId(isObject(conversation) && value.id === undefined ? conversation.id : value.id);
  if (id === undefined || isCallback) {
    return isCallback && id !== undefined ? { ids: [], callbacks: [id] } : lineIds;
  }
  return {
    ids: [id],
    callbacks: [],
    unread: idTextsInValue(value, new Set([id])).filter((text) => text !== id),
  };
}

/** Ids are long words that contain a digit or consist of several parts. */
export function looksLikeId(word: string): boolean {
  return /^[A-Za-z0-9][\w.:~-]{2,511}$/.test(word) && (/\d/.test(word) || word.split(/[-_]/).length > 2);
}
