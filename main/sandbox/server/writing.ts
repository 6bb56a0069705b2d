import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Reply } from './reply.ts';

/** Sends a reply. Every one carries `x-request-id` (field notes, "Transport"). */
export async function writeReply(response: ServerResponse, reply: Reply): Promise<void> {
  const { body } = reply;
  if (reply.abort === true && body === undefined) {
    // A reset, so that the client sees the connection break before the first byte of the response.
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(reply.status, { 'x-request-id': randomUUID(), ...reply.headers });
  if (response.req.method === 'HEAD' || body === undefined) {
    response.end();
    return;
  }
  if (body instanceof Uint8Array && reply.abort !== true) {
    response.end(body);
    return;
  }
  const source =
    body instanceof Uint8Array ? Readable.from([body]) : Readable.from(body, { objectMode: false });
  try {
    await pipeline(source, response, { end: reply.abort !== true });
    // The bytes already written are still sent; then the connection closes in the middle of the body.
    if (reply.abort === true) {
      response.socket?.destroySoon();
    }
  } catch {
    // The client disconnected, or the body was cut off on purpose: the connection cannot be used again.
    response.destroy();
  }
}
