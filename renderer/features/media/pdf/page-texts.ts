import { LRUCache } from 'lru-cache';
import type { PageText } from './messages.ts';
import type { PdfReader } from './pdf-reader.ts';

/** Runs of text kept at once, about 150 bytes each. */
const maxRuns = 200_000;

/** The text of each page, read when it is asked for and kept for a while. */
export class PdfTexts {
  readonly #reader: Pick<PdfReader, 'text'>;
  readonly #reading = new Map<number, Promise<PageText>>();
  readonly #kept = new LRUCache<number, PageText>({
    maxSize: maxRuns,
    sizeCalculation: ({ runs }) => runs.length + 1,
  });

  constructor(reader: Pick<PdfReader, 'text'>) {
    this.#reader = reader;
  }

  /** @throws PdfProblemError */
  async of(page: number): Promise<PageText> {
    const kept = this.#kept.get(page);
    if (kept) {
      return kept;
    }
    const reading = this.#reading.get(page) ?? this.#read(page);
    this.#reading.set(page, reading);
    return reading;
  }

  async #read(page: number): Promise<PageText> {
    try {
      const text = await this.#reader.text(page);
      this.#kept.set(page, text);
      return text;
    } finally {
      this.#reading.delete(page);
    }
  }
}
