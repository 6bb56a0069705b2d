import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { ConnectFault } from './connect-fault.ts';

type Connector = buildConnector.connector;

interface ConnectSettings {
  /** Milliseconds for name, TCP and TLS together. */
  connectMs: number;
  trusted: SecureContext | undefined;
}

/** Straight there; `stage` says who is at the other end. */
export function directConnector(settings: ConnectSettings, stage: 'peer' | 'proxy'): Connector {
  const connect = socketConnector(settings);
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error === null) callback(null, socket as NonNullable<typeof socket>);
      else callback(new ConnectFault(stage, { socketError: error }), null);
    });
  };
}

/** Through a tunnel that the proxy is asked to open (CONNECT), for https. */
export function tunnelConnector(
  settings: ConnectSettings,
  proxy: URL,
  proxyHeaders: Record<string, string>,
): Connector {
  const throughTunnel = socketConnector(settings);
  return (options, callback) => {
    openTunnel(options, settings, proxy, proxyHeaders).then(
      (httpSocket) => {
        throughTunnel({ ...options, httpSocket }, (error, socket) => {
          if (error === null) callback(null, socket as NonNullable<typeof socket>);
          else callback(new ConnectFault('peer', { socketError: error }), null);
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
): Promise<NonNullable<buildConnector.Options['httpSocket']>> {
  const client = new Client(proxy.origin, {
    connect: directConnector(settings, 'proxy'),
    headersTimeout: settings.connectMs,
    allowH2: false,
  });
  const host = options.host ?? options.hostname;
  const target = options.port ? host : `${host}:443`;
  // Interim replies put the limit for headers off, so the whole has its own.
  const tooLong = AbortSignal.timeout(settings.connectMs);
  try {
    const reply = await client.connect({
      path: target,
      headers: { host: target, ...proxyHeaders },
      signal: tooLong,
    });
    if (reply.statusCode !== 200) {
      reply.socket.on('error', () => {}).destroy();
      throw new ConnectFault('tunnel', { proxyStatus: reply.statusCode });
    }
    void client.close().catch(() => {});
    return reply.socket as NonNullable<buildConnector.Options['httpSocket']>;
  } catch (error) {
    if (error instanceof ConnectFault) throw error;
    void client.destroy().catch(() => {});
    const socketError = tooLong.aborted ? timedOut() : (error as Error);
    throw new ConnectFault('proxy', { socketError });
  }
}

function socketConnector({ connectMs, trusted }: ConnectSettings): Connector {
  // HTTP/1.1 alone: its failures are well told apart, and one connection carries one call.
  return buildConnector({
    timeout: connectMs,
    allowH2: false,
    ...(trusted === undefined ? {} : { secureContext: trusted }),
  });
}

function timedOut(): Error {
  return Object.assign(new Error('The proxy took too long'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
}
