/** The size of the tables, by two characters, as in the algorithm of Wu and Manber. */
const tableSize = 0x10000;

/** A range of a text from `start` to before `end`. */
export interface Range {
  start: number;
  end: number;
}

/** Replaces each range in the text; returns the same string when there is none. */
export function replaceRanges(text: string, ranges: readonly Range[], replacement: string): string {
  if (ranges.length === 0) {
    return text;
  }
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of ranges) {
    parts.push(text.slice(from, start), replacement);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/**
 * Finds many literal texts at once (Wu and Manber), mostly without reading each character: the last two characters of a
 * window as long as the shortest pattern say how far it can move.
 */
export class PatternSet {
  readonly #window: number;
  /** By two characters: how far the window may move. */
  readonly #moves: Uint8Array;
  /** By two characters: the patterns whose beginning, as long as the window, ends in them; the longest first. */
  readonly #endings = new Map<number, string[]>();

  /** @param patterns each of at least two characters */
  constructor(patterns: readonly string[]) {
    const shortest = patterns.reduce((least, { length }) => Math.min(least, length), 0xff);
    this.#window = patterns.length === 0 ? 0 : shortest;
    this.#moves = new Uint8Array(tableSize).fill(Math.max(1, this.#window - 1));
    for (const pattern of patterns.toSorted((one, other) => other.length - one.length)) {
      for (let end = 2; end <= this.#window; end++) {
        const pair = pairAt(pattern, end - 1);
        this.#moves[pair] = Math.min(this.#moves[pair] ?? 0, this.#window - end);
      }
      const ending = pairAt(pattern, this.#window - 1);
      this.#endings.set(ending, [...(this.#endings.get(ending) ?? []), pattern]);
    }
  }

  /** Replaces every pattern in the text; returns the same string when there is none. */
  replaceIn(text: string, replacement: string): string {
    return replaceRanges(text, this.rangesIn(text), replacement);
  }

  /** Returns the ranges of the patterns in a text, in order and without overlap: the longest match at each position. */
  rangesIn(text: string): Range[] {
    const window = this.#window;
    const ranges: Range[] = [];
    if (window === 0) {
      return ranges;
    }
    for (let last = window - 1; last < text.length; ) {
      const pair = pairAt(text, last);
      const move = this.#moves[pair] ?? 1;
      if (move > 0) {
        last += move;
        continue;
      }
      const start = last - window + 1;
      const match = this.#endings.get(pair)?.find((pattern) => text.startsWith(pattern, start));
      if (match === undefined) {
        last += 1;
        continue;
      }
      const end = start + match.length;
      ranges.push({ start, end });
      last = end + window - 1;
    }
    return ranges;
  }
}

/** Characters above one byte share an entry; the comparison that follows distinguishes them. */
function pairAt(text: string, index: number): number {
  return ((text.charCodeAt(index - 1) & 0xff) << 8) | (text.charCodeAt(index) & 0xff);
}
