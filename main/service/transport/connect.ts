import { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { ConnectFault, loginSchemes } from './connect-fault.ts';
import { ConnectionTimer, type SocketTimes } from './connection-times.ts';
import { reasonOf } from './reason.ts';

type Connector = buildConnector.connector;

export interface ConnectSettings {
  /** Milliseconds for name, TCP and TLS together. */
  connectMs: number;
  /** For TLS with a proxy; undefined when nothing on the way is encrypted. */
  toProxy: SecureContext | undefined;
  /** For TLS with the destination, with the environment's client certificate if it has one. */
  toPeer: SecureContext | undefined;
  userAgent: string;
  /** The clock and the store for the times of connections. */
  timing: { elapsed(): number; sockets: Pick<SocketTimes, 'keep'> };
}

/** Returns a direct connection; `stage` says to whom. `timer` goes on measuring when it is part of another connection. */
export function directConnector(
  settings: ConnectSettings,
  stage: 'peer' | 'proxy',
  timer?: ConnectionTimer,
): Connector {
  const connect = socketConnector(settings.connectMs, stage === 'proxy' ? settings.toProxy : settings.toPeer);
  const { timing } = settings;
  return (options, callback) => {
    const phaseTimer = timer ?? new ConnectionTimer(timing.elapsed);
    connect(phaseTimer, options, (error, socket) => {
      if (error === null) {
        const ready = socket as NonNullable<typeof socket>;
        timing.sockets.keep(ready, phaseTimer.times());
        timer?.tunnelRequestedAt();
        callback(null, reportRefusedCertificate(ready, stage));
      } else {
        callback(new ConnectFault(stage, { socketError: error, times: phaseTimer.failed() }), null);
      }
    });
  };
}

/** Returns a connection for https through a tunnel of the proxy (CONNECT). */
export function tunnelConnector(
  settings: ConnectSettings,
  proxy: URL,
  proxyHeaders: Record<string, string>,
): Connector {
  const throughTunnel = socketConnector(settings.connectMs, settings.toPeer);
  const { timing } = settings;
  return (options, callback) => {
    const timer = new ConnectionTimer(timing.elapsed);
    openTunnel(options, settings, proxy, proxyHeaders, timer).then(
      (httpSocket) => {
        throughTunnel(timer, { ...options, httpSocket }, (error, socket) => {
          if (error === null) {
            const ready = socket as NonNullable<typeof socket>;
            timing.sockets.keep(ready, timer.times());
            callback(null, reportRefusedCertificate(ready, 'peer'));
          } else {
            callback(new ConnectFault('peer', { socketError: error, times: timer.failed() }), null);
          }
        });
      },
      (fault: ConnectFault) => callback(fault, null),
    );
  };
}

/** @throws ConnectFault */
export async function openTunnel(
  options: Pick<buildConnector.Options, 'host' | 'hostname' | 'port'>,
  settings: ConnectSettings,
  proxy: URL,
  proxyHeaders: Record<string, string>,
  timer = new ConnectionTimer(settings.timing.elapsed),
): Promise<NonNullable<buildConnector.Options['httpSocket']>> {
  const client = new Client(proxy.origin, {
    connect: directConnector(settings, 'proxy', timer),
    headersTimeout: settings.connectMs,
    allowH2: false,
  });
  const host = options.host ?? options.hostname;
  const target = options.port ? host : `${host}:443`;
  // Interim responses reset the limit for headers, so the whole has its own limit.
  const tooLong = AbortSignal.timeout(settings.connectMs);
  try {
    const response = await client.connect({
      path: target,
      headers: { host: target, 'user-agent': settings.userAgent, ...proxyHeaders },
      signal: tooLong,
    });
    if (response.statusCode !== 200) {
      response.socket.on('error', () => {}).destroy();
      throw new ConnectFault('tunnel', {
        proxyStatus: response.statusCode,
        times: timer.failed(),
        loginSchemes: loginSchemes(response.headers['proxy-authenticate']),
      });
    }
    timer.tunnelOpened();
    void client.close().catch(() => {});
    return response.socket as NonNullable<buildConnector.Options['httpSocket']>;
  } catch (error) {
    if (error instanceof ConnectFault) {
      throw error;
    }
    void client.destroy().catch(() => {});
    const socketError = tooLong.aborted ? timedOut() : (error as Error);
    throw new ConnectFault('proxy', { socketError, times: timer.failed() });
  }
}

/** Makes a socket whose parts `timer` measures. */
type MeasuredConnector = (timer: ConnectionTimer, ...rest: Parameters<Connector>) => void;

function socketConnector(connectMs: number, context: SecureContext | undefined): MeasuredConnector {
  // HTTP/1.1 only: its failures are easy to distinguish, and one connection carries one call.
  const connect = buildConnector({
    timeout: connectMs,
    allowH2: false,
    ...omitUndefined({ secureContext: context }),
  });
  return (timer, options, callback) => {
    // It returns the socket, which its type does not say.
    const socket: unknown = connect(options, callback);
    if (socket instanceof Socket) {
      timer.watch(socket);
    }
  };
}

/**
 * Reports a refused client certificate: under TLS 1.3 the other side judges it after the handshake, sends an alert and closes; the network
 * library would only report the close. Nothing of a sent request was read then.
 */
function reportRefusedCertificate(socket: Socket, stage: 'peer' | 'proxy'): Socket {
  socket.once('error', (error) => {
    const { reason } = reasonOf(error);
    if (reason === 'certificate-wanted' || reason === 'certificate-refused') {
      socket.destroy(new ConnectFault(stage, { socketError: error }));
    }
  });
  return socket;
}

function timedOut(): Error {
  return Object.assign(new Error('The proxy took too long'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
}
