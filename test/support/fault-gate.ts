import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The fate of a DELETE: `before` and `after`: the connection is reset before or after the service carried it out. */
export type GateFault = 'pass' | 'before' | 'after' | 'silent' | 'html' | 'failed';

const responses = {
  html: 'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 12\r\n\r\n<h1>Bad</h1>',
  failed: 'HTTP/1.1 500 Internal Server Error\r\nx-request-id: gate-500\r\ncontent-length: 0\r\n\r\n',
};

/** A connection between a console and a service that breaks as a test orders. Records requests in the order of their arrival. */
export class FaultGate {
  readonly requests: { method: string; conversationId: string }[] = [];
  /** The fault of the next DELETE of a conversation; `times` counts its DELETEs from 1. */
  faultOf: (conversationId: string, times: number) => GateFault = () => 'pass';
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Listens, at the same port as before. */
  async open(): Promise<void> {
    this.#server = createServer((socket) => this.#serve(socket));
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Ends all connections and refuses new ones. */
  async close(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    }
  }

  /** How many DELETEs of a conversation arrived. */
  deletesOf(conversationId: string): number {
    return this.requests.filter((one) => one.method === 'DELETE' && one.conversationId === conversationId)
      .length;
  }

  #serve(socket: Socket): void {
    const upstream = connect(Number(this.#target.port), this.#target.hostname);
    let isResetAfter = false;
    for (const one of [socket, upstream]) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.once('close', () => {
        this.#sockets.delete(one);
        socket.destroy();
        upstream.destroy();
      });
    }
    upstream.on('data', (data) => {
      if (isResetAfter) {
        socket.resetAndDestroy();
      } else {
        socket.write(data);
      }
    });
    socket.on('data', (data) => {
      const [, method = '', conversationId = ''] =
        /^(GET|DELETE) \/api\/conversations\/([^/?\s]+)(?=[?\s])/.exec(data.toString('latin1')) ?? [];
      this.requests.push({ method, conversationId });
      const fault =
        method === 'DELETE' ? this.faultOf(conversationId, this.deletesOf(conversationId)) : 'pass';
      switch (fault) {
        case 'before':
          socket.resetAndDestroy();
          return;
        case 'silent':
          return;
        case 'html':
        case 'failed':
          socket.write(responses[fault]);
          return;
        case 'after':
          isResetAfter = true;
          break;
        case 'pass':
          break;
      }
      upstream.write(data);
    });
  }
}
