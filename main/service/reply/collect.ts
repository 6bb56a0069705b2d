import type { Readable } from 'node:stream';

/** The most a JSON reply may hold, in bytes. */
export const jsonLimit = 32 * 1024 * 1024;

/**
 * A body as one piece, or undefined when it is longer than `limit` bytes (the rest is then not fetched).
 *
 * @throws AttemptFailure where it broke on the way
 */
export async function collect(body: Readable, limit: number): Promise<Uint8Array | undefined> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > limit) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces, bytes);
}
