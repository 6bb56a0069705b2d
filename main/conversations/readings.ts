import { randomUUID } from 'node:crypto';
import type { LineIndex } from './raw-index.ts';
import type { RawFormat } from './raw-lines.ts';

/** How many raw replies are kept, and how many bytes of them together. They live in memory only. */
const maxReadings = 8;
const maxBytes = 64 * 1024 * 1024;

/** A raw reply in memory, with its lines found once for each form. */
export interface CachedReply {
  readonly raw: Uint8Array;
  /** Filled when first asked for. */
  readonly indexes: Partial<Record<RawFormat, Promise<LineIndex>>>;
  /** True once the reply is no longer kept: work on it ends. */
  readonly released: boolean;
}

/** For whom a reply is kept: one conversation in one window. */
export interface ReadingOwner {
  environmentId: string;
  conversationId: string;
  /** Aborted when the window is gone. */
  closed: AbortSignal;
}

interface Entry extends CachedReply {
  readonly owner: ReadingOwner;
  released: boolean;
}

/**
 * The raw replies of the conversations that are open in a window, so that people can look at what came without another call. A
 * reply goes when its conversation is left, when its window goes, and when it has to make room for newer ones.
 */
export class RawReplyCache {
  /** A Map keeps the order of insertion: the first key is the oldest reading. */
  readonly #kept = new Map<string, Entry>();
  readonly #windows = new WeakSet<AbortSignal>();
  #bytes = 0;

  /** Keeps a reply's body; the id is random and names nothing else. A reply whose window is gone is not kept. */
  keep(raw: Uint8Array, owner: ReadingOwner): string {
    const readingId = randomUUID();
    if (owner.closed.aborted) {
      return readingId;
    }
    if (!this.#windows.has(owner.closed)) {
      this.#windows.add(owner.closed);
      owner.closed.addEventListener(
        'abort',
        () => this.#drop((entry) => entry.owner.closed === owner.closed),
        {
          once: true,
        },
      );
    }
    this.#kept.set(readingId, { raw, indexes: {}, owner, released: false });
    this.#bytes += raw.byteLength;
    this.#drop(() => this.#kept.size > maxReadings || this.#bytes > maxBytes);
    return readingId;
  }

  /** Undefined once it is no longer kept. */
  find(readingId: string): CachedReply | undefined {
    return this.#kept.get(readingId);
  }

  /** The conversation was left in this window: nothing of it stays. */
  leave({ environmentId, conversationId, closed }: ReadingOwner): void {
    this.#drop(
      ({ owner }) =>
        owner.closed === closed &&
        owner.environmentId === environmentId &&
        owner.conversationId === conversationId,
    );
  }

  clear(): void {
    this.#drop(() => true);
  }

  /** Drops, oldest first, what `goes` says; it is asked anew after each. */
  #drop(goes: (entry: Entry) => boolean): void {
    for (const [readingId, entry] of this.#kept) {
      if (!goes(entry)) {
        continue;
      }
      this.#kept.delete(readingId);
      this.#bytes -= entry.raw.byteLength;
      entry.released = true;
    }
  }
}
