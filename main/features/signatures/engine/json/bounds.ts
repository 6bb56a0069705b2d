/** The limits for JSON that is read at once. */
export interface JsonBounds {
  /** Values and member names. */
  tokens: number;
  /** Brackets open at once. */
  depth: number;
}

/** The limits of the engine and the importers: enough for a file of 64 MiB, parsed in about a second. */
export const jsonBounds: JsonBounds = { tokens: 2_000_000, depth: 500 };

const quote = 0x22;
const backslash = 0x5c;

/**
 * Returns the bound that JSON text (UTF-8) exceeds, or undefined when it stays within both. One pass over the bytes that allocates nothing,
 * to run before a parser without bounds. It does not check the syntax. (The contract has the same: the engine imports nothing.)
 */
export function exceededBound(text: Uint8Array): keyof JsonBounds | undefined {
  let depth = 0;
  let tokens = 1;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === quote) {
      for (at++; at < text.length && text[at] !== quote; at++) {
        if (text[at] === backslash) {
          at++;
        }
      }
    } else if (byte === 0x7b || byte === 0x5b) {
      tokens++;
      depth++;
      if (depth > jsonBounds.depth) {
        return 'depth';
      }
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    } else if (byte === 0x2c || byte === 0x3a) {
      tokens++;
    }
    if (tokens > jsonBounds.tokens) {
      return 'tokens';
    }
  }
  return undefined;
}

/** Returns the bound that was exceeded, for people: "more than 2,000,000 values". */
export function boundText(bound: keyof JsonBounds): string {
  return bound === 'tokens'
    ? `more than ${jsonBounds.tokens.toLocaleString('en')} values and member names`
    : `more than ${jsonBounds.depth.toLocaleString('en')} brackets inside one another`;
}
