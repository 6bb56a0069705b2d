import type { ResponseCharset } from '../../../preload/contract/service/reading.ts';
import { attempt } from '../../../preload/shared/attempt.ts';

export interface DecodedResponse {
  text: string;
  /** The text as UTF-8 without a byte order mark; the received bytes when they already were. */
  utf8: Uint8Array;
  /** Absent for UTF-8 responses. */
  charset?: ResponseCharset;
}

/** Returns the charset parameter of a content type as written; undefined when there is none. */
export function charsetOf(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  for (const parameter of (text ?? '').slice(0, 1000).split(';').slice(1)) {
    const [name, value = ''] = parameter.split('=', 2).map((part) => part.trim());
    if (name?.toLowerCase() !== 'charset') {
      continue;
    }
    const label = value.replace(/^"/, '').replace(/"$/, '');
    if (label !== '') {
      return label.slice(0, 100);
    }
  }
  return undefined;
}

/**
 * Decodes a response. JSON is UTF-8 (RFC 8259, 8.1), and a declared charset counts only where the bytes do not contradict
 * it: non-ASCII bytes that are valid UTF-8 are read as UTF-8 whatever single-byte charset was declared.
 */
export function decodeResponse(bytes: Uint8Array, charsetName: string | undefined): DecodedResponse {
  const label = charsetName === undefined ? {} : { declared: printable(charsetName) };
  const markEncoding = encodingOfMark(bytes);
  if (markEncoding !== undefined && markEncoding !== 'utf-8') {
    return transcode(bytes, markEncoding, { ...label, used: markEncoding });
  }
  const encoding =
    charsetName === undefined || markEncoding !== undefined ? 'utf-8' : encodingOf(charsetName);
  const strict = decodeStrictly(bytes, 'utf-8');
  if (encoding === undefined) {
    return asUtf8(bytes, strict, { ...label, used: 'utf-8', problem: 'unknown' });
  }
  if (encoding === 'utf-8') {
    return asUtf8(bytes, strict, strict === undefined ? { ...label, used: 'utf-8' } : undefined);
  }
  if (strict !== undefined && !usesAsciiForOtherCharacters.test(encoding)) {
    // A text as long as its bytes is ASCII, which is the same in both.
    const ascii = strict.length === bytes.length;
    return asUtf8(bytes, strict, ascii ? undefined : { ...label, used: 'utf-8', problem: 'contradicted' });
  }
  return transcode(bytes, encoding, { ...label, used: encoding });
}

const usesAsciiForOtherCharacters = /^(utf-16|iso-2022)/;

function asUtf8(
  bytes: Uint8Array,
  strict: string | undefined,
  charset: ResponseCharset | undefined,
): DecodedResponse {
  const text = strict ?? new TextDecoder().decode(bytes);
  if (strict !== undefined) {
    return charset ? { text, utf8: bytes, charset } : { text, utf8: bytes };
  }
  return { text, utf8: bytes, charset: { problem: 'broken', ...(charset ?? { used: 'utf-8' }) } };
}

function transcode(bytes: Uint8Array, encoding: string, charset: ResponseCharset): DecodedResponse {
  const strict = decodeStrictly(bytes, encoding);
  const text = strict ?? new TextDecoder(encoding).decode(bytes);
  const utf8 = new TextEncoder().encode(text);
  return { text, utf8, charset: strict === undefined ? { ...charset, problem: 'broken' } : charset };
}

/** Returns the encoding's WHATWG name; undefined for an unknown charset. */
function encodingOf(charsetName: string): string | undefined {
  return attempt(() => new TextDecoder(charsetName).encoding);
}

/** Returns the text, or undefined when some bytes are invalid in this encoding. A byte order mark is skipped. */
function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  return attempt(() => new TextDecoder(encoding, { fatal: true }).decode(bytes));
}

function encodingOfMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return 'utf-8';
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return 'utf-16le';
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return 'utf-16be';
  }
  return undefined;
}

/** Keeps plain characters of a header that is shown. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 40);
}
