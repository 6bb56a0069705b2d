import { LRUCache } from 'lru-cache';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type { Reading } from '../../service/port.ts';

/** The next two of a queue, and those of one more window. */
const maxPrefetched = 4;
/** An older read is not shown as the present one. Milliseconds. */
const maxAge = 60_000;

/** Conversations read before they are opened, so that the next one of a queue is there at once. In memory only. */
export class PrefetchedReadings {
  readonly #readings = new LRUCache<string, Promise<Reading<Conversation>>>({
    max: maxPrefetched,
    ttl: maxAge,
  });

  /** Reads a conversation ahead, once. A failure is not kept: it occurs again when the conversation is opened. */
  async add(key: string, read: () => Promise<Reading<Conversation>>): Promise<void> {
    if (this.#readings.has(key)) {
      return;
    }
    const reading = read();
    this.#readings.set(key, reading);
    await reading.catch(() => {
      if (this.#readings.peek(key) === reading) {
        this.#readings.delete(key);
      }
    });
  }

  /** Returns what was read ahead and forgets it. */
  take(key: string): Promise<Reading<Conversation>> | undefined {
    const reading = this.#readings.get(key);
    this.#readings.delete(key);
    return reading;
  }

  forget(keys: readonly string[]): void {
    for (const key of keys) {
      this.#readings.delete(key);
    }
  }

  clear(): void {
    this.#readings.clear();
  }
}
