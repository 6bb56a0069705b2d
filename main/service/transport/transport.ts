import type { Readable } from 'node:stream';
import type { SecureContext } from 'node:tls';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { Failure } from '../../failure.ts';
import { cancelledAttempt } from '../attempt-failure.ts';
import type { Edges } from '../edges.ts';
import { proxyWords } from '../words/network.ts';
import { arrivingBody } from './arriving-body.ts';
import { trustedContext } from './authorities.ts';
import { type Lane, openLane, type SentListener } from './lanes.ts';
import { type Exchange, networkFailure } from './network-failure.ts';

export interface Outgoing {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Must never be sent twice. */
  once?: boolean;
  /** Who is spoken to, such as `The service`. */
  peer: string;
  /** The path as the interface writes it, without ids. */
  path: string;
}

/** An answer whose body is still arriving; it must be read to its end or destroyed. Its errors are `AttemptFailure`s. */
export interface Arriving {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  requestId: string | undefined;
  body: Readable;
  /** The way it went, for the failures to tell. */
  exchange: Exchange;
}

/** The one way out for API calls, tokens and media of one environment. */
export interface Transport {
  /** One attempt. @throws AttemptFailure for the network, Failure for settings that do not work or a cancelled call */
  send(outgoing: Outgoing, signal?: AbortSignal): Promise<Arriving>;
  /** The proxy used for an address. @throws Failure proxy-failed */
  proxyFor(url: URL): Promise<URL | undefined>;
  /** Whom this environment trusts. @throws Failure file-unreadable */
  trusted(): Promise<SecureContext>;
  /** Lets running calls finish and takes no new ones. */
  close(): Promise<void>;
  /** Stops everything at once. */
  destroy(): Promise<void>;
}

type TransportSettings = Pick<EnvironmentSettings, 'proxy' | 'extraCaFile' | 'timeouts'>;

export function openTransport(
  settings: TransportSettings,
  edges: Pick<Edges, 'systemProxy' | 'readFile'>,
): Transport {
  const lanes = new Map<string, Lane>();
  let trust: Promise<SecureContext> | undefined;

  async function trusted(): Promise<SecureContext> {
    trust ??= trustedContext(settings.extraCaFile, edges.readFile);
    try {
      return await trust;
    } catch (error) {
      // The file may be mended meanwhile.
      trust = undefined;
      throw error;
    }
  }

  async function proxyFor(url: URL): Promise<URL | undefined> {
    if (settings.proxy.mode === 'none') return undefined;
    let address: string | undefined;
    try {
      address =
        settings.proxy.mode === 'own' ? settings.proxy.url : await edges.systemProxy(`${url.origin}/`);
    } catch {
      throw new Failure({ code: 'proxy-failed', ...proxyWords.unresolved() });
    }
    if (address === undefined) return undefined;
    const proxy = URL.parse(address);
    if (proxy === null || !/^https?:$/.test(proxy.protocol)) {
      throw new Failure({ code: 'proxy-failed', ...proxyWords.badAddress() });
    }
    return proxy;
  }

  async function laneTo(url: URL, proxy: URL | undefined): Promise<Lane> {
    const key = `${url.protocol} ${proxy?.href ?? ''}`;
    const encrypted = url.protocol === 'https:' || proxy?.protocol === 'https:';
    const secure = encrypted ? await trusted() : undefined;
    let lane = lanes.get(key);
    if (lane === undefined) {
      lane = openLane(url.protocol, proxy, { connectMs: settings.timeouts.connectMs, trusted: secure });
      lanes.set(key, lane);
    }
    return lane;
  }

  async function send(outgoing: Outgoing, signal?: AbortSignal): Promise<Arriving> {
    if (signal?.aborted) throw cancelledAttempt(false);
    const { url } = outgoing;
    const proxy = await proxyFor(url);
    const lane = await laneTo(url, proxy);
    // Finding the way may have taken a while, and the network library looks at the signal only once it is connected.
    if (signal?.aborted) throw cancelledAttempt(false);
    const exchange: Exchange = {
      peer: outgoing.peer,
      url,
      path: outgoing.path,
      proxy,
      left: false,
      received: undefined,
      timeouts: settings.timeouts,
    };
    const listener: SentListener = {
      sent() {
        exchange.left = true;
      },
    };
    try {
      const reply = await untilAborted(
        (outgoing.once ? lane.fresh : lane.kept).request({
          origin: (lane.handedTo ?? url).origin,
          path: lane.handedTo ? url.href : `${url.pathname}${url.search}`,
          method: outgoing.method,
          headers: {
            ...outgoing.headers,
            ...lane.proxyHeaders,
            ...(lane.handedTo ? { host: url.host } : {}),
          },
          body: outgoing.body ?? null,
          headersTimeout: settings.timeouts.headersMs,
          bodyTimeout: settings.timeouts.idleMs,
          opaque: listener,
          signal: signal ?? null,
        }),
        signal,
      );
      exchange.received = 0;
      exchange.requestId = requestIdIn(reply.headers['x-request-id']);
      return {
        status: reply.statusCode,
        headers: reply.headers,
        requestId: exchange.requestId,
        body: arrivingBody(reply.body, exchange, signal),
        exchange,
      };
    } catch (error) {
      if (signal?.aborted) throw cancelledAttempt(exchange.left);
      throw networkFailure(error, exchange);
    }
  }

  const all = (end: (lane: Lane) => Promise<void>[]) =>
    Promise.all([...lanes.values()].flatMap(end)).then(() => {});
  return {
    send,
    proxyFor,
    trusted,
    close: () => all((lane) => [lane.kept.close(), lane.fresh.close()]),
    destroy: () => all((lane) => [lane.kept.destroy(), lane.fresh.destroy()]),
  };
}

/** The network library hears of a cancelled call only once it is connected; the caller must not wait for that. */
function untilAborted<T>(call: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return call;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    call.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Support asks for it first; only what can be shown and copied safely is taken. */
function requestIdIn(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  return text !== undefined && /^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined;
}
