import type { FailureView } from '../../../preload/contract/envelope.ts';
import { maxPiece } from '../../../preload/contract/signature-limits.ts';
import type { Verification } from '../../../preload/contract/signatures.ts';
import { type BridgeClient, CallFailure } from '../../bridge/bridge-client.ts';
import type { VerificationRequest } from './verification-request.ts';

/** Half of what is allowed: shorter tasks in the window, and no slower. Bytes. */
const pieceLength = maxPiece / 2;

/** Read as one stream, several times as fast as slice by slice; its chunks are of any length, so they are put together anew. */
async function* piecesOf(body: Blob): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.stream().getReader();
  try {
    let piece = new Uint8Array(pieceLength);
    let filled = 0;
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw unreadable(body);
      });
      if (done) {
        break;
      }
      for (let at = 0; at < value.length; ) {
        const part = value.subarray(at, at + pieceLength - filled);
        piece.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < pieceLength) {
          continue;
        }
        yield piece;
        piece = new Uint8Array(pieceLength);
        filled = 0;
      }
    }
    if (filled > 0) {
      yield piece.subarray(0, filled);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** So many pieces are on their way at once: enough that neither side waits for the other, and no more than both can hold. */
const maxSending = 8;

/** Hands a body over piece by piece, in order, a few at a time. */
export async function streamed(
  invoke: BridgeClient['invoke'],
  request: VerificationRequest,
  body: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<Verification> {
  const { size } = body;
  const { streamId } = await invoke('signatures.stream.begin', request, { signal });
  try {
    let at = 0;
    let reported = 0;
    const sending: { to: number; taken: Promise<unknown> }[] = [];
    const oldestTaken = async () => {
      const oldest = sending.shift();
      await oldest?.taken;
      if (!oldest || (performance.now() - reported < 100 && oldest.to < size)) {
        return;
      }
      reported = performance.now();
      onSent(oldest.to);
    };
    for await (const bytes of piecesOf(body)) {
      signal.throwIfAborted();
      const taken = invoke('signatures.stream.append', { streamId, at, bytes }, { signal });
      // Stopping does not wait for pieces that are under way.
      taken.catch(() => undefined);
      at += bytes.length;
      sending.push({ to: at, taken });
      if (sending.length >= maxSending) {
        await oldestTaken();
      }
    }
    while (sending.length > 0) {
      await oldestTaken();
    }
    if (at !== size) {
      throw new CallFailure(changedMeanwhile);
    }
    return await invoke('signatures.stream.finish', { streamId }, { signal });
  } catch (error) {
    void invoke('signatures.stream.abandon', { streamId }).catch(() => undefined);
    throw error;
  }
}

const changedMeanwhile: FailureView = {
  code: 'file-unreadable',
  message: 'The file has changed since it was chosen: its length is different.',
  hint: 'Choose it again.',
  retryable: false,
};

function unreadable(body: Blob): CallFailure {
  const name = body instanceof File ? `“${body.name}”` : 'The body';
  return new CallFailure({
    code: 'file-unreadable',
    message: `${name} could not be read completely. It was moved or changed.`,
    hint: 'Choose it again.',
    retryable: false,
  });
}
