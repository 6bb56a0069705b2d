const backslash = 0x5c;
const ampersand = 0x26;
const letters: Record<number, number> = {
  34: 0x22, // \"
  47: 0x2f, // \/
  92: 0x5c, // \\
  98: 0x08, // \b
  102: 0x0c, // \f
  110: 0x0a, // \n
  114: 0x0d, // \r
  116: 0x09, // \t
};
const entities: Record<string, number> = { amp: 0x26, lt: 0x3c, gt: 0x3e, quot: 0x22, apos: 0x27 };
/** The longest entity that is read, in characters without `&` and `;`. */
const longestEntity = 8;

interface Escape {
  codePoint: number;
  /** Bytes it takes in the source. */
  length: number;
}

/**
 * UTF-8 text with its JSON escapes (`\u002B`, `\/`) and HTML entities (`&amp;`, `&#39;`) replaced by what they stand for, once;
 * undefined where there are none. An escape is never shorter than what it stands for.
 *
 * @param places receives, for each byte of the result and for its end, where that begins in `source`
 */
export function unescaped(source: Uint8Array, places?: Uint32Array): Uint8Array | undefined {
  if (!source.includes(backslash) && !source.includes(ampersand)) {
    return undefined;
  }
  const result = new Uint8Array(source.length);
  let length = 0;
  let changed = false;
  for (let at = 0; at < source.length; ) {
    const byte = source[at] ?? 0;
    const found =
      byte === backslash ? jsonEscape(source, at) : byte === ampersand ? entity(source, at) : undefined;
    if (found === undefined) {
      if (places) {
        places[length] = at;
      }
      result[length++] = byte;
      at++;
      continue;
    }
    changed = true;
    const { codePoint } = found;
    const bytes = codePoint < 0x80 ? [codePoint] : Buffer.from(String.fromCodePoint(codePoint), 'utf8');
    for (const each of bytes) {
      if (places) {
        places[length] = at;
      }
      result[length++] = each;
    }
    at += found.length;
  }
  if (places) {
    places[length] = source.length;
  }
  return changed ? result.subarray(0, length) : undefined;
}

function jsonEscape(source: Uint8Array, at: number): Escape | undefined {
  const letter = source[at + 1] ?? 0;
  if (letter !== 0x75) {
    const codePoint = letters[letter];
    return codePoint === undefined ? undefined : { codePoint, length: 2 };
  }
  const unit = hexadecimal(source, at + 2);
  if (unit === undefined) {
    return undefined;
  }
  if (unit >= 0xd800 && unit < 0xdc00 && source[at + 6] === backslash && source[at + 7] === 0x75) {
    const low = hexadecimal(source, at + 8) ?? 0;
    if (low >= 0xdc00 && low < 0xe000) {
      return { codePoint: 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), length: 12 };
    }
  }
  return { codePoint: unit, length: 6 };
}

/** Four hexadecimal digits. */
function hexadecimal(source: Uint8Array, from: number): number | undefined {
  let value = 0;
  for (let at = from; at < from + 4; at++) {
    const byte = source[at] ?? 0;
    const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
    if (digit < 0 || digit > 15 || (byte > 0x39 && digit < 10)) {
      return undefined;
    }
    value = value * 16 + digit;
  }
  return value;
}

function entity(source: Uint8Array, at: number): Escape | undefined {
  let name = '';
  for (let index = at + 1; index <= at + 1 + longestEntity; index++) {
    const byte = source[index];
    if (byte === undefined || byte < 0x23 || byte > 0x7a) {
      return undefined;
    }
    if (byte === 0x3b) {
      const codePoint = entityCode(name);
      return codePoint === undefined ? undefined : { codePoint, length: index - at + 1 };
    }
    name += String.fromCharCode(byte);
  }
  return undefined;
}

function entityCode(name: string): number | undefined {
  if (!name.startsWith('#')) {
    return Object.hasOwn(entities, name) ? entities[name] : undefined;
  }
  const digits = /^#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
  const codePoint = digits?.[1] !== undefined ? Number.parseInt(digits[1], 16) : Number(digits?.[2] ?? -1);
  return codePoint > 0 && codePoint <= 0x10ffff ? codePoint : undefined;
}
