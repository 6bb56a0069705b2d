/** How much JSON is parsed at once. */
export interface JsonBounds {
  /** Length of the text, in bytes. */
  bytes: number;
  /** Objects and lists open at once. */
  depth: number;
  /** Values and members' names. */
  values: number;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether JSON text (UTF-8) stays within bounds. One pass over the bytes that builds nothing, to be made before a parser, which
 * needs time and memory out of proportion to the length of hostile text. It does not check the syntax.
 */
export function isWithinBounds(text: Uint8Array, bounds: JsonBounds): boolean {
  if (text.length > bounds.bytes) {
    return false;
  }
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at];
    if (byte === quote) {
      for (at++; at < text.length && text[at] !== quote; at++) {
        if (text[at] === backslash) {
          at++;
        }
      }
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      values++;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth--;
    } else if (byte === 0x2c || byte === 0x3a) {
      values++;
    }
    if (depth > bounds.depth || values > bounds.values) {
      return false;
    }
  }
  return true;
}
