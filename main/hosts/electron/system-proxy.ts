import type { Session } from 'electron';
import { Failure } from '../../common/failure.ts';

/**
 * Returns the operating system's proxy for an address.
 *
 * @returns `http://host:port` (or `https://…` for a proxy reached by TLS), or undefined for none
 * @throws Failure proxy-failed when the system names only unsupported kinds of proxy: bypassing them could violate the
 * organisation's rules
 */
export async function systemProxy(
  session: Pick<Session, 'resolveProxy'>,
  url: string,
): Promise<string | undefined> {
  return chosenProxy(await session.resolveProxy(url));
}

/** Parses a list such as `PROXY a:3128; SOCKS5 b:1080; DIRECT` and returns the first supported entry. */
export function chosenProxy(list: string): string | undefined {
  const entries = list
    .split(';')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of entries) {
    const [kind = '', server = ''] = entry.split(/\s+/);
    switch (kind.toUpperCase()) {
      case 'DIRECT':
        return undefined;
      case 'PROXY':
      case 'HTTP':
        if (server !== '') {
          return `http://${server}`;
        }
        break;
      case 'HTTPS':
        if (server !== '') {
          return `https://${server}`;
        }
        break;
    }
  }
  if (entries.length === 0) {
    return undefined;
  }
  throw new Failure({
    code: 'proxy-failed',
    message: `The system’s proxy settings name a proxy that Assay cannot use (${entries[0]}).`,
    hint: 'Enter an HTTP proxy in the environment’s settings, or choose no proxy there.',
  });
}
