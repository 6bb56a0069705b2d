import { Agent, type Dispatcher } from 'undici';
import { attempt } from '../../../preload/shared/attempt.ts';
import { type ConnectSettings, directConnector, tunnelConnector } from './connect.ts';

/** The connections to one destination: direct, through a tunnel, or over a forwarding proxy. */
export interface ConnectionPool {
  /** Persistent connections, for requests that may be repeated. */
  keepAlive: Dispatcher;
  /**
   * A new connection for each request that must not be repeated: on a persistent one, a connection that the service has
   * just closed looks like one that broke after the request was carried out.
   */
  singleUse: Dispatcher;
  /** Set when requests go to the proxy with the whole URL instead of through a tunnel (http). */
  forwardProxy: URL | undefined;
  proxyHeaders: Record<string, string>;
  /** True if a login is sent to the proxy. */
  sendsLogin: boolean;
}

/** The most connections to one host; further calls are queued. */
const maxConnections = 64;

export function openConnectionPool(
  protocol: string,
  proxy: URL | undefined,
  proxyHeaders: Record<string, string>,
  settings: ConnectSettings,
): ConnectionPool {
  const forwardProxy = proxy && protocol === 'http:' ? proxy : undefined;
  const connect =
    proxy && !forwardProxy
      ? tunnelConnector(settings, proxy, proxyHeaders)
      : directConnector(settings, forwardProxy ? 'proxy' : 'peer');
  const agent = (pipelining: number) =>
    new Agent({ connect, allowH2: false, connections: maxConnections, pipelining });
  return {
    keepAlive: agent(1),
    singleUse: agent(0),
    forwardProxy,
    proxyHeaders: forwardProxy ? proxyHeaders : {},
    sendsLogin: Object.keys(proxyHeaders).length > 0,
  };
}

/** Returns the login in a proxy's own address, as the system may give it; settings never hold one. */
export function loginInAddress(proxy: URL): { login: string; password: string } | undefined {
  if (proxy.username === '') {
    return undefined;
  }
  return { login: decode(proxy.username), password: decode(proxy.password) };
}

/** Returns the text itself when it is not percent-encoded. */
function decode(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}
