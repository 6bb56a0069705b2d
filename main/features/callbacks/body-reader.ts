import type { IncomingMessage } from 'node:http';
import { ownBytes } from '../../common/workers/own-bytes.ts';
import { largeBytes } from './inbox.ts';

/** The largest body that is received, in bytes. */
const maxBodyBytes = 16 * 1024 * 1024;

/** The most that is held of bodies up to `largeBytes`, and of larger ones, in bytes. */
export const bodyLimits = { smallBytes: 64 * 1024 * 1024, largeBytes: 4 * maxBodyBytes };

/** The reason why a body was not read, with the status that tells the sender. */
export class BodyRefused extends Error {
  readonly status: 413 | 503;

  constructor(status: BodyRefused['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads the bodies of requests so that neither many nor large ones fill the memory: only what was received counts, and the server ends stalled senders. */
export class BodyReader {
  readonly #limits: typeof bodyLimits;
  readonly #held = { smallBytes: 0, largeBytes: 0 };

  constructor(limits: typeof bodyLimits) {
    this.#limits = limits;
  }

  /**
   * Reads a request's body. It counts until it is released.
   * @throws BodyRefused; Error when the sender ends the connection
   */
  async read(request: IncomingMessage): Promise<{ bytes: Uint8Array; release(): void }> {
    const announced = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    const size = announced > largeBytes ? 'largeBytes' : 'smallBytes';
    const chunks: Uint8Array[] = [];
    let length = 0;
    const release = () => {
      this.#held[size] -= length;
      length = 0;
    };
    const checkLength = (bytes: number) => {
      if (bytes > maxBodyBytes) {
        throw new BodyRefused(413, 'The body is too large.');
      }
    };
    try {
      checkLength(Number.isFinite(announced) ? announced : 0);
      // The connection is needed for the answer, also where the body is refused.
      for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        length += chunk.byteLength;
        this.#held[size] += chunk.byteLength;
        checkLength(length);
        if (this.#held[size] > this.#limits[size]) {
          throw new BodyRefused(503, 'Too many callbacks arrive at the same time.');
        }
        chunks.push(chunk);
      }
    } catch (error) {
      release();
      throw error;
    }
    // Memory of its own: a part of a larger buffer would be sent to other threads with the whole of it.
    return { bytes: ownBytes(Buffer.concat(chunks, length)), release };
  }
}
