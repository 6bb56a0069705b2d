import { isObject } from '../../../preload/contract/objects.ts';
import { asConversationId } from '../../../preload/contract/service/conversation-id.ts';
import { findConversations } from '../../../preload/contract/service/references.ts';

/** What a line or an item of a list names. */
export interface FoundIds {
  ids: string[];
  /** Ids of callbacks, which are never those of conversations (field notes, Habits). */
  callbacks: string[];
  /** The line is longer than any id, address or callback body. */
  tooLong?: boolean;
}

/** Longer lines are not searched. Characters. */
const maxLine = 1_000_000;

/** The conversations in a line of text: an id, an address, a callback body, a reply, a line of a log. */
export function idsInLine(line: string): FoundIds {
  if (line.length > maxLine) {
    return { ids: [], callbacks: [], tooLong: true };
  }
  const { conversations, callbacks } = findConversations(line);
  const ids = conversations
    // A word alone may be a heading or a remark as well as an id.
    .filter(({ id, from }) => from !== 'id' || looksLikeId(id))
    .map(({ id }) => id);
  return { ids, callbacks: callbacks.map(({ id }) => id) };
}

/** The conversations in an item of a JSON list. */
export function idsInValue(value: unknown): FoundIds {
  if (typeof value === 'string') {
    return idsInLine(value);
  }
  if (!isObject(value) && !Array.isArray(value)) {
    return { ids: [], callbacks: [] };
  }
  const text = JSON.stringify(value);
  const found = idsInLine(text);
  if (found.ids.length > 0 || found.callbacks.length > 0 || !isObject(value)) {
    return found;
  }
  const isCallback = value.target !== undefined || value.event !== undefined;
  const id = asConversationId(value.id);
  if (id === undefined || isCallback) {
    return isCallback && id !== undefined ? { ids: [], callbacks: [id] } : found;
  }
  return { ids: [id], callbacks: [] };
}

/** An id is a word of some length with a digit in it, or of several parts. */
export function looksLikeId(word: string): boolean {
  return /^[A-Za-z0-9][\w.:~-]{2,511}$/.test(word) && (/\d/.test(word) || word.split(/[-_]/).length > 2);
}
