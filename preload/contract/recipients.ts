import { z } from 'zod';

/** Who is handed an API key when it is used: what it was entered for, and what it may go to. */
export const recipients = z.strictObject({
  /** Of the base address and, with OAuth, of the token address (RFC 6454: scheme, host and port). */
  origins: z.array(z.string()),
  /** Proxies set for the environment that see the key, since one of its addresses is not encrypted. */
  proxies: z.array(z.string()),
  /**
   * Files of extra certificate authorities: whoever can put another one into the settings can also read what is encrypted on the way.
   * Keys kept before this was noted were entered for none.
   */
  authorities: z.array(z.string()).default([]),
});
export type Recipients = z.infer<typeof recipients>;

/** The part of an environment's settings that says where requests go. */
interface Addressed {
  baseUrl: string;
  authentication: { scheme: 'basic' } | { scheme: 'oauth'; tokenUrl: string };
  proxy: { mode: 'system' | 'none' } | { mode: 'own'; url: string };
  extraCaFile: string;
}

/** Who gets the API key under these settings (interface 5.1; an empty token address lies under the base address). */
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

/** Whom a login for the proxy is for under these settings: the proxy's origin, `system`, or undefined where none is used. */
export function proxyOf({ proxy }: Pick<Addressed, 'proxy'>): string | undefined {
  if (proxy.mode === 'own') {
    return originOf(proxy.url);
  }
  return proxy.mode === 'system' ? 'system' : undefined;
}

/** Those of `now` that are not among `then`. */
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

/** Recipients as a part of a sentence, such as `https://a.example and https://id.example`. */
export function recipientNames({ origins, proxies, authorities }: Recipients): string {
  const all = [
    ...origins,
    ...proxies.map((proxy) => `the proxy ${proxy}`),
    ...authorities.map((file) => `servers trusted by ${file}`),
  ];
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** What is no address is its own origin, which equals no other. */
function originOf(address: string): string {
  return URL.parse(address)?.origin ?? address;
}
