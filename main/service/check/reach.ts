import { lookup } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { cancelledFailure } from '../../common/failure.ts';
import { checkMessages } from '../messages/connection-check.ts';
import { directConnector, openTunnel, tunnelConnector } from '../transport/connect.ts';
import { ConnectFault } from '../transport/connect-fault.ts';
import { networkFailure } from '../transport/network-failure.ts';
import type { Transport } from '../transport/transport.ts';
import { untilAborted } from '../transport/until-aborted.ts';
import type { StepOutcome } from './steps.ts';

type Connector = ReturnType<typeof directConnector>;

/** Returns the steps below HTTP, with the connectors that calls use. */
export function reachOf(
  settings: EnvironmentSettings,
  transport: Pick<Transport, 'proxyFor' | 'connectSettings' | 'proxyHeaders'>,
  now: () => number,
  signal: AbortSignal,
) {
  const url = new URL(settings.baseUrl);
  const isEncrypted = url.protocol === 'https:';
  const { timeouts } = settings;

  const failure = (error: unknown, proxy?: URL, proxyLogin = false) =>
    networkFailure(error, {
      peer: 'The service',
      url,
      path: url.pathname,
      proxy,
      proxyLogin,
      requestSent: false,
      receivedBytes: undefined,
      timeouts,
    });

  async function connect(connector: Connector, to: URL, protocol: string, proxy?: URL): Promise<Socket> {
    try {
      return await untilAborted(socketTo(connector, to, protocol), signal, (socket) => socket.destroy());
    } catch (error) {
      throw signal.aborted ? cancelledFailure() : failure(error, proxy);
    }
  }

  return {
    async proxy(): Promise<StepOutcome> {
      const proxy = await transport.proxyFor(url);
      if (proxy === undefined) {
        return { skipped: checkMessages.noProxy };
      }
      const direct = directConnector(await transport.connectSettings(proxy.protocol === 'https:'), 'proxy');
      (await connect(direct, proxy, proxy.protocol, proxy)).destroy();
      return checkMessages.proxyReached(proxy.origin);
    },

    async name(): Promise<StepOutcome> {
      const host = bare(url.hostname);
      if ((await transport.proxyFor(url)) !== undefined) {
        return { skipped: checkMessages.nameByProxy(host) };
      }
      if (isIP(host) !== 0) {
        return { skipped: checkMessages.nameIsAddress(host) };
      }
      try {
        const entries = await untilAborted(lookup(host, { all: true }), signal);
        const addresses = entries.map(({ address }) => address);
        return checkMessages.nameFound(host, addresses.slice(0, 4));
      } catch (error) {
        if (signal.aborted) {
          throw cancelledFailure();
        }
        throw failure(new ConnectFault('peer', { socketError: error as Error }));
      }
    },

    async tcp(): Promise<StepOutcome> {
      const proxy = await transport.proxyFor(url);
      if (proxy === undefined) {
        const direct = directConnector(await transport.connectSettings(false), 'peer');
        (await connect(direct, url, 'http:')).destroy();
        return checkMessages.connected(url.host);
      }
      if (!isEncrypted) {
        return { skipped: checkMessages.handedToProxy };
      }
      const own = await transport.connectSettings(proxy.protocol === 'https:');
      const headers = await transport.proxyHeaders(proxy);
      try {
        const opening = openTunnel(
          { hostname: bare(url.hostname), host: url.host, port: url.port },
          own,
          proxy,
          headers,
        );
        (await untilAborted(opening, signal, (socket) => socket.destroy())).destroy();
      } catch (error) {
        const loginSent = Object.keys(headers).length > 0;
        throw signal.aborted ? cancelledFailure() : failure(error, proxy, loginSent);
      }
      return checkMessages.connectedByProxy(url.host);
    },

    async tls(): Promise<StepOutcome> {
      if (!isEncrypted) {
        return { skipped: checkMessages.notEncrypted };
      }
      const proxy = await transport.proxyFor(url);
      const own = await transport.connectSettings(true);
      const connector = proxy
        ? tunnelConnector(own, proxy, await transport.proxyHeaders(proxy))
        : directConnector(own, 'peer');
      const socket = await connect(connector, url, 'https:', proxy);
      const outcome = certificateOf(socket, now());
      socket.destroy();
      return outcome;
    },
  };
}

/** Subject, issuer and validity of the certificate, with a warning in its last two weeks. */
function certificateOf(socket: Socket, now: number): StepOutcome {
  if (!(socket instanceof TLSSocket)) {
    return { skipped: checkMessages.notEncrypted };
  }
  const certificate = socket.getPeerCertificate();
  const nameOf = (name: { CN?: string | string[]; O?: string | string[] } | undefined) =>
    [name?.CN ?? name?.O ?? 'no name'].flat().join(', ');
  const until = new Date(certificate.valid_to);
  const message = checkMessages.certificate(
    nameOf(certificate.subject),
    nameOf(certificate.issuer),
    new Date(certificate.valid_from),
    until,
    socket.getProtocol() ?? 'TLS',
  );
  const days = Math.floor((until.getTime() - now) / 86_400_000);
  return days < 14 ? { passed: message, hint: checkMessages.certificateSoon(days) } : message;
}

function socketTo(connector: Connector, to: URL, protocol: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const port = to.port || (to.protocol === 'https:' ? '443' : '80');
    connector({ hostname: bare(to.hostname), host: to.host, protocol, port }, (error, socket) => {
      if (socket === null) {
        reject(error);
      } else {
        resolve(socket);
      }
    });
  });
}

/** Returns an IPv6 address without the brackets that it has in a URL. */
function bare(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}
