import type { Readable } from 'node:stream';
import { firstBytesNeeded } from './first-bytes.ts';

/** Reads the first bytes of a stream and puts them back, so that it can still be read whole. Ends early with the stream. */
export async function peek(body: Readable, signal?: AbortSignal): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < firstBytesNeeded) {
    const chunk: Buffer | null = body.read();
    if (chunk !== null) {
      parts.push(chunk);
      length += chunk.length;
    } else if (body.readableEnded || body.destroyed || !(await more(body, signal))) {
      break;
    }
  }
  if (body.errored) throw body.errored;
  const first = Buffer.concat(parts);
  if (first.length > 0 && !body.destroyed) body.unshift(first);
  return first.subarray(0, firstBytesNeeded);
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
    if (signal?.aborted) return reject(signal.reason);
    body.on('readable', onReadable);
    body.on('end', onEnd);
    body.on('close', onEnd);
    body.on('error', onError);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
