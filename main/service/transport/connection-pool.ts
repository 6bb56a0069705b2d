import { Agent, DecoratorHandler, type Dispatcher } from 'undici';
import { type ConnectSettings, directConnector, tunnelConnector } from './connect.ts';

/** A way to somebody: straight, through a tunnel, or handed to a proxy that passes it on. */
export interface ConnectionPool {
  /** Kept connections, for what may be sent twice. */
  keepAlive: Dispatcher;
  /**
   * A new connection for each call, for what must not be sent twice: on a kept one, a connection that the service closed a moment
   * ago looks the same as one that broke after the call was done.
   */
  singleUse: Dispatcher;
  /** Set where the proxy is handed the whole address instead of a tunnel (http). */
  forwardProxy: URL | undefined;
  proxyHeaders: Record<string, string>;
  /** The proxy is sent a login. */
  sendsLogin: boolean;
}

/** Most connections to one host; more calls wait their turn. */
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

/** The login in a proxy's own address, as the system may give it; settings never hold one. */
export function loginInAddress(proxy: URL): { login: string; password: string } | undefined {
  if (proxy.username === '') {
    return undefined;
  }
  return { login: decoded(proxy.username), password: decoded(proxy.password) };
}

/** As it is where it is not percent-encoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Basic, the one scheme in use that needs no talk with the proxy first (RFC 7617). */
export function proxyLoginHeader({ login, password }: { login: string; password: string }): string {
  return `Basic ${Buffer.from(`${login}:${password}`, 'utf8').toString('base64')}`;
}

/** What a request carries through the network library, to hear of the moment its first byte may go out. */
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
      controller.abort(new Error('The request was withdrawn before it was sent.'));
    }
  }
}

function notifyWhenSent(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
  return (options, handler) => {
    const listener = 'opaque' in options ? (options.opaque as SentListener | undefined) : undefined;
    return dispatch(options, listener ? new SentHandler(handler, listener) : handler);
  };
}
