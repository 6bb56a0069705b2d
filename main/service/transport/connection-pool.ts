import { Agent, DecoratorHandler, type Dispatcher } from 'undici';
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
    new Agent({ connect, allowH2: false, connections: maxConnections, pipelining }).compose(notifyWhenSent);
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

/** Passed with a request through the network library, to be called before its first byte is sent. */
export interface SentListener {
  /** False: nothing is sent. */
  maySend(): boolean;
}

class SentHandler extends DecoratorHandler implements Dispatcher.DispatchHandler {
  readonly #inner: Dispatcher.DispatchHandler;
  readonly #listener: SentListener;

  constructor(inner: Dispatcher.DispatchHandler, listener: SentListener) {
    super(inner);
    this.#inner = inner;
    this.#listener = listener;
  }

  onRequestStart(controller: Dispatcher.DispatchController, context: unknown): void {
    this.#inner.onRequestStart?.(controller, context);
    if (!controller.aborted && !this.#listener.maySend()) {
      controller.abort(new Error('The request was cancelled before it was sent.'));
    }
  }
}

function notifyWhenSent(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    const listener = 'opaque' in options ? (options.opaque as SentListener | undefined) : undefined;
    return dispatch(options, listener ? new SentHandler(handler, listener) : handler);
  };
}
