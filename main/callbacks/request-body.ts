import type { IncomingMessage } from 'node:http';
import type { LimitFunction } from 'p-limit';
import { largeBytes } from './inbox.ts';

/** The largest body that is received, in bytes. */
export const maxBodyBytes = 16 * 1024 * 1024;

/** The body is longer than `maxBodyBytes`. */
export class BodyTooLarge extends Error {}

/**
 * Reads a request's body. Beyond `largeBytes` it waits for one of a few slots, without reading on, so that many large bodies at once do not fill the
 * memory.
 * @throws BodyTooLarge; the stream's error when the sender ends the connection
 */
export async function readBody(request: IncomingMessage, slots: LimitFunction): Promise<Uint8Array> {
  if (Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
    throw new BodyTooLarge();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const iterator = request[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const readTo = async (limit: number): Promise<boolean> => {
    while (length <= limit) {
      const next = await iterator.next();
      if (next.done) {
        return true;
      }
      chunks.push(next.value);
      length += next.value.byteLength;
    }
    return false;
  };
  const isWhole = (await readTo(largeBytes)) || (await slots(async () => readTo(maxBodyBytes)));
  if (!isWhole) {
    throw new BodyTooLarge();
  }
  return Buffer.concat(chunks, length);
}
