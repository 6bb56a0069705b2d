import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Target } from '../../common/target.ts';
import type { LineIndex } from './raw-index.ts';
import type { RawFormat } from './raw-lines.ts';

/** The most raw replies that are kept, and their bytes together. In memory only. */
const maxReplies = 8;
const maxBytes = 64 * 1024 * 1024;

/** A raw reply in memory with its line index for each format. */
export interface CachedReply {
  raw: Uint8Array;
  /** Computed on first use. */
  indexes: Partial<Record<RawFormat, Promise<LineIndex>>>;
  /** True once the reply was dropped; work on it stops. */
  released: boolean;
}

/** The owner of a reply: one conversation in one window. */
export interface ReplyOwner extends Target {
  /** Aborted when the window closes. */
  closed: AbortSignal;
}

interface Entry extends CachedReply {
  owner: ReplyOwner;
  released: boolean;
}

/**
 * The raw replies of the conversations that are open in a window, so that they can be shown without another request. A reply is
 * dropped when its conversation or its window is closed, and, oldest first, when there are too many.
 */
export class RawReplyCache {
  readonly #entries = new LRUCache<string, Entry>({
    max: maxReplies,
    maxSize: maxBytes,
    sizeCalculation: ({ raw }) => Math.max(1, raw.byteLength),
    dispose: (entry) => {
      entry.released = true;
    },
  });
  readonly #windows = new WeakSet<AbortSignal>();

  /** Keeps a reply and returns a random id for it. A reply of a closed window is not kept. */
  keep(raw: Uint8Array, owner: ReplyOwner): string {
    const readingId = randomUUID();
    if (owner.closed.aborted) {
      return readingId;
    }
    if (!this.#windows.has(owner.closed)) {
      this.#windows.add(owner.closed);
      owner.closed.addEventListener(
        'abort',
        () => this.#drop((entry) => entry.owner.closed === owner.closed),
        { once: true },
      );
    }
    this.#entries.set(readingId, { raw, indexes: {}, owner, released: false });
    return readingId;
  }

  /** Returns a reply; undefined once it is no longer kept. */
  find(readingId: string): CachedReply | undefined {
    return this.#entries.peek(readingId);
  }

  /** Drops the replies of a conversation that was closed in this window. */
  leave({ environmentId, conversationId, closed }: ReplyOwner): void {
    this.#drop(
      ({ owner }) =>
        owner.closed === closed &&
        owner.environmentId === environmentId &&
        owner.conversationId === conversationId,
    );
  }

  clear(): void {
    this.#entries.clear();
  }

  #drop(isDropped: (entry: Entry) => boolean): void {
    for (const [readingId, entry] of [...this.#entries]) {
      if (isDropped(entry)) {
        this.#entries.delete(readingId);
      }
    }
  }
}
