import type { Bridge, BridgeMessage } from '../../preload/contract/bridge.ts';
import { admitted, type PageEntry } from '../../preload/contract/browser-session.ts';
import type { Envelope } from '../../preload/contract/envelope.ts';
import { decodeFrame, encodeFrame, type MainMessage } from '../../preload/contract/frames.ts';

/** Opens the bridge over a socket that is not open yet; undefined when the host does not admit this page or does not answer. */
export async function openSocketBridge(
  socket: WebSocket,
  entry: PageEntry,
): Promise<SocketBridge | undefined> {
  const bridge = new SocketBridge(socket);
  socket.addEventListener('open', () => socket.send(JSON.stringify(entry)));
  return (await bridge.isAdmitted) ? bridge : undefined;
}

/** The bridge over one WebSocket. When that is lost, this page never connects again: another program may have taken the port. */
export class SocketBridge implements Bridge {
  /** False when the socket closed first. */
  readonly isAdmitted: Promise<boolean>;
  readonly #socket: WebSocket;
  readonly #listeners = new Set<(message: BridgeMessage) => void>();
  /** Calls main has been asked to run. */
  readonly #running = new Map<string, (envelope: Envelope) => void>();
  #isClosed = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.isAdmitted = promise;
    socket.addEventListener('message', ({ data }) => {
      if (data === admitted) {
        resolve(true);
      } else {
        this.#receive(data);
      }
    });
    socket.addEventListener('close', () => {
      resolve(false);
      this.#closed();
    });
  }

  invoke(callId: string, operation: string, input: unknown): Promise<Envelope> {
    return new Promise((resolve) => {
      if (this.#running.has(callId)) {
        return resolve(usedTwice);
      }
      if (this.#isClosed) {
        return resolve(lost);
      }
      let frame: Uint8Array<ArrayBuffer>;
      try {
        frame = encodeFrame({ kind: 'invoke', callId, operation, input });
      } catch {
        return resolve(tooLarge);
      }
      this.#running.set(callId, (envelope) => {
        this.#running.delete(callId);
        resolve(envelope);
      });
      this.#socket.send(frame);
    });
  }

  cancel(callId: string): void {
    if (this.#running.has(callId) && !this.#isClosed) {
      this.#socket.send(encodeFrame({ kind: 'cancel', callId }));
    }
  }

  subscribe(listener: (message: BridgeMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#socket.close();
    this.#closed();
  }

  #receive(data: unknown): void {
    let message: MainMessage;
    try {
      // Main wrote it with the same contract: what can be decoded can be trusted to be of this shape.
      message = decodeFrame(new Uint8Array(data as ArrayBuffer)) as MainMessage;
    } catch {
      this.close();
      return;
    }
    if (message.kind === 'answer') {
      this.#running.get(message.callId)?.(message.envelope);
    } else {
      this.#tell(message);
    }
  }

  #closed(): void {
    if (this.#isClosed) {
      return;
    }
    this.#isClosed = true;
    for (const answer of [...this.#running.values()]) {
      answer(lost);
    }
    this.#tell({ kind: 'connection', state: 'lost' });
  }

  #tell(message: BridgeMessage): void {
    for (const listener of this.#listeners) {
      listener(message);
    }
  }
}

/** Answers that the page's end of the bridge gives by itself. */

const lost: Envelope = {
  ok: false,
  error: {
    code: 'connection-lost',
    message: 'This window lost its connection to the console, so the outcome is unknown.',
    hint: 'Reload the page. If it does not load, the console has stopped: start it again and open the address it prints.',
    retryable: true,
  },
};

const tooLarge: Envelope = {
  ok: false,
  error: {
    code: 'invalid-input',
    message: 'Too large: the limit is 64 MiB.',
    retryable: false,
  },
};

const usedTwice: Envelope = {
  ok: false,
  error: { code: 'invalid-input', message: 'The same call id was used twice.', retryable: false },
};
