import { Readable } from 'node:stream';
import { firstBytesNeeded } from './first-bytes.ts';

export interface Peeked {
  /** As many first bytes as are needed, fewer where the file is shorter. */
  first: Buffer;
  /** The whole of it, from its first byte. Destroying it destroys the stream behind it. */
  whole: Readable;
}

/**
 * Reads the first bytes of a stream, and gives the stream back whole. Rejects with the stream's own error.
 *
 * @param needed how many bytes, more than which are not needed
 */
export async function peek(body: Readable, signal?: AbortSignal, needed = firstBytesNeeded): Promise<Peeked> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < needed) {
    const chunk: Buffer | null = body.read();
    if (chunk !== null) {
      parts.push(chunk);
      length += chunk.length;
    } else if (body.readableEnded || body.destroyed || !(await more(body, signal))) {
      break;
    }
  }
  if (body.errored) {
    throw body.errored;
  }
  const read = Buffer.concat(parts);
  const first = read.subarray(0, needed);
  // A stream that has ended takes nothing back.
  if (body.readableEnded || body.destroyed) {
    return { first, whole: Readable.from([read], { objectMode: false }) };
  }
  if (read.length > 0) {
    body.unshift(read);
  }
  return { first, whole: body };
}

/** Waits until there is something to read; false at the end. */
function more(body: Readable, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const done = (settle: () => void) => {
      body.off('readable', onReadable);
      body.off('end', onEnd);
      body.off('close', onEnd);
      body.off('error', onError);
      signal?.removeEventListener('abort', onAbort);
      settle();
    };
    const onReadable = () => done(() => resolve(true));
    const onEnd = () => done(() => resolve(false));
    const onError = (error: Error) => done(() => reject(error));
    const onAbort = () => done(() => reject(signal?.reason));
    if (signal?.aborted) {
      return reject(signal.reason);
    }
    body.on('readable', onReadable);
    body.on('end', onEnd);
    body.on('close', onEnd);
    body.on('error', onError);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
