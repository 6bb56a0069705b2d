/** How much JSON is read at once. A callback has a hundred values at a depth of ten. */
export interface JsonBounds {
  /** Values and member names. */
  tokens: number;
  /** Brackets open at once. */
  depth: number;
}

/** What the engine and the importers read. Enough for an archive of 64 MiB, little enough for a second of work. */
export const jsonBounds: JsonBounds = { tokens: 2_000_000, depth: 500 };

export type BeyondBounds = 'tokens' | 'depth';

/**
 * Which bound a text would go beyond if it is JSON, or undefined when it stays within both. One pass over the bytes, to
 * be made before a parser that has no bounds; it does not check the syntax.
 */
export function beyondBounds(source: Uint8Array, bounds = jsonBounds): BeyondBounds | undefined {
  let tokens = 1;
  let depth = 0;
  for (let at = 0; at < source.length; at++) {
    const byte = source[at];
    if (byte === 0x22) {
      at = stringEnd(source, at);
    } else if (byte === 0x5b || byte === 0x7b) {
      tokens++;
      depth++;
      if (depth > bounds.depth) {
        return 'depth';
      }
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    } else if (byte === 0x2c || byte === 0x3a) {
      tokens++;
    }
    if (tokens > bounds.tokens) {
      return 'tokens';
    }
  }
  return undefined;
}

/** The index of the quote that closes the string at `at`; the last index where none does. */
function stringEnd(source: Uint8Array, at: number): number {
  for (let end = at + 1; end < source.length; end++) {
    const byte = source[end];
    if (byte === 0x5c) {
      end++;
    } else if (byte === 0x22) {
      return end;
    }
  }
  return source.length;
}

/** What was gone beyond, for people: "more than 2,000,000 values". */
export function boundInWords(beyond: BeyondBounds, bounds = jsonBounds): string {
  return beyond === 'tokens'
    ? `more than ${bounds.tokens.toLocaleString('en')} values and member names`
    : `more than ${bounds.depth.toLocaleString('en')} brackets inside one another`;
}
