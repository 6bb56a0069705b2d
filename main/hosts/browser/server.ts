import { createServer, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { longestFrame } from '../../../preload/contract/frames.ts';
import type { Dispatch } from '../../bridge/dispatch.ts';
import type { Outlet } from '../../bridge/publish.ts';
import { createAccess } from './access.ts';
import { answerText } from './answer.ts';
import { type Refusal, refusal } from './guard.ts';
import { answerRequest, type RouteParts } from './routes.ts';
import { carryBridge } from './socket.ts';

const loopback = '127.0.0.1';
/** The most windows open at once. */
const mostSockets = 32;
/** How often a socket must show that it is alive, in milliseconds. */
const heartbeatMs = 30_000;

export interface BrowserServer {
  /** Where the console is, with the token that lets one browser in. */
  url: string;
  port: number;
  /** Ends every socket with its calls, every transfer, and the listening. */
  close(): Promise<void>;
}

export interface BrowserServerParts extends Omit<RouteParts, 'access'> {
  dispatch: Dispatch;
  outlet: Outlet;
  /** 0 for any that is free. */
  port: number;
  /** Hears of defects: an error no route expected. */
  report(error: unknown): void;
}

/**
 * Serves the console on loopback.
 *
 * @throws the system's own error (EADDRINUSE, EACCES …) when the port cannot be had
 */
export async function startBrowserServer(parts: BrowserServerParts): Promise<BrowserServer> {
  const access = createAccess();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: longestFrame,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const server = createServer({ maxHeaderSize: 16 * 1024, requestTimeout: 30_000 });
  const port = () => (server.address() as AddressInfo).port;
  const ownHost = () => `${loopback}:${port()}`;
  const admits = (request: IncomingMessage) => access.admits(request.headers.cookie, port());

  server.on('request', (request, response) => {
    const path = pathOf(request);
    if (path === undefined) return answerText(response, 400, 'Not an address.');
    const changing = request.method !== 'GET' && request.method !== 'HEAD';
    const refused = refusal(request.headers, changing ? 'change' : path === '/' ? 'page' : 'read', ownHost());
    if (refused) return answerText(response, refused.status, refused.message);
    const guarded = { request, response, path, admitted: admits(request), port: port() };
    answerRequest({ ...parts, access }, guarded).catch((error: unknown) => {
      parts.report(error);
      if (response.headersSent) response.destroy();
      else answerText(response, 500, 'The console itself failed.');
    });
  });

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const refused = refusal(request.headers, 'change', ownHost()) ?? upgradeRefusal(request);
    if (refused) return refuseUpgrade(stream, refused);
    sockets.handleUpgrade(request, stream, head, (socket) => {
      keepAlive(socket);
      carryBridge(socket, parts.dispatch, parts.outlet);
    });
  });

  function upgradeRefusal(request: IncomingMessage): Refusal | undefined {
    if (!admits(request)) return { status: 401, message: 'Open the address the console printed first.' };
    if (pathOf(request) !== '/bridge') return { status: 404, message: 'There is no socket at this address.' };
    if (sockets.clients.size < mostSockets) return undefined;
    return { status: 503, message: 'Too many windows are open.' };
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: parts.port, host: loopback, exclusive: true }, () => {
      server.off('error', reject);
      resolve();
    });
  });

  return {
    url: `http://${ownHost()}/#token=${access.token}`,
    port: port(),
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** The path of a request in origin form (RFC 9112, 3.2.1); every other form is refused. */
function pathOf(request: IncomingMessage): string | undefined {
  const target = request.url ?? '';
  return target.startsWith('/') && !target.startsWith('//') ? target.split('?', 1)[0] : undefined;
}

function refuseUpgrade(stream: Duplex, { status, message }: Refusal): void {
  const body = `${message}\n`;
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => stream.destroy(),
  );
}

/** Ends a socket whose page has not answered a ping since the last: its window is gone, or its machine slept. */
function keepAlive(socket: WebSocket): void {
  let heard = true;
  socket.on('pong', () => {
    heard = true;
  });
  const timer = setInterval(() => {
    // While the page is behind with reading, we do not read either and cannot hear it.
    if (!heard && !socket.isPaused) return socket.terminate();
    heard = false;
    socket.ping();
  }, heartbeatMs);
  socket.once('close', () => clearInterval(timer));
}
