import type { Json } from '../json.ts';

/** What a body may be: whole, or made while it is sent. */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

/** An answer before it is written. `abort` tears the connection down after the body (or before it, when there is none). */
export interface Reply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body?: Bytes;
  abort?: boolean;
}

/** A JSON reply of the given media type. */
export function jsonReply(
  status: number,
  value: Json,
  contentType = 'application/json',
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return bytesReply(status, Buffer.from(JSON.stringify(value)), contentType, headers);
}

/** A reply whose bytes are all there, with its length. */
export function bytesReply(
  status: number,
  body: Uint8Array,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { 'content-type': contentType, 'content-length': String(body.byteLength), ...headers },
    body,
  };
}

/** A reply without a body, such as 202, 402 and 500 of interface 7.1. */
export function emptyReply(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-length': '0', ...headers } };
}
