import type { Readable } from 'node:stream';

/** The largest JSON response, in bytes. */
export const jsonLimit = 32 * 1024 * 1024;

/**
 * Returns a whole body, or undefined when it is longer than `limit` bytes (the rest is then not received).
 * @throws Failure when it broke off
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

/** The most that is read of an unneeded body, in bytes, so that its connection can be used again. */
const unwantedLimit = 64 * 1024;

/** Reads and discards an unneeded body. One that does not end soon is closed with its connection. */
export function drain(body: Readable): void {
  let bytes = 0;
  body.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > unwantedLimit) {
      body.destroy();
    }
  });
}
