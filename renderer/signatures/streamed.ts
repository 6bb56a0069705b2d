import { longestPiece, type Verification } from '../../preload/contract/signatures.ts';
import { CallFailure, type Line } from '../bridge/line.ts';
import type { Asked } from './asked.ts';

/** A body that is had piece by piece. */
export interface BodySource {
  /** Bytes. */
  size: number;
  read(at: number): Promise<Uint8Array>;
}

export function bytesSource(bytes: Uint8Array): BodySource {
  return { size: bytes.length, read: async (at) => bytes.subarray(at, at + longestPiece) };
}

export function fileSource(file: File): BodySource {
  return {
    size: file.size,
    async read(at) {
      let bytes: Uint8Array | undefined;
      try {
        bytes = new Uint8Array(await file.slice(at, at + longestPiece).arrayBuffer());
      } catch {
        // Said below: both mean that the file is not what was chosen any more.
      }
      if (bytes === undefined || (bytes.length === 0 && at < file.size)) throw unreadable(file);
      return bytes;
    },
  };
}

/** Hands a body over piece by piece; each is taken before the next is sent, so that neither side ever holds more than two. */
export async function streamed(
  line: Line,
  asked: Asked,
  { size, read }: BodySource,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<Verification> {
  const { streamId } = await line.invoke('signatures.stream.begin', asked, { signal });
  try {
    let told = 0;
    let next = read(0);
    for (let at = 0; at < size; ) {
      const bytes = await next;
      signal.throwIfAborted();
      next = read(at + bytes.length);
      // Whoever stops does not wait for the piece that was read ahead.
      next.catch(() => undefined);
      await line.invoke('signatures.stream.append', { streamId, at, bytes }, { signal });
      at += bytes.length;
      if (Date.now() - told < 100 && at < size) continue;
      told = Date.now();
      onSent(at);
    }
    return await line.invoke('signatures.stream.finish', { streamId }, { signal });
  } catch (error) {
    void line.invoke('signatures.stream.abandon', { streamId }).catch(() => undefined);
    throw error;
  }
}

function unreadable({ name }: File): CallFailure {
  return new CallFailure({
    code: 'file-unreadable',
    message: `“${name}” could not be read to its end: it was moved or changed meanwhile.`,
    hint: 'Choose it again.',
    retryable: false,
  });
}
