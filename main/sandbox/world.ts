import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { callbackSender } from './callbacks/callbacks.ts';
import { receiverTrust } from './callbacks/trust.ts';
import type { Authority } from './certificates/authority.ts';
import { type Clock, movableClock } from './clock.ts';
import type { Conversation } from './conversation.ts';
import type { Faults } from './faults/faults.ts';
import { seedConversations } from './seed/seed.ts';
import type { ApiKey } from './server/credentials.ts';

/** The parts of a sandbox; also given to `extend`. */
export type World = ReturnType<typeof createWorld>;

interface WorldSettings {
  baseUrl: string;
  mediaVendor: string;
  /** A production-like service: callback addresses must be https (interface 1.7). */
  production: boolean;
  apiKey: ApiKey;
  signingKey: string;
  /** Issues certificates for receivers of callbacks; gone when the process ends. */
  authority: Authority;
  callbackAuthorities: readonly string[];
  seed: number;
  assetsDir: string;
  faults: Faults;
  /** Aborted when the sandbox closes. */
  closing: AbortSignal;
}

/** The time a command waits for the callbacks it caused, so that the next state includes them. */
const callbackWaitMs = 2000;

/** Creates the parts of a sandbox, seeded. */
export function createWorld(settings: WorldSettings) {
  const { baseUrl, authority, seed, assetsDir, closing } = settings;
  const clock = movableClock();
  const tokens = tokenStore(clock);
  const trust = receiverTrust([authority.certificate, ...settings.callbackAuthorities]);
  const callbacks = callbackSender(clock, settings.signingKey, trust, closing);
  const conversations = new Map<string, Conversation>();
  const plant = () => {
    for (const conversation of seedConversations(seed, { baseUrl, assetsDir })) {
      conversations.set(conversation.id, conversation);
    }
  };
  plant();
  return {
    ...settings,
    /** The vendor media type, such as application/vnd.service.v1.1+json (interface 9). */
    mediaType: `application/vnd.${settings.mediaVendor}.v1.1+json`,
    clock,
    callbacks,
    tokens,
    conversations,
    /** The authorities that receivers of callbacks may have. */
    trust,
    /** Resolves when the callbacks that a command caused are sent, or take too long. */
    async callbacksSent(): Promise<void> {
      await Promise.race([clock.settled(), wait(callbackWaitMs, undefined, { ref: false })]);
    },
    /** Restores seeds, clock, deliveries and tokens, without faults, as they were after the start. */
    reset(): void {
      settings.faults.clear();
      clock.reset();
      callbacks.reset();
      trust.reset();
      tokens.clear();
      conversations.clear();
      plant();
    },
  };
}

const lifetimeSeconds = 3600;
const maxTokens = 1000;

/** Returns an empty store of access tokens, which are valid until they expire by the sandbox's clock. */
function tokenStore(clock: Clock) {
  const expiry = new Map<string, number>();
  return {
    issue(): { token: string; expiresInSeconds: number } {
      const [oldest] = expiry.keys();
      if (expiry.size >= maxTokens && oldest !== undefined) {
        expiry.delete(oldest);
      }
      const token = randomBytes(32).toString('base64url');
      expiry.set(token, clock.now() + lifetimeSeconds * 1000);
      return { token, expiresInSeconds: lifetimeSeconds };
    },
    accepts: (token: string): boolean => (expiry.get(token) ?? 0) > clock.now(),
    clear: (): void => expiry.clear(),
  };
}
