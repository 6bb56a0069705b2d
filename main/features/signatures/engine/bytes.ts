import { isAscii, isUtf8 } from 'node:buffer';

/** A whole body or a stream; a stream is read once and not kept. */
export type Body = Uint8Array | AsyncIterable<Uint8Array>;

/** A key as text (its UTF-8 bytes, nothing trimmed) or as bytes. */
export type Key = Uint8Array | string;

/** Returns the bytes of a key, exactly as given. */
export function keyBytes(key: Key): Uint8Array {
  return typeof key === 'string' ? Buffer.from(key, 'utf8') : key;
}

export function isWhole(body: Body): body is Uint8Array {
  return body instanceof Uint8Array;
}

/** Returns the bytes as UTF-8 text, or undefined where they are not UTF-8. A byte order mark stays in the text. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // Most bodies are ASCII, which is decoded in a third of the time.
  if (isAscii(view)) {
    return view.toString('latin1');
  }
  return isUtf8(view) ? view.toString('utf8') : undefined;
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && Buffer.compare(one, other) === 0;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
