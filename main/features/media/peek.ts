import { Readable } from 'node:stream';
import { firstBytesNeeded } from './first-bytes.ts';

export interface BodyBeginning {
  /** The first bytes, fewer when the file is shorter. */
  first: Buffer;
  /** The whole stream from its first byte. Destroying it destroys the source. */
  whole: Readable;
}

/**
 * Reads the first bytes of a stream and returns the whole stream. Rejects with the stream's error.
 *
 * @param enough the number of bytes that are needed
 */
export async function peek(
  body: Readable,
  signal?: AbortSignal,
  enough = firstBytesNeeded,
): Promise<BodyBeginning> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < enough) {
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
  const first = read.subarray(0, enough);
  // An ended stream accepts no bytes back.
  if (body.readableEnded || body.destroyed) {
    return { first, whole: Readable.from([read], { objectMode: false }) };
  }
  if (read.length > 0) {
    body.unshift(read);
  }
  return { first, whole: body };
}

/** Waits until there are bytes to read; false at the end. */
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
