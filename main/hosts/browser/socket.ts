import type { WebSocket } from 'ws';
import {
  decodeFrame,
  encodeFrame,
  type MainMessage,
  type PageMessage,
  readPageMessage,
} from '../../../preload/contract/frames.ts';
import { attempt } from '../../../preload/shared/attempt.ts';
import type { Dispatch } from '../../bridge/dispatch.ts';
import type { EventBus } from '../../bridge/event-bus.ts';
import { Failure } from '../../common/failure.ts';

/** Above this many queued bytes, progress is left out. */
const fullAt = 1024 * 1024;
/** A page that leaves more than this many bytes untaken is disconnected. */
const maxUnsent = 48 * 1024 * 1024;
/** The longest reply, in bytes; it must fit into the queue of one page. */
const maxAnswer = 32 * 1024 * 1024;
/** The close code for a message that cannot be read (RFC 6455, 7.4.1). */
const unreadable = 1003;

/** Carries the bridge over one WebSocket. A page's calls end with its socket. */
export function carryBridge(socket: WebSocket, dispatch: Dispatch, eventBus: EventBus): void {
  const client = dispatch.client();
  const send = (frame: Uint8Array) => {
    if (socket.bufferedAmount + frame.byteLength > maxUnsent) {
      socket.terminate();
    } else if (socket.readyState === socket.OPEN) {
      socket.send(frame, { binary: true });
    }
  };
  const invoke = async (message: Extract<PageMessage, { kind: 'invoke' }>) => {
    const { callId } = message;
    const progress = (step: unknown) => {
      if (socket.bufferedAmount <= fullAt) {
        send(encodeFrame({ kind: 'progress', callId, progress: step }));
      }
    };
    send(encodeAnswer({ kind: 'answer', callId, envelope: await client.invoke({ ...message, progress }) }));
  };
  const unsubscribe = eventBus.subscribe((event) => send(encodeFrame({ kind: 'event', ...event })));
  socket.on('message', (data, isBinary) => {
    const message = isBinary && data instanceof Uint8Array ? readFrame(data) : undefined;
    if (message === undefined) {
      socket.close(unreadable, 'The message is not valid.');
    } else if (message.kind === 'cancel') {
      client.cancel(message.callId);
    } else {
      void invoke(message);
    }
  });
  socket.on('close', () => {
    unsubscribe();
    client.close();
  });
}

function readFrame(data: Uint8Array): PageMessage | undefined {
  return attempt(() => readPageMessage(decodeFrame(data)));
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
