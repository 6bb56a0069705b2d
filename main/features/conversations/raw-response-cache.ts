import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Target } from '../../common/target.ts';
import type { LineIndex } from './raw-index.ts';
import type { RawFormat } from './raw-lines.ts';

/** The most raw responses that are kept, and their bytes together. In memory only. */
const maxResponses = 8;
const maxBytes = 64 * 1024 * 1024;

/** A raw response in memory with its line index for each format. */
export interface CachedResponse {
  raw: Uint8Array;
  /** Computed on first use. */
  indexes: Partial<Record<RawFormat, Promise<LineIndex>>>;
  /** True once the response was dropped; work on it stops. */
  released: boolean;
}

/** The owner of a response: one conversation in one window. */
export interface ResponseOwner extends Target {
  /** Aborted when the window closes. */
  closed: AbortSignal;
}

interface Entry extends CachedResponse {
  owner: ResponseOwner;
  released: boolean;
}

/**
 * The raw responses of the conversations that are open in a window, so that they can be shown without another request. A response is
 * dropped when its conversation or its window is closed, and, oldest first, when there are too many.
 */
export class RawResponseCache {
  readonly #entries = new LRUCache<string, Entry>({
    max: maxResponses,
    maxSize: maxBytes,
    sizeCalculation: ({ raw }) => Math.max(1, raw.byteLength),
    dispose: (entry) => {
      entry.released = true;
    },
  });
  readonly #windows = new WeakSet<AbortSignal>();

  /** Keeps a response and returns a random id for it. A response of a closed window is not kept. */
  keep(raw: Uint8Array, owner: ResponseOwner): string {
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

  /** Returns a response; undefined once it is no longer kept. */
  find(readingId: string): CachedResponse | undefined {
    return this.#entries.peek(readingId);
  }

  /** Drops the responses of a conversation that was closed in this window. */
  leave({ environmentId, conversationId, closed }: ResponseOwner): void {
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
