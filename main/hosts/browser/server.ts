import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { maxFrameBytes } from '../../../preload/contract/frames.ts';
import type { Dispatch } from '../../bridge/dispatch.ts';
import type { EventBus } from '../../bridge/event-bus.ts';
import { Access, admitPage } from './access.ts';
import { answerText } from './answer.ts';
import { answerRequest, type RouteDeps } from './routes.ts';
import { carryBridge } from './socket.ts';

const loopback = '127.0.0.1';
/**
 * The most connections. A browser uses 6, and one for each window; this allows several browsers and limits other
 * programs on this machine.
 */
const maxConnections = 128;
/**
 * Browsers send the cookies of every port of this machine, up to 180 of 4 KiB for one host: a page on another port must
 * not make every request too long.
 */
const maxHeaders = 1024 * 1024;

export interface BrowserServer {
  /** The console's address, with the token that admits one browser. */
  url: string;
  port: number;
  /** Closes every socket with its calls, every transfer, and the listener. */
  close(): Promise<void>;
}

export interface BrowserServerDeps extends RouteDeps {
  dispatch: Dispatch;
  eventBus: EventBus;
  /** 0 for any free port. */
  port: number;
  /** Receives unexpected errors. */
  report(error: unknown): void;
  /** The time limit for the first message of a page, in milliseconds; a default when not given. */
  admitWithinMs?: number;
}

/**
 * Serves the console on loopback.
 * @throws the system's error (EADDRINUSE, EACCES …) when the port is not available
 */
export async function startBrowserServer(deps: BrowserServerDeps): Promise<BrowserServer> {
  const access = new Access();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const server = createServer({
    maxHeaderSize: maxHeaders,
    headersTimeout: 10_000,
    requestTimeout: 10_000,
    keepAliveTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
  });
  server.maxConnections = maxConnections;
  const port = () => (server.address() as AddressInfo).port;
  const ownHost = () => `${loopback}:${port()}`;

  server.on('request', (request, response) => {
    const path = pathOf(request);
    if (path === undefined) {
      return answerText(response, 400, 'The address is not valid.');
    }
    const refused = refusal(request.headers, purposeOf(request, path), ownHost());
    if (refused) {
      return answerText(response, refused.status, refused.message);
    }
    answerRequest(deps, { request, response, path }).catch((error: unknown) => {
      // A broken or malformed request is an error of the client.
      if (request.errored === null) {
        deps.report(error);
      }
      if (response.headersSent) {
        response.destroy();
      } else {
        answerText(response, 500, 'An internal error occurred in Assay.');
      }
    });
  });

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    const refused =
      refusal(request.headers, 'change', ownHost()) ??
      (pathOf(request) === '/bridge'
        ? undefined
        : { status: 404, message: 'There is no socket at this address.' });
    if (refused) {
      return refuseUpgrade(stream, refused);
    }
    sockets.handleUpgrade(request, stream, head, (socket) => void open(socket, stream));
  });

  async function open(socket: WebSocket, stream: Duplex): Promise<void> {
    // ws reports a frame above the limit or a broken connection here, then closes.
    socket.on('error', () => {});
    const isAdmitted = await admitPage(socket, stream, access, deps.admitWithinMs);
    if (isAdmitted && socket.readyState === socket.OPEN) {
      carryBridge(socket, deps.dispatch, deps.eventBus);
    }
  }

  server.listen({ port: deps.port, host: loopback, exclusive: true });
  await once(server, 'listening');

  return {
    url: `http://${ownHost()}/#token=${access.entryToken}`,
    port: port(),
    close() {
      for (const socket of sockets.clients) {
        socket.terminate();
      }
      sockets.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Returns the path of a request in origin form (RFC 9112, 3.2.1); every other form is refused. */
function pathOf(request: IncomingMessage): string | undefined {
  const target = request.url ?? '';
  return target.startsWith('/') && !target.startsWith('//') ? target.split('?', 1)[0] : undefined;
}

function purposeOf({ method }: IncomingMessage, path: string): Purpose {
  if (method !== 'GET' && method !== 'HEAD') {
    return 'change';
  }
  if (path === '/') {
    return 'page';
  }
  return path.startsWith('/media/') || path.startsWith('/download/') ? 'private' : 'read';
}

function refuseUpgrade(stream: Duplex, { status, message }: Refusal): void {
  const body = `${message}\n`;
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => stream.destroy(),
  );
}

/** The reason for refusing a request before it is handled. */
interface Refusal {
  status: number;
  message: string;
}

/**
 * The purpose of a request: the page, a file of the page, something private (a medium, a download), or a change (a POST
 * or a WebSocket).
 */
type Purpose = 'page' | 'read' | 'private' | 'change';

/**
 * Refuses requests that do not come from the console's own page: a wrong `Host` (DNS rebinding), another `Origin`, or a
 * request of another site. To a browser, other ports of this machine are the same site, so SameSite cookies and
 * `same-site` do not suffice. Private requests must carry the Fetch metadata that browsers set for the page's own
 * requests.
 *
 * @param host the only valid `Host`, such as `127.0.0.1:43210`
 */
function refusal(headers: IncomingHttpHeaders, purpose: Purpose, host: string): Refusal | undefined {
  if (headers.host !== host) {
    return { status: 421, message: `Assay is available only at http://${host}/.` };
  }
  const { origin } = headers;
  if (origin === undefined ? purpose === 'change' : origin !== `http://${host}`) {
    return { status: 403, message: 'Only Assay’s own page may send this request.' };
  }
  const site = headers['sec-fetch-site'];
  if (purpose === 'private' && site !== 'same-origin') {
    return { status: 403, message: 'Only Assay’s own page may send this request.' };
  }
  const ownOrTyped = site === undefined || site === 'same-origin' || site === 'none';
  if (ownOrTyped) {
    return undefined;
  }
  // A link to the page is allowed: it only displays the page.
  const followed = purpose === 'page' && headers['sec-fetch-mode'] === 'navigate';
  return followed && headers['sec-fetch-dest'] === 'document'
    ? undefined
    : { status: 403, message: 'Only Assay’s own page may send this request.' };
}
