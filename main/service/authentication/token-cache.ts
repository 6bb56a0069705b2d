import { type ApiKey, type Authentication, requireApiKey, secretVariants } from './credentials.ts';
import type { Token } from './fetch-token.ts';
import { singleFlight } from './single-flight.ts';

interface Kept {
  value: string;
  /** The login of the API key it was issued for. */
  login: string;
  /** Milliseconds on a monotonic clock; a new one is fetched from then on. */
  until: number;
}

/** The lifetime of a token that states none, in milliseconds (field notes). */
const unknownLife = 5 * 60_000;

/** OAuth 2.0 client credentials (interface 5.1): a token, kept until shortly before it expires. */
export function oauthAuthentication(
  apiKey: (signal?: AbortSignal) => Promise<ApiKey | undefined>,
  fetchToken: (key: ApiKey, signal: AbortSignal) => Promise<Token>,
  elapsed: () => number,
  onToken: (token: string) => void,
): Authentication {
  let kept: Kept | undefined;
  let keySecrets: string[] = [];

  const refresh = singleFlight(async (signal) => {
    const key = await requireApiKey(() => apiKey(signal));
    keySecrets = secretVariants(key);
    const token = await fetchToken(key, signal);
    onToken(token.value);
    kept = { value: token.value, login: key.login, until: elapsed() + keptFor(token.expiresInMs) };
    return token.value;
  });

  return {
    async authorization(signal) {
      const token = kept !== undefined && elapsed() < kept.until ? kept.value : await refresh(signal);
      return `Bearer ${token}`;
    },
    rejected(authorization) {
      // If another call has fetched a new token meanwhile, it is kept.
      if (kept !== undefined && authorization === `Bearer ${kept.value}`) {
        kept = undefined;
      }
      return true;
    },
    login: () => kept?.login,
    secrets: () => [...keySecrets, ...(kept ? [kept.value] : [])],
  };
}

/** Returns how long to keep a token: until the last tenth of its lifetime, at most a minute before it expires. */
function keptFor(expiresInMs: number | undefined): number {
  if (expiresInMs === undefined) {
    return unknownLife;
  }
  return expiresInMs - Math.min(60_000, expiresInMs / 10);
}
