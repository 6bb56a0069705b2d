import { type ApiKey, type Authentication, requireApiKey, secretVariants } from './credentials.ts';
import { singleFlight } from './single-flight.ts';
import type { Token } from './token.ts';

interface Kept {
  value: string;
  /** Of the API key it was given for. */
  login: string;
  /** Milliseconds on a clock that is never set: from then on a new one is fetched. */
  until: number;
}

/** Milliseconds a token is kept when the endpoint does not say how long it lives (field notes). */
const unknownLife = 5 * 60_000;

/** OAuth 2.0 client credentials (interface 5.1): a token, kept until shortly before it expires. */
export function oauthAuthentication(
  apiKey: (signal?: AbortSignal) => Promise<ApiKey | undefined>,
  fetchToken: (key: ApiKey, signal: AbortSignal) => Promise<Token>,
  elapsed: () => number,
  onToken: (token: string) => void,
): Authentication {
  let kept: Kept | undefined;
  let key: ApiKey | undefined;

  const refresh = singleFlight(async (signal) => {
    const used = await requireApiKey(() => apiKey(signal));
    key = used;
    const token = await fetchToken(used, signal);
    onToken(token.value);
    kept = { value: token.value, login: used.login, until: elapsed() + keptFor(token.expiresInMs) };
    return token.value;
  });

  return {
    async authorization(signal) {
      const token = kept !== undefined && elapsed() < kept.until ? kept.value : await refresh(signal);
      return `Bearer ${token}`;
    },
    rejected(authorization) {
      // Another call may have fetched a new one meanwhile; that one stays.
      if (kept !== undefined && authorization === `Bearer ${kept.value}`) {
        kept = undefined;
      }
      return true;
    },
    login: () => kept?.login,
    secrets: () => [...(key ? secretVariants(key) : []), ...(kept ? [kept.value] : [])],
  };
}

/** Until a tenth of its life, at most a minute, before it ends. */
function keptFor(expiresInMs: number | undefined): number {
  if (expiresInMs === undefined) {
    return unknownLife;
  }
  return expiresInMs - Math.min(60_000, expiresInMs / 10);
}
