import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { isJson } from '../engine/bytes.ts';
import { unchunk } from '../engine/changes/body-wrapping.ts';
import { withoutEnd } from '../engine/without-end.ts';
import { bodyNotes, type Header, headerValue, lengthIn, signatureHeaders } from './headers.ts';
import {
  addNote,
  type ImportedRequest,
  type ImportNote,
  type ImportResult,
  importResult,
  type Refusal,
  refusal,
} from './imported.ts';

/** Matches a request line; one without a version must have a path or an address, since any two words would match otherwise. */
const requestLine =
  /^([A-Za-z]{2,16}) (?:(\S+) HTTP\/\d(?:\.\d)?|([/*]\S*|[a-z][a-z\d+.-]*:\/\/\S+))[ \t]*$/i;

/** Returns whether a line is a request line. */
export function isRequestLine(line: string): boolean {
  return requestLine.test(line);
}

/** Returns one line from `at`: its text with one character for each byte, and the start of the next. */
export function lineAt(bytes: Buffer, at: number): { text: string; next: number } {
  const end = bytes.indexOf(0x0a, at);
  const stop = end < 0 ? bytes.length : end;
  const text = bytes.toString('latin1', at, stop > at && bytes[stop - 1] === 0x0d ? stop - 1 : stop);
  return { text, next: end < 0 ? bytes.length : end + 1 };
}

/** Reads header lines up to the empty one; undefined when a line is not a header. */
export function readHeaders(
  bytes: Buffer,
  from: number,
): { headers: Header[]; next: number; ended: boolean } | undefined {
  const headers: { name: string; lines: string[] }[] = [];
  const read = () => headers.map(({ name, lines }) => [name, lines.join(' ').trimStart()] as const);
  for (let at = from; at < bytes.length; ) {
    const { text, next } = lineAt(bytes, at);
    at = next;
    if (text === '') {
      return { headers: read(), next, ended: true };
    }
    const last = headers.at(-1);
    // A line that begins with white space continues the previous header.
    if (/^[ \t]/.test(text) && last) {
      last.lines.push(text.trim());
    } else {
      const colon = text.indexOf(':', 1);
      if (colon < 0 || !/^:?[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*$/.test(text.slice(0, colon))) {
        return undefined;
      }
      const value = withoutEnd(text.slice(colon + 1).replace(/^[ \t]+/, ''), ' \t');
      headers.push({ name: text.slice(0, colon).trim(), lines: [value] });
    }
  }
  return { headers: read(), next: bytes.length, ended: false };
}

/** Imports a raw HTTP request: request line (or none), headers, an empty line, the body byte for byte. */
export function importRawHttp(bytes: Buffer): ImportResult {
  const read = readRawHttp(bytes);
  return 'ok' in read ? read : importResult('http', [read]);
}

/** Reads the request of `importRawHttp`, for a source that contains several. */
export function readRawHttp(bytes: Buffer): ImportedRequest | Refusal {
  let at = 0;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) {
    at++;
  }
  const first = lineAt(bytes, at);
  if (/^HTTP\/\d/.test(first.text)) {
    return refusal('response', 'This is a response; a callback is a request.');
  }
  const line = requestLine.exec(first.text);
  const read = readHeaders(bytes, line ? first.next : at);
  if (!read) {
    return refusal('bad-headers', 'One of the lines before the first empty line is not a header.');
  }
  const { headers, ended } = read;
  const notes: ImportNote[] = [];
  const signature = signatureHeaders(headers, notes);
  if (
    !line &&
    signature.timestamp === undefined &&
    signature.signature === undefined &&
    !headers.some(isOfHttp)
  ) {
    return refusal(
      'unknown',
      'It begins with lines like headers, but none of them is X-Signature, X-Signature-Timestamp or a header of HTTP.',
    );
  }
  const rest = bytes.subarray(read.next);
  const body = ended ? framedBody(headers, rest, notes) : undefined;
  const url = line?.[2] ?? line?.[3];
  return {
    ...omitUndefined({
      method: line?.[1]?.toUpperCase() || undefined,
      url: url || undefined,
      body: body && Uint8Array.from(body),
    }),
    ...signature,
    notes: body ? [...notes, ...bodyNotes(headers, body)] : notes,
  };
}

/** Headers of every HTTP request; a letter or note has none of them. */
function isOfHttp([name]: Header): boolean {
  return /^(:authority|:method|:path|host|user-agent|accept|content-(type|length|encoding)|transfer-encoding)$/i.test(
    name.trim(),
  );
}

/** Returns the body by HTTP's framing: Content-Length bytes, or the content of its chunks. */
function framedBody(headers: readonly Header[], rest: Buffer, notes: ImportNote[]): Buffer {
  if (/\bchunked\b/i.test(headerValue(headers, 'Transfer-Encoding') ?? '')) {
    const content = unchunk(rest);
    if (content) {
      addNote(notes, 'chunked', 'The body came in chunks; their lengths are not part of it.');
      return content;
    }
    addNote(
      notes,
      'not-chunked',
      'The headers announce chunks, but the body has none: it is used unchanged.',
    );
    return rest;
  }
  const length = lengthIn(headers) ?? rest.length;
  if (length < rest.length) {
    if (!isJson(rest.toString('utf8', 0, length)) && isJson(rest.toString())) {
      addNote(
        notes,
        'longer-than-content-length',
        `Content-Length says ${length} bytes and the JSON has ${rest.length}: it was written again, for example indented.`,
      );
      return rest;
    }
    const beyond = rest.length - length;
    addNote(
      notes,
      'beyond-content-length',
      `Content-Length says ${length} bytes; the ${beyond} bytes after them are not part of the body.`,
    );
    return rest.subarray(0, length);
  }
  return rest;
}
