import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { badRequest, Refusal } from './errors.ts';

/** A request as the sandbox's handlers see it. */
export interface SandboxRequest {
  method: string;
  /** The path as sent, still percent-encoded. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Returns the whole body; refused with 413 beyond the limit in bytes (1 MiB), 400 when it is not UTF-8. */
  text(maxBytes?: number): Promise<string>;
}

/** Bodies of requests beyond this are refused with 413, unless an operation takes more. */
const maxBodyBytes = 1024 * 1024;

/** Wraps a Node request. */
export function readRequest(message: IncomingMessage): SandboxRequest {
  // Not parsed with `new URL`, which would resolve `..` and `//host`; a client may send both.
  const target = message.url ?? '/';
  const mark = target.indexOf('?');
  return {
    method: message.method === 'HEAD' ? 'GET' : (message.method ?? 'GET'),
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    headers: message.headers,
    text: (maxBytes = maxBodyBytes) => readText(message, maxBytes),
  };
}

async function readText(message: IncomingMessage, maxBytes: number): Promise<string> {
  const tooLarge = () =>
    new Refusal(413, `The body is larger than ${maxBytes} bytes`, { headers: { connection: 'close' } });
  if (Number(message.headers['content-length'] ?? 0) > maxBytes) {
    throw tooLarge();
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of message as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) {
      throw tooLarge();
    }
    parts.push(part);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts));
  } catch {
    throw badRequest('The body is not valid UTF-8');
  }
}

/** Returns the media type of a Content-Type header, without parameters, in lower case. */
export function mediaTypeOf(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}
