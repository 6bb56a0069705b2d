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
/** The longest entity that is decoded, in characters without `&` and `;`. */
const maxEntity = 8;

/** An escape's end and code point are packed into one number, since a reply may hold millions of escapes. */
const codePoints = 0x200000;
const none = -1;

/**
 * UTF-8 text with its JSON escapes (`\u002B`, `\/`) and HTML entities (`&amp;`, `&#39;`) decoded once; undefined when
 * there are none. An escape is never shorter than its character.
 *
 * @param places receives, for each byte of the result and for its end, the offset in `source`
 */
export function unescaped(source: Uint8Array, places?: Uint32Array): Uint8Array | undefined {
  let nextBackslash = indexIn(source, backslash, 0);
  let nextAmpersand = indexIn(source, ampersand, 0);
  if (nextBackslash === source.length && nextAmpersand === source.length) {
    return undefined;
  }
  const result = new Uint8Array(source.length);
  let length = 0;
  let at = 0;
  let changed = false;
  const copyUpTo = (end: number) => {
    if (end - at < 32 || places) {
      for (let from = at; from < end; from++) {
        if (places) {
          places[length] = from;
        }
        result[length++] = source[from] ?? 0;
      }
    } else {
      result.set(source.subarray(at, end), length);
      length += end - at;
    }
    at = end;
  };
  while (nextBackslash < source.length || nextAmpersand < source.length) {
    const next = Math.min(nextBackslash, nextAmpersand);
    const found = next === nextBackslash ? jsonEscape(source, next) : entity(source, next);
    copyUpTo(found === none ? next + 1 : next);
    if (found !== none) {
      changed = true;
      const after = putUtf8(result, length, found % codePoints);
      places?.fill(next, length, after);
      length = after;
      at = next + Math.floor(found / codePoints);
    }
    if (nextBackslash < at) {
      nextBackslash = indexIn(source, backslash, at);
    }
    if (nextAmpersand < at) {
      nextAmpersand = indexIn(source, ampersand, at);
    }
  }
  copyUpTo(source.length);
  if (places) {
    places[length] = source.length;
  }
  return changed ? result.subarray(0, length) : undefined;
}

/** Returns the length where the byte is not found. */
function indexIn(source: Uint8Array, byte: number, from: number): number {
  // Nearby bytes are found faster without a call into the engine.
  const near = Math.min(from + 16, source.length);
  for (let at = from; at < near; at++) {
    if (source[at] === byte) {
      return at;
    }
  }
  const found = near < source.length ? source.indexOf(byte, near) : -1;
  return found < 0 ? source.length : found;
}

/** Half a surrogate pair becomes the replacement character, as in all encoders. Returns the next offset. */
function putUtf8(to: Uint8Array, at: number, codePoint: number): number {
  const point = codePoint >= 0xd800 && codePoint < 0xe000 ? 0xfffd : codePoint;
  let next = at;
  if (point < 0x80) {
    to[next++] = point;
    return next;
  }
  if (point < 0x800) {
    to[next++] = 0xc0 | (point >> 6);
  } else {
    if (point < 0x10000) {
      to[next++] = 0xe0 | (point >> 12);
    } else {
      to[next++] = 0xf0 | (point >> 18);
      to[next++] = 0x80 | ((point >> 12) & 0x3f);
    }
    to[next++] = 0x80 | ((point >> 6) & 0x3f);
  }
  to[next++] = 0x80 | (point & 0x3f);
  return next;
}

function jsonEscape(source: Uint8Array, at: number): number {
  const letter = source[at + 1] ?? 0;
  if (letter !== 0x75) {
    const codePoint = letters[letter];
    return codePoint === undefined ? none : 2 * codePoints + codePoint;
  }
  const unit = hexadecimal(source, at + 2);
  if (unit === none) {
    return none;
  }
  if (unit >= 0xd800 && unit < 0xdc00 && source[at + 6] === backslash && source[at + 7] === 0x75) {
    const low = hexadecimal(source, at + 8);
    if (low >= 0xdc00 && low < 0xe000) {
      return 12 * codePoints + 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
    }
  }
  return 6 * codePoints + unit;
}

/** Four hexadecimal digits. */
function hexadecimal(source: Uint8Array, from: number): number {
  let value = 0;
  for (let at = from; at < from + 4; at++) {
    const byte = source[at] ?? 0;
    const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : (byte | 0x20) - 0x57;
    if (digit < 0 || digit > 15 || (byte > 0x39 && digit < 10)) {
      return none;
    }
    value = value * 16 + digit;
  }
  return value;
}

function entity(source: Uint8Array, at: number): number {
  for (let end = at + 1; end <= at + 1 + maxEntity && end < source.length; end++) {
    if (source[end] === 0x3b) {
      const codePoint = entityCode(String.fromCharCode(...source.subarray(at + 1, end)));
      return codePoint === undefined ? none : (end - at + 1) * codePoints + codePoint;
    }
  }
  return none;
}

function entityCode(name: string): number | undefined {
  if (!name.startsWith('#')) {
    return Object.hasOwn(entities, name) ? entities[name] : undefined;
  }
  const digits = /^#(?:[xX]([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
  const codePoint = digits?.[1] !== undefined ? Number.parseInt(digits[1], 16) : Number(digits?.[2] ?? -1);
  return codePoint > 0 && codePoint <= 0x10ffff ? codePoint : undefined;
}
