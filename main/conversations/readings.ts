import { randomUUID } from 'node:crypto';
import type { LineIndex } from './raw-index.ts';
import type { RawForm } from './raw-lines.ts';

/** How many raw replies are kept, and how many bytes of them together. They live in memory only. */
const mostReadings = 8;
const mostBytes = 64 * 1024 * 1024;

/** A raw reply in memory, with its lines found once for each form. */
export interface KeptReading {
  readonly raw: Uint8Array;
  /** Filled when first asked for. */
  readonly indexes: Partial<Record<RawForm, Promise<LineIndex>>>;
}

/** The last raw replies, so that people can look at what came without another call. */
export interface Readings {
  /** Keeps a reply's body; the id is random and names nothing else. The oldest ones make room. */
  keep(raw: Uint8Array): string;
  /** Undefined once it had to make room. */
  find(readingId: string): KeptReading | undefined;
  clear(): void;
}

export function createReadings(): Readings {
  // A Map keeps the order of insertion: the first key is the oldest reading.
  const kept = new Map<string, KeptReading>();
  let bytes = 0;
  return {
    keep(raw) {
      const readingId = randomUUID();
      kept.set(readingId, { raw, indexes: {} });
      bytes += raw.byteLength;
      for (const [oldest, reading] of kept) {
        if (kept.size <= mostReadings && bytes <= mostBytes) break;
        kept.delete(oldest);
        bytes -= reading.raw.byteLength;
      }
      return readingId;
    },
    find: (readingId) => kept.get(readingId),
    clear() {
      kept.clear();
      bytes = 0;
    },
  };
}
