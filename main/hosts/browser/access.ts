import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import {
  admitted,
  maxEntryBytes,
  notAdmitted,
  type PageEntry,
  pageEntry,
} from '../../../preload/contract/browser-session.ts';

/** The time limit for the first message of a page, in milliseconds. */
const usualWithinMs = 5_000;

/**
 * Access control of the browser host. The token in the printed address works once, for the session that the page made. No
 * cookies: browsers send those of one port to every other port of the machine.
 */
export class Access {
  /** 256 random bits, in base64url. */
  readonly entryToken = randomBytes(32).toString('base64url');
  #session: string | undefined;

  /** Returns whether the page holds this host's session, or the token for it while that is unused. */
  admits({ session, entry }: PageEntry): boolean {
    if (this.#session === undefined && entry !== undefined && isSame(entry, this.entryToken)) {
      this.#session = session;
    }
    return this.#session !== undefined && isSame(session, this.#session);
  }
}

/**
 * Waits for the first message of a page. A socket that is not admitted is closed; false then.
 *
 * @param stream the connection below the socket, since the socket's own limit is for whole frames
 */
export async function admitPage(
  socket: WebSocket,
  stream: Duplex,
  access: Access,
  withinMs = usualWithinMs,
): Promise<boolean> {
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > 2 * maxEntryBytes) {
      stream.destroy();
    }
  };
  stream.on('data', count);
  try {
    const signal = AbortSignal.timeout(withinMs);
    const [data] = (await once(socket, 'message', { signal })) as [Buffer];
    if (data.length <= maxEntryBytes && access.admits(pageEntry.parse(JSON.parse(data.toString('utf8'))))) {
      socket.send(admitted);
      return true;
    }
  } catch {
    // No message in time, or another one.
  } finally {
    stream.off('data', count);
  }
  socket.close(notAdmitted, 'The token is wrong or was already used.');
  // A page that does not answer the close must not keep the connection open.
  setTimeout(() => socket.terminate(), withinMs).unref();
  return false;
}

/** Compares digests, so that the time taken reveals nothing. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digestOf(one), digestOf(other));
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
