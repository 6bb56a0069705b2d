import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Target } from '../../common/target.ts';
import type { MediaContent } from '../../service/port.ts';
import type { MediaSpool } from './spool/media-spool.ts';
import type { TransferStatus } from './transfer-status.ts';

/** The time for which an address works, in milliseconds. */
const addressLifeMs = 5 * 60_000;
/** The time an opened response waits for its first request, in milliseconds. */
const heldResponseLifeMs = 15_000;
/** The most addresses in use; a new one replaces the oldest. */
const maxAddresses = 256;
/** The most responses held at once. Each holds one of the 64 connections that all calls to the service share. */
const maxHeld = 16;

export interface Medium extends Target {
  mediaId: string;
  /** From the metadata (interface 2.3). */
  claimedType: string | undefined;
  /** The type found from its first bytes when it was opened; it is served as this type only. */
  foundType: string;
  transfer: TransferStatus;
  /** The bytes received from a service that sends no parts, to be read in any order. */
  spool?: MediaSpool;
  /** Settles when the request that downloads the whole file has its response; others that want it whole wait for that. */
  downloading?: Promise<void> | undefined;
}

interface Entry {
  medium: Medium;
  /** By the clock given. */
  until: number;
  timer: NodeJS.Timeout | undefined;
  /** Aborted when the page gives the address up, not when it expires: a video that is playing goes on. */
  closing: AbortController;
}

/** Opaque, short-lived names for media: 256 random bits that mean nothing outside this process. */
export class Addresses {
  readonly #elapsed: () => number;
  readonly #entries = new LRUCache<string, Entry>({
    max: maxAddresses,
    dispose: (entry) => {
      this.#release(entry);
      entry.medium.transfer.close();
      entry.medium.spool?.close().catch(() => undefined);
    },
  });
  /** Responses whose first bytes were read and that wait to be streamed, so that the file is downloaded once. */
  readonly #responses = new LRUCache<Entry, MediaContent>({
    max: maxHeld,
    dispose: (response, _entry, reason) => {
      if (reason === 'evict') {
        response.body.destroy();
      }
    },
  });
  readonly #timers = new Set<NodeJS.Timeout | undefined>();

  /** @param elapsed milliseconds on a monotonic clock, so that setting the system's clock back revives no address */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
  }

  /** `lifeMs`: for how long the token works, in milliseconds. */
  give(medium: Medium, response: MediaContent): { token: string; lifeMs: number } {
    const token = randomBytes(32).toString('base64url');
    const entry: Entry = {
      medium,
      until: this.#elapsed() + addressLifeMs,
      timer: undefined,
      closing: new AbortController(),
    };
    this.#entries.set(token, entry);
    this.#responses.set(entry, response);
    // A held response may fail while it waits; the request for it then calls the service again.
    response.body.once('error', () => this.#responses.delete(entry));
    this.#after(heldResponseLifeMs, () => this.#release(entry));
    this.#expire(token, entry);
    return { token, lifeMs: addressLifeMs };
  }

  /** Extends the life of an address from now; undefined for one that has ended. */
  renew(token: string): { lifeMs: number } | undefined {
    const entry = this.#entries.peek(token);
    if (!entry || entry.until <= this.#elapsed()) {
      return undefined;
    }
    entry.until = this.#elapsed() + addressLifeMs;
    this.#expire(token, entry);
    return { lifeMs: addressLifeMs };
  }

  /** Finds the medium of a token that still works. */
  find(token: string): Medium | undefined {
    const entry = this.#entries.peek(token);
    return entry && entry.until > this.#elapsed() ? entry.medium : undefined;
  }

  /** Returns the held response; returned once. */
  takeHeld(token: string): MediaContent | undefined {
    const entry = this.#entries.peek(token);
    return entry && this.#take(entry);
  }

  /** Aborted when the page gives the address up. */
  closed(token: string): AbortSignal | undefined {
    return this.#entries.peek(token)?.closing.signal;
  }

  /** Ends an address that the page gave up, and the responses under it. */
  revoke(token: string): void {
    this.#entries.peek(token)?.closing.abort();
    this.#entries.delete(token);
  }

  close(): void {
    for (const timer of this.#timers) {
      clearTimeout(timer);
    }
    for (const token of [...this.#entries.keys()]) {
      this.revoke(token);
    }
  }

  #take(entry: Entry): MediaContent | undefined {
    const response = this.#responses.peek(entry);
    this.#responses.delete(entry);
    return response;
  }

  #release(entry: Entry): void {
    this.#take(entry)?.body.destroy();
  }

  #expire(token: string, entry: Entry): void {
    clearTimeout(entry.timer);
    this.#timers.delete(entry.timer);
    entry.timer = this.#after(addressLifeMs, () => this.#entries.delete(token));
  }

  #after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms).unref();
    this.#timers.add(timer);
    return timer;
  }
}
