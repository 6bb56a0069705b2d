import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import {
  type Handshake,
  handshakeLate,
  handshakeWithinMs,
  importSessionKey,
  isProof,
  maxHandshakeMessage,
  notAdmitted,
  pageHello,
  pageProof,
  prove,
  randomHex,
} from '../../../preload/contract/browser-session.ts';
import type { Access, Session } from './access.ts';

/** The most bytes a socket may send before it is authenticated: two messages with their framing. */
const maxBytes = 4 * maxHandshakeMessage;

/** RFC 6455, 7.4.1: protocol error. */
const notUnderstood = 1002;

class NotAdmitted extends Error {}

/**
 * Authenticates this process to the page and the page to this process. Returns the session, or undefined when the socket
 * was refused (it is then closing, with `notAdmitted` only when a retry cannot help).
 *
 * @param stream the connection below the socket, since the socket's own limit is for whole frames
 * @param host such as `127.0.0.1:43210`
 * @param withinMs the time limit of the whole exchange
 */
export async function admitPage(
  socket: WebSocket,
  stream: Duplex,
  access: Access,
  host: string,
  withinMs = handshakeWithinMs,
): Promise<Session | undefined> {
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) {
      stream.destroy();
    }
  };
  stream.on('data', count);
  const closed = new AbortController();
  socket.once('close', () => closed.abort());
  const timeout = AbortSignal.timeout(withinMs);
  const signal = AbortSignal.any([closed.signal, timeout]);
  try {
    const hello = pageHello.parse(await nextText(socket, signal));
    const session = access.find(hello.session);
    if (session === undefined) {
      throw new NotAdmitted('The session is unknown.');
    }
    const key = await importSessionKey(session.key);
    const handshake: Handshake = { host, ...hello, mainNonce: randomHex(32) };
    const reply = { mainNonce: handshake.mainNonce, proof: await prove(key, 'main', handshake) };
    socket.send(JSON.stringify(reply));
    const { proof } = pageProof.parse(await nextText(socket, signal));
    if (!(await isProof(key, 'page', handshake, proof))) {
      throw new NotAdmitted('The proof is wrong.');
    }
    return session;
  } catch (error) {
    if (error instanceof NotAdmitted) {
      socket.close(notAdmitted, error.message);
    } else if (timeout.aborted) {
      socket.close(handshakeLate, 'The handshake took too long.');
    } else {
      socket.close(notUnderstood, 'This is not a message of the handshake.');
    }
    // A page that does not answer the close must not keep the connection open.
    setTimeout(() => socket.terminate(), handshakeWithinMs).unref();
    return undefined;
  } finally {
    stream.off('data', count);
  }
}

async function nextText(socket: WebSocket, signal: AbortSignal): Promise<unknown> {
  const [data, isBinary] = (await once(socket, 'message', { signal })) as [Buffer, boolean];
  if (isBinary || data.length > maxHandshakeMessage) {
    throw new Error('Not a message of the handshake.');
  }
  return JSON.parse(data.toString('utf8'));
}
