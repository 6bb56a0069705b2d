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

/** So many pieces are on their way at once: enough that neither side waits for the other, and no more than both can hold. */
const mostSending = 4;

/** Hands a body over piece by piece, in order, a few at a time. */
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
    const sending: { at: number; taken: Promise<unknown> }[] = [];
    let next = read(0);
    for (let at = 0; at < size || sending.length > 0; ) {
      if (at < size) {
        const bytes = await next;
        signal.throwIfAborted();
        const taken = line.invoke('signatures.stream.append', { streamId, at, bytes }, { signal });
        at += bytes.length;
        sending.push({ at, taken });
        next = read(at);
        // Whoever stops waits neither for the piece that was read ahead nor for those on their way.
        for (const late of [next, taken]) late.catch(() => undefined);
        if (sending.length < mostSending && at < size) continue;
      }
      const oldest = sending.shift();
      await oldest?.taken;
      if (oldest && (Date.now() - told >= 100 || oldest.at === size)) {
        told = Date.now();
        onSent(oldest.at);
      }
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
