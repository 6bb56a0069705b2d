import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { listen } from '../../../support/listen.ts';

export interface Proxy {
  url: string;
  /** `CONNECT host:port` and `GET http://…`, as received. */
  lines: string[];
  headers: IncomingMessage['headers'][];
  close(): Promise<void>;
}

/** A real proxy with CONNECT tunnels and forwarding. With `refuse` it answers everything with that status. */
export async function startProxy(
  options: {
    refuse?: number;
    tls?: { key: string; cert: string };
    /** Requires this login, by Basic. */
    login?: string;
    /** The authentication schemes it offers. */
    schemes?: string[];
  } = {},
): Promise<Proxy> {
  const lines: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const sockets = new Set<Socket>();
  const note = (incoming: IncomingMessage) => {
    lines.push(`${incoming.method} ${incoming.url}`);
    headers.push(incoming.headers);
  };
  const schemes = options.schemes ?? ['Basic realm="proxy"'];
  const statusFor = (incoming: IncomingMessage): number | undefined => {
    if (options.refuse !== undefined || options.login === undefined) {
      return options.refuse;
    }
    const wanted = `Basic ${Buffer.from(options.login).toString('base64')}`;
    return incoming.headers['proxy-authorization'] === wanted ? undefined : 407;
  };
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    note(incoming);
    const status = statusFor(incoming);
    if (status !== undefined) {
      response.writeHead(status, status === 407 ? { 'proxy-authenticate': schemes } : {}).end();
      return;
    }
    // Headers for the proxy are not forwarded (RFC 9110, 11.7.2).
    const { 'proxy-authorization': _, ...onwards } = incoming.headers;
    const onward = request(incoming.url ?? '', { method: incoming.method, headers: onwards }, (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      received.pipe(response);
    });
    onward.on('error', () => response.writeHead(502).end());
    incoming.pipe(onward);
  };
  const server = options.tls ? createTlsServer(options.tls, pass) : createServer(pass);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
  });
  server.on('connect', (incoming: IncomingMessage, socket: Socket) => {
    note(incoming);
    socket.on('error', () => {});
    const status = statusFor(incoming);
    if (status !== undefined) {
      const offers = status === 407 ? schemes.map((scheme) => `proxy-authenticate: ${scheme}\r\n`) : [];
      socket.end(`HTTP/1.1 ${status} No\r\n${offers.join('')}content-length: 0\r\n\r\n`);
      return;
    }
    const [host, port] = (incoming.url ?? '').split(':');
    const onward = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    sockets.add(onward);
    onward.on('error', () => socket.end('HTTP/1.1 502 Bad gateway\r\n\r\n'));
  });
  const port = await listen(server);
  return {
    url: `${options.tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    lines,
    headers,
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
