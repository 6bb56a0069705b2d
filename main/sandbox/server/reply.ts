import type { Json } from '../json.ts';

/** A body: complete, or a stream. */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

/** A response before it is written. `abort` closes the connection after the body (or before it, when there is none). */
export interface Reply {
  status: number;
  headers: Readonly<Record<string, string>>;
  body?: Bytes;
  abort?: boolean;
}

/** Returns a JSON reply of the given media type. */
export function jsonReply(
  status: number,
  value: Json,
  contentType = 'application/json',
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return bytesReply(status, Buffer.from(JSON.stringify(value)), contentType, headers);
}

/** Returns a reply with a complete body and its length. */
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

/** Returns a reply without a body, such as 202, 402 and 500 of interface 7.1. */
export function emptyReply(status: number, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, headers: { 'content-length': '0', ...headers } };
}
