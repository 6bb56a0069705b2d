import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { Failure } from '../../common/failure.ts';

/** Limits of the server, so that no sender can hold it. Milliseconds, bytes, connections. */
export const listenerLimits = {
  /** Also that of a TLS handshake, from the moment the connection was accepted. */
  headersTimeout: 5000,
  requestTimeout: 30_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 1000,
  maxHeaderSize: 16 * 1024,
  connections: 1024,
};

/** Returns a server for HTTP, or HTTPS with a key and a certificate as PEM. @throws Failure invalid-input */
export function serverOf(tls: { key: string; certificate: string } | undefined): Server {
  const { connections: _connections, ...options } = listenerLimits satisfies ServerOptions & {
    connections: number;
  };
  try {
    const server =
      tls === undefined
        ? createServer(options)
        : createTlsServer({
            ...options,
            handshakeTimeout: listenerLimits.headersTimeout,
            key: tls.key,
            cert: tls.certificate,
          });
    server.maxConnections = listenerLimits.connections;
    return server;
  } catch {
    throw new Failure({
      code: 'invalid-input',
      message:
        'The listener was not started: the key or the certificate cannot be read, or they do not belong together.',
      hint: 'Both must be PEM, the key without a passphrase.',
    });
  }
}

/** Starts to listen. @throws Failure invalid-input where the address or the port cannot be used */
export async function listening(server: Server, host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ host, port, backlog: 4096 }, resolve);
  try {
    await promise;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: `port ${port} is already in use`,
      EACCES: `port ${port} can only be used by an administrator`,
      EADDRNOTAVAIL: `this computer has no address ${host}`,
      EAFNOSUPPORT: `this computer has no address ${host}`,
    };
    throw new Failure({
      code: 'invalid-input',
      message: `The listener was not started: ${reasons[code ?? ''] ?? `the system refused it (${code})`}.`,
      hint: 'Choose another port, or 0 for any free one.',
    });
  } finally {
    server.off('error', reject);
  }
}

/**
 * The connections of a server, from the moment they are accepted: those whose TLS handshake is not finished are unknown to
 * `closeAllConnections`, and their own timeout begins again with every byte.
 */
export class Connections {
  readonly #sockets = new Map<string, { socket: Socket; deadline: NodeJS.Timeout | undefined }>();

  /** @param handshakeMs how long a TLS handshake may take, in milliseconds; undefined for a server without TLS */
  constructor(server: Server, handshakeMs: number | undefined) {
    server.on('connection', (socket: Socket) => this.#accept(socket, handshakeMs));
    server.on('secureConnection', (socket: Socket) =>
      clearTimeout(this.#sockets.get(nameOf(socket))?.deadline),
    );
  }

  /** Ends every connection at once. */
  destroyAll(): void {
    for (const { socket } of this.#sockets.values()) {
      socket.destroy();
    }
  }

  #accept(socket: Socket, handshakeMs: number | undefined): void {
    const name = nameOf(socket);
    const deadline =
      handshakeMs === undefined ? undefined : setTimeout(() => socket.destroy(), handshakeMs).unref();
    this.#sockets.set(name, { socket, deadline });
    socket.once('close', () => {
      clearTimeout(deadline);
      if (this.#sockets.get(name)?.socket === socket) {
        this.#sockets.delete(name);
      }
    });
  }
}

/** Returns the other end's name, which a TLS socket and the socket below it have in common. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
