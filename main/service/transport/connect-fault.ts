import type { ConnectionTimes } from './connection-times.ts';

/**
 * A connection that failed. It replaces the socket's error: it says at which stage the connection failed, and the
 * network library would interpret some socket errors as a request to retry forever.
 */
export class ConnectFault extends Error {
  /** `proxy`: connecting to the proxy. `tunnel`: the proxy refused. `peer`: connecting to the destination. */
  readonly stage: 'proxy' | 'tunnel' | 'peer';
  /** The socket's own error, unless the proxy refused. */
  readonly socketError: Error | undefined;
  /** The proxy's response to CONNECT. */
  readonly proxyStatus: number | undefined;
  /** The authentication schemes that the proxy offers. */
  readonly loginSchemes: string;
  /** The times until it failed. */
  readonly times: ConnectionTimes | undefined;

  constructor(
    stage: 'proxy' | 'tunnel' | 'peer',
    what: { socketError?: Error; proxyStatus?: number; loginSchemes?: string; times?: ConnectionTimes },
  ) {
    super(`No connection (${stage})`);
    this.name = 'ConnectFault';
    this.stage = stage;
    this.socketError = what.socketError;
    this.proxyStatus = what.proxyStatus;
    this.loginSchemes = what.loginSchemes ?? '';
    this.times = what.times;
  }
}

/** Returns the authentication schemes that a proxy offers (RFC 9110, 11.7.1), such as `NTLM, Negotiate`; empty when it does not say. */
export function loginSchemes(header: string | string[] | undefined): string {
  const names = [header ?? []].flat().map((offer) => /^[A-Za-z0-9-]{1,20}/.exec(offer.trim())?.[0] ?? '');
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 5).join(', ');
}
