import type { WebSocket } from 'ws';
import {
  decodeFrame,
  encodeFrame,
  type MainMessage,
  readPageMessage,
} from '../../../preload/contract/frames.ts';
import type { Dispatch } from '../../bridge/dispatch.ts';
import type { Outlet } from '../../bridge/publish.ts';
import { Failure } from '../../failure.ts';

/** Above this many bytes not yet taken by the page, nothing more is read from it, and progress waits. */
const fullAt = 1024 * 1024;
/** A page that leaves this much untaken is gone in all but name. Two of the longest frames. */
const hopelessAt = 128 * 1024 * 1024;

/** The reasons for which main closes a socket (RFC 6455, 7.4.1). */
const unreadable = 1003;
const tooSlow = 1013;

/**
 * Carries the bridge over one WebSocket. The calls of a page end with its socket.
 */
export function carryBridge(socket: WebSocket, dispatch: Dispatch, outlet: Outlet): void {
  const client = dispatch.client();
  /** The latest progress of each call, kept while the page is behind: only the last step is worth sending then. */
  const waitingProgress = new Map<string, unknown>();

  const sendFrame = (frame: Uint8Array) => {
    if (socket.readyState !== socket.OPEN) return;
    socket.send(frame, { binary: true }, () => keepPace());
    if (socket.bufferedAmount > hopelessAt) socket.close(tooSlow, 'The page does not keep up.');
    else keepPace();
  };
  const keepPace = () => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > fullAt) {
      socket.pause();
      return;
    }
    socket.resume();
    for (const [callId, progress] of waitingProgress) {
      waitingProgress.delete(callId);
      sendFrame(encodeFrame({ kind: 'progress', callId, progress }));
    }
  };
  const sendProgress = (callId: string, progress: unknown) => {
    if (socket.bufferedAmount > fullAt) waitingProgress.set(callId, progress);
    else sendFrame(encodeFrame({ kind: 'progress', callId, progress }));
  };

  const unsubscribe = outlet.subscribe((event) => sendFrame(encodeFrame({ kind: 'event', ...event })));
  socket.on('message', async (data, isBinary) => {
    const message = isBinary && data instanceof Uint8Array ? readFrame(data) : undefined;
    if (message === undefined) {
      socket.close(unreadable, 'Not a message of the bridge.');
      return;
    }
    const { callId } = message;
    if (message.kind === 'cancel') {
      client.cancel(callId);
      return;
    }
    const envelope = await client.invoke({ ...message, progress: (step) => sendProgress(callId, step) });
    waitingProgress.delete(callId);
    sendFrame(encodeAnswer({ kind: 'answer', callId, envelope }));
  });
  // A frame above the limit or a broken connection: ws reports it here, then closes.
  socket.on('error', () => {});
  socket.on('close', () => {
    unsubscribe();
    client.close();
  });
}

function readFrame(data: Uint8Array) {
  try {
    return readPageMessage(decodeFrame(data));
  } catch {
    return undefined;
  }
}

/** An answer too large for a frame is still answered, by saying so. */
function encodeAnswer(answer: Extract<MainMessage, { kind: 'answer' }>): Uint8Array {
  try {
    return encodeFrame(answer);
  } catch {
    const failure = new Failure({
      code: 'reply-too-large',
      message: 'The answer is too large to be shown in one piece.',
      hint: 'Nothing was changed by this. Ask for less of it at a time.',
    });
    return encodeFrame({ ...answer, envelope: { ok: false, error: failure.view() } });
  }
}
