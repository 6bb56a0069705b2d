import type { Server } from 'node:http';
import type { Socket } from 'node:net';

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
