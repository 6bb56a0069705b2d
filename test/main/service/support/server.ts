import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { listen } from '../../../support/listen.ts';

export const vendorType = 'application/vnd.service.v1.1+json';

export interface Seen {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Listening {
  url: string;
  port: number;
  seen: Seen[];
  close(): Promise<void>;
}

type Answer = (seen: Seen, response: ServerResponse) => void;

/** A real HTTP(S) server on loopback that records its requests and responds with `answer`. */
export async function serve(answer: Answer, tls?: ServerOptions): Promise<Listening> {
  const seen: Seen[] = [];
  const onRequest = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) {
      pieces.push(piece as Buffer);
    }
    const asked: Seen = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(pieces).toString('utf8'),
    };
    seen.push(asked);
    answer(asked, response);
  };
  const server = tls ? createTlsServer(tls, onRequest) : createServer(onRequest);
  const port = await listen(server);
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    seen,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A bare TCP server. */
export async function serveTcp(onSocket: (socket: Socket) => void): Promise<Listening> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    onSocket(socket);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen: [],
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': vendorType, 'x-request-id': 'req-1', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export function html(response: ServerResponse, status: number, headers = {}): void {
  response.writeHead(status, { 'content-type': 'text/html', 'x-request-id': 'req-1', ...headers });
  response.end('<!doctype html><html><body><script>alert(1)</script>Denied by policy 4711</body></html>');
}
