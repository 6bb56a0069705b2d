import type { SealedMeta } from '../../store/sealed-meta.ts';

/** Templates of messages to send, and messages that are sent again. */
const messageLists = ['templates', 'resent'] as const;
type MessageList = (typeof messageLists)[number];
/** Written and read by the callbacks of main, which know its members. */
type KeptMessage = Record<string, unknown>;

interface ListOf {
  environmentId: string;
  list: MessageList;
}

/** Returns the name of a list in `meta`. */
const messageListName = (list: MessageList, environmentId: string) => `messages-${list}/${environmentId}`;

/** Lists of messages that are kept sealed. Methods that write expect the caller to open the transaction. */
export class KeptMessages {
  readonly #meta: SealedMeta;

  constructor(meta: SealedMeta) {
    this.#meta = meta;
  }

  messages({ environmentId, list }: ListOf): KeptMessage[] {
    return (this.#meta.readable(messageListName(list, environmentId)) as KeptMessage[] | undefined) ?? [];
  }

  /** Replaces a list. */
  saveMessages({ environmentId, list, messages }: ListOf & { messages: readonly KeptMessage[] }): void {
    this.#meta.write(messageListName(list, environmentId), messages.length === 0 ? undefined : messages);
  }

  /** Replaces a message, unless it is no longer in the list. */
  replaceMessage({ before, after, ...where }: ListOf & { before: KeptMessage; after: KeptMessage }): void {
    const messages = this.messages(where);
    const place = messages.findIndex((one) => JSON.stringify(one) === JSON.stringify(before));
    if (place >= 0) {
      this.saveMessages({ ...where, messages: messages.with(place, after) });
    }
  }

  /** Deletes the messages that name one of the conversations; all of the environment without ids. */
  drop(environmentId: string, conversationIds?: readonly string[]): void {
    for (const list of messageLists) {
      const all = this.messages({ environmentId, list });
      const rest = all.filter((message) => {
        const text = JSON.stringify(message);
        return conversationIds !== undefined && !conversationIds.some((id) => text.includes(id));
      });
      if (rest.length < all.length) {
        this.saveMessages({ environmentId, list, messages: rest });
      }
    }
  }
}
