import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { pairSecrets } from '../../common/redaction.ts';
import { awaitRetry } from '../retry.ts';
import type { SystemDeps } from '../system-deps.ts';
import { inTimeBefore } from '../transport/preparation.ts';
import type { Transport } from '../transport/transport.ts';
import {
  type ApiKey,
  type Authentication,
  basicHeader,
  requireApiKey,
  secretVariants,
} from './credentials.ts';
import { fetchToken } from './fetch-token.ts';
import { oauthAuthentication } from './token-cache.ts';

interface AuthenticationDeps {
  settings: Pick<EnvironmentSettings, 'authentication' | 'baseUrl' | 'timeouts'>;
  apiKey: () => Promise<ApiKey | undefined>;
  transport: Pick<Transport, 'send'>;
  system: Pick<SystemDeps, 'now' | 'elapsed' | 'random' | 'sleep' | 'redaction'>;
}

/** Creates the authentication that the environment is set to (interface 5.1). */
export function createAuthentication(deps: AuthenticationDeps): Authentication {
  const { settings, transport, system } = deps;
  const apiKey = async (signal?: AbortSignal) => {
    const key = await inTimeBefore(deps.apiKey(), settings.timeouts.totalMs, signal);
    if (key) {
      system.redaction.keep(`api-key of ${settings.baseUrl}`, pairSecrets(key.login, key.password));
    }
    return key;
  };
  const { authentication, baseUrl } = settings;
  if (authentication.scheme === 'basic') {
    return basicAuthentication(apiKey);
  }
  const from = { baseUrl, authentication };
  return oauthAuthentication(
    apiKey,
    // A token request changes nothing, so it is repeated like a read.
    async (key, signal) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await fetchToken(from, key, transport, system, signal, attempt);
        } catch (error) {
          await awaitRetry(error, attempt, system, signal);
        }
      }
    },
    system.elapsed,
    (token) => system.redaction.keep(`token of ${settings.baseUrl}`, [token]),
  );
}

/** HTTP Basic with the API key (interface 5.1). The key is read once, and again after a 401. */
export function basicAuthentication(
  apiKey: (signal?: AbortSignal) => Promise<ApiKey | undefined>,
): Authentication {
  // All of it is needed for every call.
  let current: { header: string; key: ApiKey; secrets: string[] } | undefined;
  return {
    async authorization(signal) {
      if (current === undefined) {
        const key = await requireApiKey(() => apiKey(signal));
        current = { key, header: basicHeader(key.login, key.password), secrets: secretVariants(key) };
      }
      return current.header;
    },
    mayRetryRejection() {
      // The same key would be rejected again; the next call reads it anew.
      current = undefined;
      return false;
    },
    login: () => current?.key.login,
    secrets: () => current?.secrets ?? [],
  };
}
