import { z } from 'zod';

/** The recipients of an API key: those it was entered for, or those of the present settings. */
export const recipients = z.strictObject({
  /** Origins (RFC 6454: scheme, host and port) of the base URL and, with OAuth, of the token URL. */
  origins: z.array(z.string()),
  /** Configured proxies that see the key, because one of the addresses is not encrypted. */
  proxies: z.array(z.string()),
  /**
   * Files of extra certificate authorities: anyone who replaces one can decrypt the connection. Keys saved before this was
   * recorded have none.
   */
  authorities: z.array(z.string()).default([]),
});
export type Recipients = z.infer<typeof recipients>;

/** The settings that decide where requests go. */
interface Addressed {
  baseUrl: string;
  authentication: { scheme: 'basic' } | { scheme: 'oauth'; tokenUrl: string };
  proxy: { mode: 'system' | 'none' } | { mode: 'own'; url: string };
  extraCaFile: string;
}

/** Returns the recipients of the API key under these settings (interface 5.1; an empty token URL is below the base URL). */
export function recipientsOf({ baseUrl, authentication, proxy, extraCaFile }: Addressed): Recipients {
  const tokenUrl = authentication.scheme === 'oauth' ? authentication.tokenUrl : '';
  const origins = [...new Set([baseUrl, tokenUrl || baseUrl].map(originOf))];
  const open = origins.some((origin) => !origin.startsWith('https:'));
  const encrypted = origins.some((origin) => origin.startsWith('https:'));
  return {
    origins,
    proxies: open && proxy.mode === 'own' ? [originOf(proxy.url)] : [],
    authorities: encrypted && extraCaFile !== '' ? [extraCaFile] : [],
  };
}

/** Returns the proxy that a proxy login is for under these settings: its origin, `system`, or undefined when none is used. */
export function proxyOf({ proxy }: Pick<Addressed, 'proxy'>): string | undefined {
  if (proxy.mode === 'own') {
    return originOf(proxy.url);
  }
  return proxy.mode === 'system' ? 'system' : undefined;
}

/** Returns the recipients in `now` that are not in `then`. */
export function newRecipients(now: Recipients, then: Recipients): Recipients {
  return {
    origins: now.origins.filter((origin) => !then.origins.includes(origin)),
    proxies: now.proxies.filter((proxy) => !then.proxies.includes(proxy)),
    authorities: now.authorities.filter((file) => !then.authorities.includes(file)),
  };
}

export function isEmpty({ origins, proxies, authorities }: Recipients): boolean {
  return origins.length + proxies.length + authorities.length === 0;
}

/** Recipients as part of a sentence, such as `https://a.example and https://id.example`. */
export function recipientNames({ origins, proxies, authorities }: Recipients): string {
  const all = [
    ...origins,
    ...proxies.map((proxy) => `the proxy ${proxy}`),
    ...authorities.map((file) => `servers trusted by ${file}`),
  ];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** Returns the origin of an address; an invalid address counts as its own, which equals no other. */
function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address;
}
