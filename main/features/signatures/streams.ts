import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Failure } from '../../common/failure.ts';
import { type Channel, createChannel } from './channel.ts';
import { type CheckInput, type Digested, digest } from './verification.ts';

/** The most open streams, over all windows. */
const maxStreams = 4;
/** A stream without new chunks for this long is dropped, because its window is gone. Milliseconds. */
const idleMs = 60_000;
/** The longest time hashing blocks main's thread at once, in milliseconds. */
const maxTurnMs = 8;

interface OpenStream {
  input: CheckInput;
  channels: Channel[];
  digested: Promise<Digested>;
  received: number;
  timer: NodeJS.Timeout;
  /** Removes the listener for the window's closing. */
  forgetWindow(): void;
}

/** Bodies that are received and hashed in chunks without being kept. */
export function createStreams() {
  const open = new Map<string, OpenStream>();

  function find(streamId: string): OpenStream {
    const stream = open.get(streamId);
    if (stream) {
      return stream;
    }
    throw new Failure({
      code: 'invalid-input',
      message: 'This body is no longer being read: it made no progress for too long, or was stopped.',
      hint: 'Verify again.',
    });
  }

  function abandon(streamId: string): void {
    const stream = open.get(streamId);
    if (!stream) {
      return;
    }
    open.delete(streamId);
    clearTimeout(stream.timer);
    stream.forgetWindow();
    for (const channel of stream.channels) {
      channel.fail(new Error('abandoned'));
    }
  }

  return {
    /**
     * @param closed aborted when the sending window closes; the stream is then dropped
     * @throws Failure invalid-input when too many are open
     */
    begin(input: CheckInput, closed: AbortSignal): string {
      if (open.size >= maxStreams) {
        throw new Failure({
          code: 'invalid-input',
          message: `${maxStreams} large bodies are being read already.`,
          hint: 'Wait for one of them, or stop it.',
          retryable: true,
        });
      }
      const streamId = randomUUID();
      const channels = input.keys.map(() => createChannel());
      const digested = digest(input, (index) => channels[index]?.pieces() ?? new Uint8Array());
      // The error is reported by `finish`; an abandoned stream needs no report.
      digested.catch(() => undefined);
      const timer = setTimeout(() => abandon(streamId), idleMs).unref();
      const onClosed = () => abandon(streamId);
      closed.addEventListener('abort', onClosed, { once: true });
      const forgetWindow = () => closed.removeEventListener('abort', onClosed);
      open.set(streamId, { input, channels, digested, received: 0, timer, forgetWindow });
      return streamId;
    },
    /** Resolves when the chunk was used, so that the sender waits. @throws Failure invalid-input */
    async append(streamId: string, at: number, piece: Uint8Array): Promise<number> {
      const stream = find(streamId);
      if (at !== stream.received) {
        throw new Failure({
          code: 'invalid-input',
          message: 'A piece of the body is missing or came twice.',
        });
      }
      stream.received += piece.byteLength;
      stream.timer.refresh();
      let turn = performance.now();
      for (const channel of stream.channels) {
        await channel.push(piece);
        if (performance.now() - turn < maxTurnMs) {
          continue;
        }
        await setImmediate();
        turn = performance.now();
      }
      return stream.received;
    },
    /** Ends a stream. @throws Failure invalid-input */
    async finish(streamId: string): Promise<{ input: CheckInput; digested: Digested }> {
      const { input, channels, digested, timer, forgetWindow } = find(streamId);
      open.delete(streamId);
      clearTimeout(timer);
      forgetWindow();
      for (const channel of channels) {
        channel.end();
      }
      return { input, digested: await digested };
    },
    abandon,
  };
}
