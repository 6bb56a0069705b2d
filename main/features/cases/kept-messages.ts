import type { Meta } from '../../store/meta.ts';
import { metaPlace, readableText, type Sealer } from '../../store/sealing.ts';

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
  readonly #meta: Meta;
  readonly #sealer: Sealer;

  constructor(meta: Meta, sealer: Sealer) {
    this.#meta = meta;
    this.#sealer = sealer;
  }

  messages({ environmentId, list }: ListOf): KeptMessage[] {
    const name = messageListName(list, environmentId);
    const sealed = this.#meta.bytes(name);
    const text = sealed && readableText(this.#sealer, sealed, metaPlace(name));
    return text === undefined ? [] : (JSON.parse(text) as KeptMessage[]);
  }

  /** Replaces a list. */
  saveMessages({ environmentId, list, messages }: ListOf & { messages: readonly KeptMessage[] }): void {
    const name = messageListName(list, environmentId);
    if (messages.length === 0) {
      this.#meta.delete(name);
    } else {
      this.#meta.set(name, this.#sealer.seal(JSON.stringify(messages), metaPlace(name)));
    }
  }

  /** Deletes the messages that name one of the conversations. */
  drop(environmentId: string, conversationIds: readonly string[]): void {
    for (const list of messageLists) {
      const all = this.messages({ environmentId, list });
      const left = all.filter((message) => {
        const text = JSON.stringify(message);
        return !conversationIds.some((id) => text.includes(id));
      });
      if (left.length < all.length) {
        this.saveMessages({ environmentId, list, messages: left });
      }
    }
  }

  forget(environmentId: string): void {
    for (const list of messageLists) {
      this.#meta.delete(messageListName(list, environmentId));
    }
  }
}
