import { omitUndefined } from '../objects.ts';
import { asConversationId } from './conversation-id.ts';

/**
 * The place where an id was found: alone, in a URL, as a callback's `payload.conversation.id`, in a response, or in text. A `word` is a text
 * without the form of an id: it may be an id, or a name, a number of a document or an account.
 */
export type ReferenceSource = 'id' | 'address' | 'callback' | 'response' | 'text' | 'word';

export interface ConversationReference {
  id: string;
  from: ReferenceSource;
}

export interface FoundReferences {
  conversations: ConversationReference[];
  /** A callback's own ids, with the conversation of each: never used as conversation ids. */
  callbacks: { id: string; conversationId: string | undefined }[];
  /** A note on the pasted text. */
  note?: string;
}

/** The most of one kind that are found in a text. */
export const maxFound = 50;

/** Collects the ids that are found, without duplicates. */
export class Findings {
  readonly #conversations = new Map<string, ReferenceSource>();
  readonly #callbacks = new Map<string, string | undefined>();
  #sawCallback = false;

  add(id: unknown, from: ReferenceSource): void {
    const reference = asConversationId(id);
    if (
      reference !== undefined &&
      this.#conversations.size < maxFound &&
      !this.#conversations.has(reference)
    ) {
      this.#conversations.set(reference, from);
    }
  }

  addCallback(id: unknown, ofConversation: unknown): void {
    this.#sawCallback = true;
    const reference = asConversationId(id);
    if (reference === undefined || this.#callbacks.size >= maxFound) {
      return;
    }
    this.#callbacks.set(reference, asConversationId(ofConversation) ?? this.#callbacks.get(reference));
  }

  get isEmpty(): boolean {
    return this.#conversations.size === 0 && this.#callbacks.size === 0;
  }

  get isFull(): boolean {
    return this.#conversations.size >= maxFound;
  }

  result(): FoundReferences {
    const conversations = [...this.#conversations]
      // A callback's id that also occurs as plain text is still the callback's.
      .filter(
        ([id, from]) =>
          !this.#callbacks.has(id) || from === 'callback' || from === 'response' || from === 'address',
      )
      .map(([id, from]) => ({ id, from }));
    const callbacks = [...this.#callbacks].map(([id, of]) => ({ id, conversationId: of }));
    const note = noteOn(conversations, callbacks, this.#sawCallback);
    return { conversations, callbacks, ...omitUndefined({ note }) };
  }
}

function noteOn(
  conversations: readonly ConversationReference[],
  callbacks: FoundReferences['callbacks'],
  sawCallback: boolean,
): string | undefined {
  if (!sawCallback) {
    return undefined;
  }
  const [own] = callbacks;
  const names = own
    ? `Its id, ${own.id}, identifies the callback, not a conversation`
    : 'The callback has no id';
  if (!conversations.some(({ from }) => from === 'callback')) {
    return `This is a callback without a conversation id at payload.conversation.id. ${names}.`;
  }
  if (callbacks.length > 1) {
    return 'These are callbacks. Their own ids identify the callbacks; the conversation ids are at payload.conversation.id.';
  }
  return `This is a callback. ${names}. The conversation id is at payload.conversation.id.`;
}

/** Returns the first of the items, as many as are kept. */
export function* take<T>(items: Iterable<T>): Generator<T> {
  let taken = 0;
  for (const item of items) {
    if (++taken > maxFound) {
      return;
    }
    yield item;
  }
}
