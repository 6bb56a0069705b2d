import type { Readable } from 'node:stream';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { cancelledRequest, Failure } from '../../common/failure.ts';
import { pairSecrets } from '../../common/redaction.ts';
import { basicHeader } from '../authentication/credentials.ts';
import { proxyMessages } from '../messages/network.ts';
import type { SystemDeps } from '../system-deps.ts';
import { type ClientIdentity, contextFor, trustedAuthorities } from './authorities.ts';
import { type CallRecorder, CallTrace } from './call-recorder.ts';
import type { ConnectSettings } from './connect.ts';
import { ConnectFault } from './connect-fault.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { SocketTimes } from './connection-times.ts';
import { Deadline } from './deadline.ts';
import { codingsOf, decodedBody } from './decoded-body.ts';
import type { Exchange } from './network-failure.ts';
import { preparationEnded } from './preparation.ts';
import { RequestStopped } from './reason.ts';
import { endedBy, ResponseReceiver } from './response.ts';
import { untilAborted } from './until-aborted.ts';

export interface TransportRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Sent on a connection that had no request before, so that nothing can repeat it. */
  singleUseConnection?: boolean;
  /** The body may have any size, so its time limit depends on its speed. */
  download?: boolean;
  /** The other side, such as `The service`. */
  peer: string;
  /** The path as in the interface, without ids. */
  path: string;
  /** The conversation it is about. */
  conversationId?: string;
  /** From 1; undefined for the first. */
  attempt?: number;
  /** The reason for sending the same request again. */
  repeat?: 'retry' | 'new-token' | undefined;
  /**
   * Called when the connection is open and the first byte is about to be sent. When it throws, nothing is sent and
   * `send` rejects with that error.
   */
  beforeSend?: (() => void) | undefined;
}

/** A response whose body is still arriving; it must be read to its end or destroyed. Its errors are `Failure`s. */
export interface TransportResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  requestId: string | undefined;
  /** Decompressed; the headers then no longer have its coding and length. */
  body: Readable;
  isDecoded: boolean;
  /** The exchange, for failures. */
  exchange: Exchange;
}

/** Sends all API calls, token requests and media requests of one environment. */
export type Transport = ReturnType<typeof openTransport>;

type TransportSettings = Pick<EnvironmentSettings, 'proxy' | 'extraCaFile' | 'timeouts'>;

/** The environment's secrets for connecting; undefined where there is none. */
export interface ConnectionSecrets {
  proxyLogin(): Promise<{ login: string; password: string } | undefined>;
  clientCertificate(): Promise<ClientIdentity | undefined>;
}

export const noConnectionSecrets: ConnectionSecrets = {
  proxyLogin: async () => undefined,
  clientCertificate: async () => undefined,
};

export function openTransport(
  settings: TransportSettings,
  system: Pick<SystemDeps, 'systemProxy' | 'readFile' | 'now' | 'elapsed' | 'userAgent' | 'redaction'>,
  secrets: ConnectionSecrets,
  recorder: CallRecorder = noRecorder,
) {
  const sockets = new SocketTimes();
  const timing = { elapsed: system.elapsed, sockets };
  const pools = new Map<string, ConnectionPool>();
  let contexts: Promise<Pick<ConnectSettings, 'toProxy' | 'toPeer'>> | undefined;

  async function makeContexts() {
    const ca = await trustedAuthorities(settings.extraCaFile, system.readFile);
    const identity = await secrets.clientCertificate();
    const toProxy = contextFor(ca, undefined);
    return { toProxy, toPeer: identity ? contextFor(ca, identity) : toProxy };
  }

  async function connectSettings(isEncrypted: boolean): Promise<ConnectSettings> {
    const { connectMs } = settings.timeouts;
    const { userAgent } = system;
    if (!isEncrypted) {
      return { connectMs, userAgent, timing, toProxy: undefined, toPeer: undefined };
    }
    contexts ??= makeContexts();
    try {
      return { connectMs, userAgent, timing, ...(await contexts) };
    } catch (error) {
      // Tried again later: the file may be corrected meanwhile, the keychain unlocked.
      contexts = undefined;
      throw error;
    }
  }

  async function proxyHeaders(proxy: URL): Promise<Record<string, string>> {
    const { loginInAddress } = await connections();
    const login = loginInAddress(proxy) ?? (await secrets.proxyLogin());
    if (login === undefined) {
      return {};
    }
    system.redaction.keep(`proxy ${proxy.origin}`, pairSecrets(login.login, login.password));
    // The only scheme in use that needs no challenge first (RFC 7617).
    return { 'proxy-authorization': basicHeader(login.login, login.password) };
  }

  async function proxyFor(url: URL): Promise<URL | undefined> {
    if (settings.proxy.mode === 'none') {
      return undefined;
    }
    let address: string | undefined;
    try {
      address =
        settings.proxy.mode === 'own' ? settings.proxy.url : await system.systemProxy(`${url.origin}/`);
    } catch {
      throw new Failure({ code: 'proxy-failed', ...proxyMessages.unresolved() });
    }
    if (address === undefined) {
      return undefined;
    }
    const proxy = URL.parse(address);
    if (proxy === null || !/^https?:$/.test(proxy.protocol)) {
      throw new Failure({ code: 'proxy-failed', ...proxyMessages.badAddress() });
    }
    return proxy;
  }

  async function poolFor(url: URL, proxy: URL | undefined): Promise<ConnectionPool> {
    const key = `${url.protocol} ${proxy?.href ?? ''}`;
    let pool = pools.get(key);
    if (pool !== undefined) {
      return pool;
    }
    const own = await connectSettings(url.protocol === 'https:' || proxy?.protocol === 'https:');
    const headers = proxy ? await proxyHeaders(proxy) : {};
    const { openConnectionPool } = await connections();
    pool = pools.get(key);
    if (pool === undefined) {
      pool = openConnectionPool(url.protocol, proxy, headers, own);
      pools.set(key, pool);
    }
    return pool;
  }

  async function findPool(url: URL): Promise<{ proxy: URL | undefined; pool: ConnectionPool }> {
    const proxy = await proxyFor(url);
    return { proxy, pool: await poolFor(url, proxy) };
  }

  async function send(request: TransportRequest, signal?: AbortSignal): Promise<TransportResponse> {
    if (signal?.aborted) {
      throw cancelledRequest(false);
    }
    const { url } = request;
    const headers = { 'user-agent': system.userAgent, ...request.headers };
    const trace = new CallTrace(system.elapsed, recorder, {
      at: system.now(),
      method: request.method,
      url,
      template: request.path,
      conversationId: request.conversationId,
      attempt: request.attempt ?? 1,
      repeat: request.repeat,
      headers,
      hasBody: request.body !== undefined,
      body: request.body,
    });
    const stop = new AbortController();
    const stopSignal = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const deadline = new Deadline({
      totalMs: settings.timeouts.totalMs,
      download: request.download === true,
      elapsed: system.elapsed,
      expire: () => stop.abort(new RequestStopped('ASSAY_TOTAL_TIMEOUT')),
    });
    const { proxy, pool } = await untilAborted(findPool(url), stopSignal).catch((error: unknown) => {
      deadline.pause();
      const failure = stopSignal.aborted ? preparationEnded(settings.timeouts.totalMs, signal) : error;
      trace.failed(failure, undefined);
      throw failure;
    });
    trace.noteProxy(proxy);
    const exchange: Exchange = {
      peer: request.peer,
      url,
      path: request.path,
      proxy,
      proxyLogin: pool.sendsLogin,
      requestSent: false,
      receivedBytes: undefined,
      timeouts: settings.timeouts,
    };
    let refusal: { error: unknown } | undefined;
    const receiver = new ResponseReceiver(exchange, deadline, stopSignal, () => {
      try {
        request.beforeSend?.();
      } catch (error) {
        refusal = { error };
        return false;
      }
      exchange.requestSent = true;
      sockets.ofNextRequest((connection) => trace.noteSending(connection));
      return true;
    });
    try {
      (request.singleUseConnection ? pool.singleUse : pool.keepAlive).dispatch(
        {
          origin: (pool.forwardProxy ?? url).origin,
          path: pool.forwardProxy ? url.href : `${url.pathname}${url.search}`,
          method: request.method,
          headers: {
            ...headers,
            ...pool.proxyHeaders,
            ...(pool.forwardProxy ? { host: url.host } : {}),
          },
          body: request.body ?? null,
          headersTimeout: settings.timeouts.headersMs,
          bodyTimeout: settings.timeouts.idleMs,
        },
        receiver,
      );
      const response = await receiver.head;
      const requestId = requestIdIn(response.headers['x-request-id']);
      exchange.requestId = requestId === undefined ? undefined : system.redaction.text(requestId);
      trace.noteHeaders(response.status, exchange.requestId);
      const responseHeaders = system.redaction.value(response.headers);
      const codings = codingsOf(responseHeaders['content-encoding']);
      trace.follow(response.body, () => exchange.receivedBytes ?? 0);
      return {
        status: response.status,
        headers: codings === undefined ? responseHeaders : decodedHeaders(responseHeaders, codings),
        requestId: exchange.requestId,
        body: decodedBody(response.body, codings ?? [], exchange, response.status),
        isDecoded: codings !== undefined && codings.length > 0,
        exchange,
      };
    } catch (error) {
      const failure = refusal ? refusal.error : endedBy(stopSignal, error, exchange);
      trace.failed(failure, error instanceof ConnectFault ? error.times : undefined);
      throw failure;
    }
  }

  const all = (end: (pool: ConnectionPool) => Promise<void>[]) =>
    Promise.all([...pools.values()].flatMap(end)).then(() => {});
  return {
    /**
     * One attempt.
     * @throws Failure of the network, of invalid settings, or cancelled
     */
    send,
    /** The proxy used for an address. @throws Failure proxy-failed */
    proxyFor,
    /** Returns the settings of connections. @throws Failure file-unreadable, and those of the keychain for a client certificate */
    connectSettings,
    /** Headers for a proxy. @throws Failure of the keychain for its login */
    proxyHeaders,
    /** Lets running calls finish and accepts no new ones. */
    close: (): Promise<void> =>
      all((pool) => [pool.keepAlive.close(), pool.singleUse.close()]).finally(() => sockets.close()),
    /** Aborts everything. */
    destroy: (): Promise<void> =>
      all((pool) => [pool.keepAlive.destroy(), pool.singleUse.destroy()]).finally(() => sockets.close()),
  };
}

/** Loads the network library, half of main's code, which the start does not need. */
const connections = () => import('./connection-pool.ts');

const noRecorder: CallRecorder = { begin: () => () => undefined };

/** Returns the headers of a body that was decompressed. */
function decodedHeaders(
  headers: TransportResponse['headers'],
  codings: readonly string[],
): TransportResponse['headers'] {
  const { 'content-encoding': _, ...others } = headers;
  if (codings.length === 0) {
    return others;
  }
  const { 'content-length': __, ...rest } = others;
  return rest;
}

/** Support asks for it first; only safe characters are accepted. */
function requestIdIn(header: string | string[] | undefined): string | undefined {
  const text = Array.isArray(header) ? header[0] : header;
  return text !== undefined && /^[\x21-\x7e]{1,200}$/.test(text) ? text : undefined;
}
