/** The limits for JSON that is parsed at once. */
export interface JsonBounds {
  /** Values and member names. */
  tokens: number;
  /** Objects and arrays open at once. */
  depth: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Returns the bound that JSON text (UTF-8) exceeds, or undefined when it stays within both. One pass over the bytes that allocates nothing,
 * to run before a parser, which needs time and memory out of proportion to the length of hostile text. It does not check the
 * syntax.
 */
export function exceededBound(text: Uint8Array, bounds: JsonBounds): keyof JsonBounds | undefined {
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
      if (depth > bounds.depth) {
        return 'depth';
      }
    } else if (byte === 0x7d || byte === 0x5d) {
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
