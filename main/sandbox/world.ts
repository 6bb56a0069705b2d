import { randomBytes } from 'node:crypto';
import { type Callbacks, callbackSender } from './callbacks/callbacks.ts';
import { receiverTrust, type Trust } from './callbacks/trust.ts';
import type { Authority } from './certificates/authority.ts';
import { type Clock, movableClock } from './clock.ts';
import type { Conversation } from './conversation.ts';
import { seedConversations } from './seed/seed.ts';
import type { ApiKey } from './server/credentials.ts';

/** The parts of a sandbox; also given to `extend`. */
export interface World {
  baseUrl: string;
  /** The vendor media type, such as application/vnd.service.v1.1+json (interface 9). */
  mediaType: string;
  /** A production-like service: callback addresses must be https (interface 1.7). */
  production: boolean;
  apiKey: ApiKey;
  assetsDir: string;
  clock: Clock;
  callbacks: Callbacks;
  /** Issues certificates for receivers of callbacks; gone when the process ends. */
  authority: Authority;
  /** The authorities that receivers of callbacks may have. */
  trust: Trust;
  tokens: Tokens;
  conversations: Map<string, Conversation>;
  /** Aborted when the sandbox closes. */
  closing: AbortSignal;
  /** Restores seeds, clock, deliveries and tokens as they were after the start. */
  reset(): void;
}

export interface WorldSettings {
  baseUrl: string;
  mediaVendor: string;
  production: boolean;
  apiKey: ApiKey;
  signingKey: string;
  authority: Authority;
  callbackAuthorities: readonly string[];
  seed: number;
  assetsDir: string;
  closing: AbortSignal;
}

/** Creates the parts of a sandbox, seeded. */
export function createWorld(settings: WorldSettings): World {
  const { baseUrl, production, apiKey, authority, seed, assetsDir, closing } = settings;
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
    baseUrl,
    mediaType: `application/vnd.${settings.mediaVendor}.v1.1+json`,
    production,
    apiKey,
    assetsDir,
    clock,
    callbacks,
    authority,
    trust,
    tokens,
    conversations,
    closing,
    reset() {
      clock.reset();
      callbacks.reset();
      trust.reset();
      tokens.clear();
      conversations.clear();
      plant();
    },
  };
}

/** Access tokens that were issued, until they expire by the sandbox's clock. */
type Tokens = ReturnType<typeof tokenStore>;

const lifetimeSeconds = 3600;
const maxTokens = 1000;

/** Returns an empty store of tokens. */
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
