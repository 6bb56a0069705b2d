import { randomBytes } from 'node:crypto';
import type { MediaReply } from '../service/port.ts';

/** How long an address works, in milliseconds. */
const addressLifeMs = 5 * 60_000;
/** How long an opened reply is held for the first look, in milliseconds. */
const heldReplyLifeMs = 15_000;
/** The most addresses in use; the oldest is given up for a new one. */
const maxAddresses = 256;
/** The most replies held at once. Each holds one of the 64 connections that every call to the service shares. */
const maxHeld = 16;

export interface Medium {
  environmentId: string;
  conversationId: string;
  mediaId: string;
  /** From the metadata (interface 2.3). */
  claimedType: string | undefined;
  /** What its first bytes proved when it was opened; it is served as this and nothing else. */
  foundType: string;
  /** Whether the image ended before its end when it was last served whole; undefined before that, and for other files. */
  isCut?: boolean;
}

interface Entry {
  medium: Medium;
  /** By the clock given. */
  until: number;
  /** The reply whose first bytes were looked at, waiting to be streamed, so that looking costs no second download. */
  held: MediaReply | undefined;
  /** Aborted when the page gives the address up, not when it expires: a video that is being watched goes on. */
  closing: AbortController;
}

/** Opaque, short-lived names for media: 256 random bits that mean nothing outside this process. */
export interface Addresses {
  /** `lifeMs`: for how long the token works, in milliseconds. */
  give(medium: Medium, held: MediaReply): { token: string; lifeMs: number };
  /** The medium behind a token, if it still works. */
  find(token: string): Medium | undefined;
  /** The held reply, once. */
  takeHeld(token: string): MediaReply | undefined;
  /** Aborted when the page gives the address up. */
  closed(token: string): AbortSignal | undefined;
  /** The page gives the address up: it stops working, and so does what is being served under it. */
  revoke(token: string): void;
  close(): void;
}

/** @param elapsed milliseconds on a clock that never goes back, since setting the system's clock must not bring an address back */
export function createAddresses(elapsed: () => number): Addresses {
  const entries = new Map<string, Entry>();
  const timers = new Set<NodeJS.Timeout>();
  /** The entries whose replies wait, the oldest first. */
  const waiting = new Set<Entry>();

  function take(entry: Entry): MediaReply | undefined {
    const { held } = entry;
    entry.held = undefined;
    waiting.delete(entry);
    return held;
  }
  function letGo(entry: Entry): void {
    take(entry)?.body.destroy();
  }
  function forget(token: string): void {
    const entry = entries.get(token);
    if (entry) {
      letGo(entry);
    }
    entries.delete(token);
  }
  function revoke(token: string): void {
    entries.get(token)?.closing.abort();
    forget(token);
  }
  function after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms).unref();
    timers.add(timer);
  }

  return {
    give(medium, held) {
      const oldest = entries.size >= maxAddresses ? entries.keys().next().value : undefined;
      if (oldest !== undefined) {
        forget(oldest);
      }
      const token = randomBytes(32).toString('base64url');
      const entry: Entry = {
        medium,
        until: elapsed() + addressLifeMs,
        held,
        closing: new AbortController(),
      };
      entries.set(token, entry);
      waiting.add(entry);
      const [first] = waiting;
      if (waiting.size > maxHeld && first !== undefined) {
        letGo(first);
      }
      // A held reply may fail while it waits; whoever takes it asks the service again.
      held.body.once('error', () => take(entry));
      after(heldReplyLifeMs, () => letGo(entry));
      after(addressLifeMs, () => forget(token));
      return { token, lifeMs: addressLifeMs };
    },
    find(token) {
      const entry = entries.get(token);
      return entry && entry.until > elapsed() ? entry.medium : undefined;
    },
    takeHeld(token) {
      const entry = entries.get(token);
      return entry && take(entry);
    },
    closed: (token) => entries.get(token)?.closing.signal,
    revoke,
    close() {
      for (const timer of timers) {
        clearTimeout(timer);
      }
      for (const token of [...entries.keys()]) {
        revoke(token);
      }
    },
  };
}
