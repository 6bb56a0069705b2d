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
    if (bytes > limit) {
      return undefined;
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces, bytes);
}

/** The most of an unwanted body that is read, in bytes, so that its connection can be used again. */
const unwantedLimit = 64 * 1024;

/** Lets a body go that nobody wants. One that does not end soon is given up with its connection. */
export function drain(body: Readable): void {
  void collect(body, unwantedLimit).catch(() => undefined);
}
