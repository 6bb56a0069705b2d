import { randomUUID } from 'node:crypto';
import { Failure } from '../../common/failure.ts';
import { BodyDigest, type DigestedBody } from './engine/hmac.ts';
import { maxMessage } from './engine/message.ts';
import type { CheckInput } from './verification.ts';

/** The most open streams, over all windows. */
const maxStreams = 4;
/** A stream without new chunks for this long is dropped, because its window is gone. Milliseconds. */
const idleMs = 60_000;

interface OpenStream<Input> {
  input: Input;
  digest: BodyDigest;
  received: number;
  timer: NodeJS.Timeout;
  /** Resolves when every chunk until now was used. */
  used: Promise<void>;
  /** Stops the timer and no longer listens to the window's closing. */
  release(): void;
}

/** Bodies that are received and hashed in chunks without being kept. */
export class BodyStreams<Input extends CheckInput> {
  readonly #open = new Map<string, OpenStream<Input>>();

  /**
   * @param closed aborted when the sending window closes; the stream is then dropped
   * @throws Failure invalid-input when too many are open
   */
  begin(input: Input, closed: AbortSignal): string {
    if (this.#open.size >= maxStreams) {
      throw new Failure({
        code: 'invalid-input',
        message: `${maxStreams} large bodies are being read already.`,
        hint: 'Wait for one of them, or stop it.',
        retryable: true,
      });
    }
    const streamId = randomUUID();
    const keys = input.keys.map(({ value }) => value);
    const abandon = () => this.abandon(streamId);
    const timer = setTimeout(abandon, idleMs).unref();
    closed.addEventListener('abort', abandon, { once: true });
    this.#open.set(streamId, {
      input,
      digest: new BodyDigest(input.timestamp, keys, maxMessage),
      received: 0,
      used: Promise.resolve(),
      timer,
      release() {
        clearTimeout(timer);
        closed.removeEventListener('abort', abandon);
      },
    });
    return streamId;
  }

  /** Resolves when the chunk was used, so that the sender waits. @throws Failure invalid-input */
  async append(streamId: string, at: number, piece: Uint8Array): Promise<number> {
    const stream = this.#find(streamId);
    if (at !== stream.received) {
      throw new Failure({
        code: 'invalid-input',
        message: 'A piece of the body is missing or came twice.',
      });
    }
    stream.received += piece.byteLength;
    stream.timer.refresh();
    stream.used = stream.used.then(() => stream.digest.add(piece));
    await stream.used;
    return at + piece.byteLength;
  }

  /** Ends a stream. @throws Failure invalid-input */
  async finish(streamId: string): Promise<{ input: Input; digested: DigestedBody }> {
    const { input, used, digest } = this.#find(streamId);
    this.abandon(streamId);
    await used;
    return { input, digested: digest.end() };
  }

  abandon(streamId: string): void {
    this.#open.get(streamId)?.release();
    this.#open.delete(streamId);
  }

  #find(streamId: string): OpenStream<Input> {
    const stream = this.#open.get(streamId);
    if (stream) {
      return stream;
    }
    throw new Failure({
      code: 'invalid-input',
      message: 'This body is no longer being read: it made no progress for too long, or was stopped.',
      hint: 'Verify again.',
    });
  }
}
