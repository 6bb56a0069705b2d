import { cancelledRequest } from '../../common/failure.ts';
import { untilAborted } from '../transport/until-aborted.ts';
import { type ApiKey, type Authentication, requireApiKey, secretVariants } from './credentials.ts';
import type { Token } from './fetch-token.ts';

interface CachedToken {
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
  let current: CachedToken | undefined;
  let keySecrets: string[] = [];

  const refresh = singleFlight(async (signal) => {
    const key = await requireApiKey(() => apiKey(signal));
    keySecrets = secretVariants(key);
    const token = await fetchToken(key, signal);
    onToken(token.value);
    current = { value: token.value, login: key.login, until: elapsed() + keptFor(token.expiresInMs) };
    return token.value;
  });

  return {
    async authorization(signal) {
      const token =
        current !== undefined && elapsed() < current.until ? current.value : await refresh(signal);
      return `Bearer ${token}`;
    },
    mayRetryRejection(authorization) {
      // If another call has fetched a new token meanwhile, it is kept.
      if (current !== undefined && authorization === `Bearer ${current.value}`) {
        current = undefined;
      }
      return true;
    },
    login: () => current?.login,
    secrets: () => [...keySecrets, ...(current ? [current.value] : [])],
  };
}

/** Returns how long to keep a token: until the last tenth of its lifetime, at most a minute before it expires. */
function keptFor(expiresInMs: number | undefined): number {
  if (expiresInMs === undefined) {
    return unknownLife;
  }
  return expiresInMs - Math.min(60_000, expiresInMs / 10);
}

interface Running<T> {
  result: Promise<T>;
  abort: AbortController;
  waiting: number;
}

/**
 * Concurrent callers share one run of `call`. A caller that cancels stops waiting; the run is cancelled with the last of
 * them.
 */
export function singleFlight<T>(
  call: (signal: AbortSignal) => Promise<T>,
): (signal?: AbortSignal) => Promise<T> {
  let running: Running<T> | undefined;

  return (signal) => {
    if (signal?.aborted) {
      return Promise.reject(cancelledRequest(false));
    }
    if (running === undefined) {
      const abort = new AbortController();
      const mine: Running<T> = { abort, waiting: 0, result: call(abort.signal) };
      running = mine;
      const over = () => {
        if (running === mine) {
          running = undefined;
        }
      };
      mine.result.then(over, over);
    }
    const shared = running;
    shared.waiting++;
    return untilAborted(shared.result, signal ?? shared.abort.signal).catch((error: unknown) => {
      if (!signal?.aborted) {
        throw error;
      }
      shared.waiting--;
      if (shared.waiting === 0) {
        shared.abort.abort();
        if (running === shared) {
          running = undefined;
        }
      }
      throw cancelledRequest(false);
    });
  };
}
