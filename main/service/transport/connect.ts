import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { ConnectFault } from './connect-fault.ts';
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
}

/** A direct connection; `stage` says to whom. */
export function directConnector(settings: ConnectSettings, stage: 'peer' | 'proxy'): Connector {
  const connect = socketConnector(settings.connectMs, stage === 'proxy' ? settings.toProxy : settings.toPeer);
  return (options, callback) => {
    connect(options, (error, socket) => {
      if (error === null) {
        callback(null, watched(socket as NonNullable<typeof socket>, stage));
      } else {
        callback(new ConnectFault(stage, { socketError: error }), null);
      }
    });
  };
}

/** A connection for https through a tunnel of the proxy (CONNECT). */
export function tunnelConnector(
  settings: ConnectSettings,
  proxy: URL,
  proxyHeaders: Record<string, string>,
): Connector {
  const throughTunnel = socketConnector(settings.connectMs, settings.toPeer);
  return (options, callback) => {
    openTunnel(options, settings, proxy, proxyHeaders).then(
      (httpSocket) => {
        throughTunnel({ ...options, httpSocket }, (error, socket) => {
          if (error === null) {
            callback(null, watched(socket as NonNullable<typeof socket>, 'peer'));
          } else {
            callback(new ConnectFault('peer', { socketError: error }), null);
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
): Promise<NonNullable<buildConnector.Options['httpSocket']>> {
  const client = new Client(proxy.origin, {
    connect: directConnector(settings, 'proxy'),
    headersTimeout: settings.connectMs,
    allowH2: false,
  });
  const host = options.host ?? options.hostname;
  const target = options.port ? host : `${host}:443`;
  // Interim responses reset the limit for headers, so the whole has its own limit.
  const tooLong = AbortSignal.timeout(settings.connectMs);
  try {
    const reply = await client.connect({
      path: target,
      headers: { host: target, 'user-agent': settings.userAgent, ...proxyHeaders },
      signal: tooLong,
    });
    if (reply.statusCode !== 200) {
      reply.socket.on('error', () => {}).destroy();
      throw new ConnectFault('tunnel', {
        proxyStatus: reply.statusCode,
        loginSchemes: loginSchemes(reply.headers['proxy-authenticate']),
      });
    }
    void client.close().catch(() => {});
    return reply.socket as NonNullable<buildConnector.Options['httpSocket']>;
  } catch (error) {
    if (error instanceof ConnectFault) {
      throw error;
    }
    void client.destroy().catch(() => {});
    const socketError = tooLong.aborted ? timedOut() : (error as Error);
    throw new ConnectFault('proxy', { socketError });
  }
}

function socketConnector(connectMs: number, context: SecureContext | undefined): Connector {
  // HTTP/1.1 only: its failures are easy to distinguish, and one connection carries one call.
  return buildConnector({
    timeout: connectMs,
    allowH2: false,
    ...omitUndefined({ secureContext: context }),
  });
}

/**
 * With TLS 1.3 the other side judges the client certificate after the handshake, sends an alert and closes; the network
 * library would only report the close. Nothing of a sent request was read then.
 */
function watched(socket: Socket, stage: 'peer' | 'proxy'): Socket {
  socket.once('error', (error) => {
    const { reason } = reasonOf(error);
    if (reason === 'certificate-wanted' || reason === 'certificate-refused') {
      socket.destroy(new ConnectFault(stage, { socketError: error }));
    }
  });
  return socket;
}

/** The authentication schemes that a proxy offers (RFC 9110, 11.7.1), such as `NTLM, Negotiate`; empty when it does not say. */
export function loginSchemes(header: string | string[] | undefined): string {
  const names = [header ?? []].flat().map((offer) => /^[A-Za-z0-9-]{1,20}/.exec(offer.trim())?.[0] ?? '');
  return [...new Set(names.filter((name) => name !== ''))].slice(0, 5).join(', ');
}

function timedOut(): Error {
  return Object.assign(new Error('The proxy took too long'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
}
