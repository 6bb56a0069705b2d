import type { IncomingMessage } from 'node:http';
import { ByteBudget } from './byte-budget.ts';
import { largeBytes } from './inbox.ts';

/** The largest body that is received, in bytes. */
export const maxBodyBytes = 16 * 1024 * 1024;

export interface BodyLimits {
  /** The most that is held of bodies up to `largeBytes`, and of larger ones, in bytes. */
  smallBytes: number;
  largeBytes: number;
  /** The time a large body waits until it is read, in milliseconds. */
  waitMs: number;
  /** The interval of checking the pace of senders, in milliseconds. */
  paceMs: number;
}

export const bodyLimits: BodyLimits = {
  smallBytes: 64 * 1024 * 1024,
  largeBytes: 4 * maxBodyBytes,
  waitMs: 10_000,
  paceMs: 1000,
};

/** The bytes a sender must deliver between two checks, and the number of slower checks in a row that end it. */
const paces = {
  always: { bytes: 4 * 1024, looks: 5 },
  /** For large bodies, while others wait for what they hold. */
  whileAwaited: { bytes: 1024 * 1024, looks: 2 },
};

/** The reason why a body was not read, with the status that tells the sender. */
export class BodyRefused extends Error {
  readonly status: 408 | 413 | 503;

  constructor(status: BodyRefused['status'], message: string) {
    super(message);
    this.status = status;
  }
}

/** A body in memory. It counts until it is released. */
export interface HeldBody {
  bytes: Uint8Array;
  release(): void;
}

interface OpenBody {
  isLarge: boolean;
  /** The bytes received until now, and until the last check. */
  length: number;
  seen: number;
  /** The checks in a row at which the sender was too slow, always and while others wait. */
  slow: number;
  slowWhileAwaited: number;
  refuse(reason: BodyRefused): void;
}

/** Reads the bodies of requests so that neither many, nor large, nor stalled ones fill the memory or hold up others. */
export class BodyReader {
  readonly #limits: BodyLimits;
  readonly #small: ByteBudget;
  readonly #large: ByteBudget;
  readonly #open = new Set<OpenBody>();
  readonly #timer: NodeJS.Timeout;
  readonly #closing = new AbortController();

  constructor(limits: BodyLimits = bodyLimits) {
    this.#limits = limits;
    this.#small = new ByteBudget(limits.smallBytes);
    this.#large = new ByteBudget(limits.largeBytes);
    this.#timer = setInterval(() => this.#look(), limits.paceMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#closing.abort();
  }

  /**
   * Reads a request's body. One that is larger than `largeBytes` waits, without being read on, until its whole length may be held.
   * @throws BodyRefused; Error when the sender ends the connection
   */
  async read(request: IncomingMessage): Promise<HeldBody> {
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    if (length > maxBodyBytes) {
      throw new BodyRefused(413, 'The body is too large.');
    }
    const lease = new Lease();
    try {
      if (length > largeBytes) {
        await this.#takeLarge(lease, length, request);
      }
      return await this.#receive(request, lease);
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  async #receive(request: IncomingMessage, lease: Lease): Promise<HeldBody> {
    const chunks: Uint8Array[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const body: OpenBody = {
      ...{ isLarge: lease.isLarge, length: 0, seen: 0, slow: 0, slowWhileAwaited: 0 },
      refuse: reject,
    };
    const hold = (chunk: Uint8Array) => {
      body.length += chunk.byteLength;
      if (body.length > maxBodyBytes) {
        reject(new BodyRefused(413, 'The body is too large.'));
      } else if (body.isLarge || lease.tryAdd(this.#small, chunk.byteLength)) {
        chunks.push(chunk);
      } else {
        reject(busy());
      }
    };
    const grow = async () => {
      // An unknown length is taken to be the longest.
      request.pause();
      body.isLarge = true;
      this.#open.delete(body);
      await this.#takeLarge(lease, maxBodyBytes, request);
      this.#open.add(body);
      request.resume();
    };
    const onData = (chunk: Uint8Array) => {
      hold(chunk);
      if (!body.isLarge && body.length > largeBytes) {
        grow().catch(reject);
      }
    };
    const onEnd = () => (request.complete ? resolve() : reject(new Error('The body is incomplete.')));
    this.#open.add(body);
    request.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', reject);
    try {
      await promise;
    } finally {
      this.#open.delete(body);
      request.off('data', onData).off('end', onEnd).off('close', onEnd);
    }
    lease.shrink(body.length);
    return { bytes: join(chunks, body.length), release: () => lease.release() };
  }

  async #takeLarge(lease: Lease, bytes: number, request: IncomingMessage): Promise<void> {
    const ended = new AbortController();
    const onClose = () => ended.abort();
    const timer = setTimeout(onClose, this.#limits.waitMs);
    request.once('close', onClose);
    try {
      const signal = AbortSignal.any([ended.signal, this.#closing.signal]);
      if (!(await lease.take(this.#large, bytes, signal))) {
        throw busy();
      }
    } finally {
      clearTimeout(timer);
      request.off('close', onClose);
    }
  }

  /** Ends senders that are too slow: what they hold is needed by others. */
  #look(): void {
    for (const body of this.#open) {
      const growth = body.length - body.seen;
      body.seen = body.length;
      body.slow = growth < paces.always.bytes ? body.slow + 1 : 0;
      const isHurried = body.isLarge && this.#large.isAwaited && growth < paces.whileAwaited.bytes;
      body.slowWhileAwaited = isHurried ? body.slowWhileAwaited + 1 : 0;
      if (body.slow >= paces.always.looks || body.slowWhileAwaited >= paces.whileAwaited.looks) {
        body.refuse(new BodyRefused(408, 'The body was sent too slowly.'));
      }
    }
  }
}

function busy(): BodyRefused {
  return new BodyRefused(503, 'Too many callbacks arrive at the same time.');
}

/** Copies into memory of its own: a part of a larger buffer would be sent to other threads with the whole of it. */
function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

/** Bytes that one body holds of a budget. */
class Lease {
  #budget: ByteBudget | undefined;
  #bytes = 0;
  isLarge = false;

  tryAdd(budget: ByteBudget, bytes: number): boolean {
    if (!budget.tryTake(bytes)) {
      return false;
    }
    this.#budget = budget;
    this.#bytes += bytes;
    return true;
  }

  /** Takes from a budget in place of the present one. Returns false if the signal was aborted before. */
  async take(budget: ByteBudget, bytes: number, signal: AbortSignal): Promise<boolean> {
    if (!(await budget.take(bytes, signal))) {
      return false;
    }
    this.release();
    this.#budget = budget;
    this.#bytes = bytes;
    this.isLarge = true;
    return true;
  }

  /** Returns what is held beyond this many bytes. */
  shrink(bytes: number): void {
    this.#budget?.give(this.#bytes - bytes);
    this.#bytes = bytes;
  }

  release(): void {
    this.#budget?.give(this.#bytes);
    this.#budget = undefined;
    this.#bytes = 0;
  }
}
