import type { Json } from '../json.ts';

/** A body: complete, or a stream. */
export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

/** A response before it is written. `abort` closes the connection after the body (or before it, when there is none). */
export interface SandboxResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body?: Bytes;
  abort?: boolean;
}

/** Returns a JSON response of the given media type. */
export function jsonResponse(
  status: number,
  value: Json,
  contentType = 'application/json',
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return bytesResponse(status, Buffer.from(JSON.stringify(value)), contentType, headers);
}

/** Returns a response with a complete body and its length. */
export function bytesResponse(
  status: number,
  body: Uint8Array,
  contentType: string,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return {
    status,
    headers: { 'content-type': contentType, 'content-length': String(body.byteLength), ...headers },
    body,
  };
}

/** Returns a response without a body, such as 202, 402 and 500 of interface 7.1. */
export function emptyResponse(
  status: number,
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return { status, headers: { 'content-length': '0', ...headers } };
}
