import type { Bridge, BridgeMessage } from '../../preload/contract/bridge.ts';
import { entryGrant, handshakeWithinMs, notAdmitted } from '../../preload/contract/browser-session.ts';
import type { Envelope } from '../../preload/contract/envelope.ts';
import { decodeFrame, encodeFrame, type MainMessage } from '../../preload/contract/frames.ts';
import { PageHandshake, type PageSession } from './handshake.ts';
import { cancelled, lost, replaced, tooLarge, usedTwice } from './socket-failures.ts';

/** Waits between attempts to connect again, in milliseconds; the last one repeats. */
const backoffMs = [100, 250, 500, 1_000, 2_000, 5_000];

export interface SocketBridgeDeps {
  /** Such as `ws://127.0.0.1:43210/bridge`. */
  address: string;
  session: PageSession;
  /** Receives each new token with which the page can be loaded once more. */
  onEntryToken?(token: string): void;
  /** Opens a socket; the browser's own, or one that behaves like it. */
  open?: (address: string) => WebSocket;
  /** How long a call made while the connection is down waits for it, in milliseconds. */
  patienceMs?: number;
}

/** A call that waits for the connection. */
interface WaitingCall {
  send(): void;
  answer(envelope: Envelope): void;
}

/**
 * The bridge over a WebSocket, which connects again by itself when the connection is lost. Nothing is sent before the other end has
 * proved that it is the console this page came from; where something else answers, it gives up for good.
 */
export class SocketBridge implements Bridge {
  readonly #deps: SocketBridgeDeps;
  readonly #listeners = new Set<(message: BridgeMessage) => void>();
  /** Calls main has been asked to run. */
  readonly #running = new Map<string, (envelope: Envelope) => void>();
  readonly #waiting = new Map<string, WaitingCall>();
  /** The socket once main has proved itself on it, and the latest one, open or not yet. */
  #socket: WebSocket | undefined;
  #latest: WebSocket | undefined;
  #attempt = 0;
  #wasUp = false;
  /** The answer to every call once no connection will be made again. */
  #ended: Envelope | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: SocketBridgeDeps) {
    this.#deps = deps;
    this.#connect();
  }

  invoke(callId: string, operation: string, input: unknown): Promise<Envelope> {
    return new Promise((resolve) => {
      if (this.#running.has(callId) || this.#waiting.has(callId)) {
        return resolve(usedTwice);
      }
      if (this.#ended !== undefined) {
        return resolve(this.#ended);
      }
      let frame: Uint8Array<ArrayBuffer>;
      try {
        frame = encodeFrame({ kind: 'invoke', callId, operation, input });
      } catch {
        resolve(tooLarge);
        return;
      }
      const send = () => {
        this.#running.set(callId, (envelope) => {
          this.#running.delete(callId);
          resolve(envelope);
        });
        this.#socket?.send(frame);
      };
      if (this.#socket === undefined) {
        this.#wait(callId, send, resolve);
      } else {
        send();
      }
    });
  }

  cancel(callId: string): void {
    const queued = this.#waiting.get(callId);
    if (queued !== undefined) {
      queued.answer(cancelled);
    } else if (this.#running.has(callId)) {
      this.#socket?.send(encodeFrame({ kind: 'cancel', callId }));
    }
  }

  subscribe(listener: (message: BridgeMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#end(lost);
  }

  #wait(callId: string, send: () => void, resolve: (envelope: Envelope) => void): void {
    const settle = () => {
      clearTimeout(patience);
      this.#waiting.delete(callId);
    };
    const answer = (envelope: Envelope) => {
      settle();
      resolve(envelope);
    };
    const patience = setTimeout(() => answer(lost), this.#deps.patienceMs ?? 5_000);
    this.#waiting.set(callId, {
      answer,
      send: () => {
        settle();
        send();
      },
    });
  }

  #connect(): void {
    const { address, session, open = (to) => new WebSocket(to) } = this.#deps;
    const current = open(address);
    const handshake = new PageHandshake(session);
    // One message after the other: the first is checked before the second is read.
    let earlier: Promise<void> = Promise.resolve();
    let answered = false;
    let deadline: ReturnType<typeof setTimeout> | undefined;
    this.#latest = current;
    current.binaryType = 'arraybuffer';
    current.addEventListener('open', () => {
      // A busy main may answer late; the connection is then tried again.
      deadline = setTimeout(() => current.close(), handshakeWithinMs);
      current.send(handshake.hello());
    });
    current.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') {
        this.#readFrame(current, data);
        return;
      }
      earlier = earlier
        .then(async () => {
          if (answered) {
            this.#granted(current, data);
            return;
          }
          const proof = await handshake.answer(data);
          answered = true;
          clearTimeout(deadline);
          if (current.readyState === WebSocket.OPEN) {
            current.send(proof);
          }
        })
        .catch(() => this.#replaced(current));
    });
    current.addEventListener('close', ({ code }) => {
      clearTimeout(deadline);
      if (code === notAdmitted) {
        this.#replaced(current);
      } else {
        this.#closed(current);
      }
    });
  }

  /** Main has proved itself and has found this page's proof right; sent again with each new entry token. */
  #granted(from: WebSocket, text: string): void {
    const { entryToken } = entryGrant.parse(JSON.parse(text));
    this.#deps.onEntryToken?.(entryToken);
    if (this.#socket === from || this.#ended !== undefined) {
      return;
    }
    this.#socket = from;
    this.#attempt = 0;
    if (this.#wasUp) {
      this.#tell({ kind: 'connection', state: 'restored' });
    }
    this.#wasUp = true;
    for (const { send } of [...this.#waiting.values()]) {
      send();
    }
  }

  #readFrame(from: WebSocket, data: unknown): void {
    if (this.#socket !== from) {
      this.#replaced(from);
      return;
    }
    let message: MainMessage;
    try {
      // Main wrote it with the same contract: what can be decoded can be trusted to be of this shape.
      message = decodeFrame(new Uint8Array(data as ArrayBuffer)) as MainMessage;
    } catch {
      from.close();
      return;
    }
    if (message.kind === 'answer') {
      this.#running.get(message.callId)?.(message.envelope);
    } else {
      this.#tell(message);
    }
  }

  #closed(socket: WebSocket): void {
    const wasOpen = this.#socket === socket;
    if (wasOpen) {
      this.#socket = undefined;
      for (const answer of [...this.#running.values()]) {
        answer(lost);
      }
      if (this.#ended === undefined) {
        this.#tell({ kind: 'connection', state: 'lost' });
      }
    }
    if (this.#ended !== undefined) {
      return;
    }
    const wait = backoffMs[Math.min(this.#attempt++, backoffMs.length - 1)];
    this.#timer = setTimeout(() => this.#connect(), wait);
  }

  /** Something that is not the console of this page answers at its address. */
  #replaced(socket: WebSocket): void {
    if (this.#ended !== undefined || this.#latest !== socket) {
      return;
    }
    this.#end(replaced);
    this.#tell({ kind: 'connection', state: 'replaced' });
  }

  #end(envelope: Envelope): void {
    this.#ended ??= envelope;
    clearTimeout(this.#timer);
    for (const { answer } of [...this.#waiting.values()]) {
      answer(envelope);
    }
    this.#latest?.close();
  }

  #tell(message: BridgeMessage): void {
    for (const listener of this.#listeners) {
      listener(message);
    }
  }
}
