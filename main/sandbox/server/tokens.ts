import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** Access tokens that were issued, until they expire by the sandbox's clock. */
export type Tokens = ReturnType<typeof tokenStore>;

const lifetimeSeconds = 3600;
const maxTokens = 1000;

/** Returns an empty store of tokens. */
export function tokenStore(clock: Clock) {
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
