import {
  type ApiKey,
  type Authentication,
  basicHeader,
  requireApiKey,
  secretVariants,
} from './credentials.ts';

/** HTTP Basic with the API key (interface 5.1). The key is read once, and again after a 401. */
export function basicAuthentication(
  apiKey: (signal?: AbortSignal) => Promise<ApiKey | undefined>,
): Authentication {
  // All of it is needed for every call.
  let known: { header: string; key: ApiKey; secrets: string[] } | undefined;
  return {
    async authorization(signal) {
      if (known === undefined) {
        const key = await requireApiKey(() => apiKey(signal));
        known = { key, header: basicHeader(key.login, key.password), secrets: secretVariants(key) };
      }
      return known.header;
    },
    rejected() {
      // The same key would be rejected again; the next call reads it anew.
      known = undefined;
      return false;
    },
    login: () => known?.key.login,
    secrets: () => known?.secrets ?? [],
  };
}
