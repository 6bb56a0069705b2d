import type { Bridge, BridgeMessage } from '../../preload/contract/bridge.ts';
import type { Envelope } from '../../preload/contract/envelope.ts';
import { decodeFrame, encodeFrame, type MainMessage } from '../../preload/contract/frames.ts';

/** Waits between attempts to connect again, in milliseconds; the last one repeats. */
const backoffMs = [100, 250, 500, 1_000, 2_000, 5_000];

const lost: Envelope = {
  ok: false,
  error: {
    code: 'connection-lost',
    message: 'The window lost its connection to the console, so the outcome of this is not known here.',
    hint: 'It connects again by itself. If it does not, the console was stopped: start it again and open the address it prints.',
    retryable: true,
  },
};

const tooLarge: Envelope = {
  ok: false,
  error: {
    code: 'invalid-input',
    message: 'Too large to be handed over in one piece: the limit is 64 MiB.',
    retryable: false,
  },
};

const usedTwice: Envelope = {
  ok: false,
  error: { code: 'invalid-input', message: 'A call id used twice.', retryable: false },
};

const cancelled: Envelope = {
  ok: false,
  error: { code: 'cancelled', message: 'Cancelled before it began.', retryable: true },
};

interface SocketBridgeParts {
  /** Such as `ws://127.0.0.1:43210/bridge`. */
  address: string;
  /** Opens a socket; the browser's own, or one that behaves like it. */
  open?: (address: string) => WebSocket;
  /** How long a call made while the line is down waits for it, in milliseconds. */
  patienceMs?: number;
}

/** The bridge over a WebSocket, which connects again by itself when the line is lost. */
export function socketBridge({
  address,
  open = (to) => new WebSocket(to),
  patienceMs = 5_000,
}: SocketBridgeParts): Bridge & { close(): void } {
  const listeners = new Set<(message: BridgeMessage) => void>();
  /** Calls main has been asked to run. */
  const running = new Map<string, (envelope: Envelope) => void>();
  /** Calls waiting for the line. */
  const waiting = new Map<string, { send(): void; answer(envelope: Envelope): void }>();
  /** The socket while it is open, and the latest one, open or not yet. */
  let socket: WebSocket | undefined;
  let latest: WebSocket | undefined;
  let attempt = 0;
  let wasUp = false;
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = (message: BridgeMessage) => {
    for (const listener of listeners) listener(message);
  };

  function connect(): void {
    const current = open(address);
    latest = current;
    current.binaryType = 'arraybuffer';
    current.addEventListener('open', () => {
      socket = current;
      attempt = 0;
      if (wasUp) tell({ kind: 'line', state: 'restored' });
      wasUp = true;
      for (const { send } of [...waiting.values()]) send();
    });
    current.addEventListener('message', ({ data }) => hear(current, data));
    current.addEventListener('close', () => {
      const wasOpen = socket === current;
      socket = undefined;
      if (wasOpen) {
        for (const answer of [...running.values()]) answer(lost);
        if (!closed) tell({ kind: 'line', state: 'lost' });
      }
      if (!closed) timer = setTimeout(connect, backoffMs[Math.min(attempt++, backoffMs.length - 1)]);
    });
  }

  function hear(from: WebSocket, data: unknown): void {
    let message: MainMessage;
    try {
      // Main wrote it with the same contract: what can be decoded can be trusted to be of this shape.
      message = decodeFrame(new Uint8Array(data as ArrayBuffer)) as MainMessage;
    } catch {
      from.close();
      return;
    }
    if (message.kind === 'answer') running.get(message.callId)?.(message.envelope);
    else tell(message);
  }

  connect();

  return {
    invoke(callId, operation, input) {
      return new Promise((resolve) => {
        if (running.has(callId) || waiting.has(callId)) return resolve(usedTwice);
        let frame: Uint8Array<ArrayBuffer>;
        try {
          frame = encodeFrame({ kind: 'invoke', callId, operation, input });
        } catch {
          resolve(tooLarge);
          return;
        }
        const send = () => {
          running.set(callId, (envelope) => {
            running.delete(callId);
            resolve(envelope);
          });
          socket?.send(frame);
        };
        if (socket !== undefined) return send();
        if (closed) return resolve(lost);
        const settle = () => {
          clearTimeout(patience);
          waiting.delete(callId);
        };
        const answer = (envelope: Envelope) => {
          settle();
          resolve(envelope);
        };
        const patience = setTimeout(() => answer(lost), patienceMs);
        waiting.set(callId, {
          answer,
          send: () => {
            settle();
            send();
          },
        });
      });
    },
    cancel(callId) {
      const queued = waiting.get(callId);
      if (queued !== undefined) queued.answer(cancelled);
      else if (running.has(callId)) socket?.send(encodeFrame({ kind: 'cancel', callId }));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      closed = true;
      clearTimeout(timer);
      for (const { answer } of [...waiting.values()]) answer(lost);
      latest?.close();
    },
  };
}
