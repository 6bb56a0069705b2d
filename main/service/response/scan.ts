/** The parts of a JSON text, counted before it is parsed; meaningless for other text. */
export interface JsonScan {
  /** Objects, arrays, strings, numbers and literals, without member names. */
  values: number;
  /** Members of all objects, duplicates included. */
  members: number;
  /** The deepest nesting of objects and arrays. */
  depth: number;
  /** True if a number is too long for a double, or may be because of its exponent. */
  longNumbers: boolean;
}

export interface ScanLimits {
  values: number;
  depth: number;
}

/** Decimal digits that a double always holds. */
const safeDigits = 15;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Counts in one pass over the bytes without allocating, so that hostile JSON is refused before a parser spends memory on
 * it. Stops at the first limit that is exceeded; the counts show which.
 */
export function scanJson(bytes: Uint8Array, limits: ScanLimits): JsonScan {
  const { length } = bytes;
  let values = 0;
  let names = 0;
  let depth = 0;
  let deepest = 0;
  let longNumbers = false;
  let at = 0;
  while (at < length) {
    const byte = bytes[at] as number;
    if (byte === quote) {
      for (at++; at < length; at++) {
        const inside = bytes[at] as number;
        if (inside === quote) {
          break;
        }
        if (inside === backslash) {
          at++;
        }
      }
      at++;
      values++;
    } else if (byte === 0x7b || byte === 0x5b) {
      at++;
      values++;
      depth++;
      if (depth > deepest) {
        deepest = depth;
      }
      if (depth > limits.depth) {
        break;
      }
    } else if (byte === 0x7d || byte === 0x5d) {
      at++;
      depth--;
    } else if (byte === 0x3a) {
      // The value counted before the colon was a member name.
      at++;
      names++;
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      const end = endOfNumber(bytes, at);
      longNumbers ||= end - at > safeDigits || hasExponent(bytes, at, end);
      values++;
      at = end;
    } else if (byte >= 0x61 && byte <= 0x7a) {
      // true, false, null
      values++;
      at++;
      while (at < length && (bytes[at] as number) >= 0x61 && (bytes[at] as number) <= 0x7a) {
        at++;
      }
    } else {
      at++;
    }
    if (values - names > limits.values) {
      break;
    }
  }
  return { values: values - names, members: names, depth: deepest, longNumbers };
}

function endOfNumber(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && isNumberByte(bytes[at] as number)) {
    at++;
  }
  return at;
}

/** 0-9 + - . E e */
function isNumberByte(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x45 ||
    byte === 0x65
  );
}

function hasExponent(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      return true;
    }
  }
  return false;
}
