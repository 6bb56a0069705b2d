import { randomBytes } from 'node:crypto';
import type { MediaReply } from '../service/port.ts';

/** How long an address works, in milliseconds. */
const addressLifeMs = 5 * 60_000;
/** How long an opened reply is held for the first look, in milliseconds. */
const heldReplyLifeMs = 15_000;
/** The most addresses in use; the oldest is given up for a new one. */
const mostAddresses = 256;

export interface Medium {
  environmentId: string;
  conversationId: string;
  mediaId: string;
  /** From the metadata (interface 2.3). */
  claimedType: string | undefined;
  /** What its first bytes proved when it was opened; it is served as this and nothing else. */
  foundType: string;
}

interface Entry {
  medium: Medium;
  expiresAt: number;
  /** The reply whose first bytes were looked at, waiting to be streamed, so that looking costs no second download. */
  held: MediaReply | undefined;
}

/** Opaque, short-lived names for media: 256 random bits that mean nothing outside this process. */
export interface Addresses {
  give(medium: Medium, held: MediaReply): { token: string; expiresAt: number };
  /** The medium behind a token, if it still works. */
  find(token: string): Medium | undefined;
  /** The held reply, once. */
  takeHeld(token: string): MediaReply | undefined;
  revoke(token: string): void;
  close(): void;
}

export function createAddresses(now: () => number): Addresses {
  const entries = new Map<string, Entry>();
  const timers = new Set<NodeJS.Timeout>();

  function letGo(entry: Entry): void {
    entry.held?.body.destroy();
    entry.held = undefined;
  }
  function revoke(token: string): void {
    const entry = entries.get(token);
    if (entry) letGo(entry);
    entries.delete(token);
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
      const oldest = entries.size >= mostAddresses ? entries.keys().next().value : undefined;
      if (oldest !== undefined) revoke(oldest);
      const token = randomBytes(32).toString('base64url');
      const entry: Entry = { medium, expiresAt: now() + addressLifeMs, held };
      entries.set(token, entry);
      // A held reply may fail while it waits; whoever takes it asks the service again.
      held.body.once('error', () => {
        if (entry.held === held) entry.held = undefined;
      });
      after(heldReplyLifeMs, () => letGo(entry));
      after(addressLifeMs, () => revoke(token));
      return { token, expiresAt: entry.expiresAt };
    },
    find(token) {
      const entry = entries.get(token);
      return entry && entry.expiresAt > now() ? entry.medium : undefined;
    },
    takeHeld(token) {
      const entry = entries.get(token);
      const held = entry?.held;
      if (entry) entry.held = undefined;
      return held;
    },
    revoke,
    close() {
      for (const timer of timers) clearTimeout(timer);
      for (const token of [...entries.keys()]) revoke(token);
    },
  };
}
