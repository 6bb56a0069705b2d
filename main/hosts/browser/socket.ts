import type { WebSocket } from 'ws';
import {
  decodeFrame,
  encodeFrame,
  type MainMessage,
  type PageMessage,
  pageMessageBounds,
  readPageMessage,
} from '../../../preload/contract/frames.ts';
import type { Client, Dispatch } from '../../bridge/dispatch.ts';
import type { EventBus } from '../../bridge/event-bus.ts';
import { Failure } from '../../common/failure.ts';
import type { Backlog } from './backlog.ts';

/** Above this many queued bytes, nothing more is read from the page and progress is held back. */
const fullAt = 1024 * 1024;
/** The longest reply, in bytes; it must fit into the queue of one page. */
const maxAnswer = 32 * 1024 * 1024;
/** The close code for a message that cannot be read (RFC 6455, 7.4.1). */
const unreadable = 1003;

/** Carries the bridge over one WebSocket. A page's calls end with its socket. */
export class BridgeSocket {
  readonly #socket: WebSocket;
  readonly #backlog: Backlog;
  readonly #client: Client;
  /** The latest progress of each call while the page is behind: only that is sent later. */
  readonly #waitingProgress = new Map<string, unknown>();

  constructor(socket: WebSocket, { dispatch, eventBus, backlog }: BridgeSocketDeps) {
    this.#socket = socket;
    this.#backlog = backlog;
    this.#client = dispatch.client();
    backlog.add(socket);
    const unsubscribe = eventBus.subscribe((event) => this.#send(encodeFrame({ kind: 'event', ...event })));
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('close', () => {
      unsubscribe();
      this.#client.close();
    });
  }

  #receive(data: unknown, isBinary: boolean): void {
    const message = isBinary && data instanceof Uint8Array ? readFrame(data) : undefined;
    if (message === undefined) {
      this.#socket.close(unreadable, 'The message is not valid.');
    } else if (message.kind === 'cancel') {
      this.#client.cancel(message.callId);
    } else {
      const bytes = data instanceof Uint8Array ? data.byteLength : 0;
      void this.#invoke(message, bytes);
    }
  }

  async #invoke(message: Extract<PageMessage, { kind: 'invoke' }>, bytes: number): Promise<void> {
    const { callId } = message;
    const done = this.#backlog.receive(bytes);
    if (done === undefined) {
      this.#send(encodeAnswer({ kind: 'answer', callId, envelope: { ok: false, error: tooMuch().view() } }));
      return;
    }
    try {
      const progress = (step: unknown) => this.#sendProgress(callId, step);
      const envelope = await this.#client.invoke({ ...message, progress });
      this.#waitingProgress.delete(callId);
      this.#send(encodeAnswer({ kind: 'answer', callId, envelope }));
    } finally {
      done();
    }
  }

  #sendProgress(callId: string, progress: unknown): void {
    if (this.#socket.bufferedAmount > fullAt) {
      this.#waitingProgress.set(callId, progress);
    } else {
      this.#send(encodeFrame({ kind: 'progress', callId, progress }));
    }
  }

  #send(frame: Uint8Array): void {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      return;
    }
    if (!this.#backlog.mayQueue(this.#socket, frame.byteLength)) {
      return;
    }
    this.#socket.send(frame, { binary: true }, () => this.#keepPace());
    this.#keepPace();
  }

  #keepPace(): void {
    if (this.#socket.readyState !== this.#socket.OPEN) {
      return;
    }
    if (this.#socket.bufferedAmount > fullAt) {
      this.#socket.pause();
      return;
    }
    this.#socket.resume();
    for (const [callId, progress] of this.#waitingProgress) {
      this.#waitingProgress.delete(callId);
      this.#send(encodeFrame({ kind: 'progress', callId, progress }));
    }
  }
}

interface BridgeSocketDeps {
  dispatch: Dispatch;
  eventBus: EventBus;
  /** Shared by all sockets. */
  backlog: Backlog;
}

function readFrame(data: Uint8Array) {
  try {
    return readPageMessage(decodeFrame(data, pageMessageBounds));
  } catch {
    return undefined;
  }
}

/** Encodes a reply; one that is too large for a frame is replaced by a failure that says so. */
function encodeAnswer(answer: Extract<MainMessage, { kind: 'answer' }>): Uint8Array {
  try {
    const frame = encodeFrame(answer);
    if (frame.byteLength <= maxAnswer) {
      return frame;
    }
  } catch {
    // Longer than a frame may be: answered below.
  }
  const failure = new Failure({
    code: 'reply-too-large',
    message: 'The response is too large to show.',
    hint: 'Nothing was changed. Request less at a time.',
  });
  return encodeFrame({ ...answer, envelope: { ok: false, error: failure.view() } });
}

function tooMuch(): Failure {
  return new Failure({
    code: 'invalid-input',
    message: 'Too many requests are running at once, so this one was not started.',
    hint: 'Wait until some of them have finished, then try again.',
    retryable: true,
  });
}
