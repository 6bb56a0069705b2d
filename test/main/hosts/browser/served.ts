import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { createDispatch, type Dispatch } from '../../../../main/bridge/dispatch.ts';
import { createEventBus, type EventBus } from '../../../../main/bridge/event-bus.ts';
import type { Handlers } from '../../../../main/bridge/handlers.ts';
import type { ServeMedia } from '../../../../main/bridge/host.ts';
import { Downloads } from '../../../../main/hosts/browser/downloads.ts';
import { type BrowserServer, startBrowserServer } from '../../../../main/hosts/browser/server.ts';
import type { PageEntry } from '../../../../preload/contract/browser-session.ts';
import { entryOf, fromThePage } from '../../../support/wire.ts';

export interface Served {
  server: BrowserServer;
  host: string;
  token: string;
  downloads: Downloads;
  eventBus: EventBus;
  reported: unknown[];
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** The entry that admits pages, once the first has used the token. */
  entry: PageEntry;
  stop(): Promise<void>;
}

interface AskOptions {
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string;
  /** Marked as a request of the page itself, as a browser does. */
  own?: boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

interface ServedOptions {
  handlers?: Partial<Handlers>;
  dispatch?: Dispatch;
  serveMedia?: ServeMedia;
  port?: number;
  admitWithinMs?: number;
}

/** The browser host on a free port, with its own page and the given operations. */
export async function serve(parts: ServedOptions = {}): Promise<Served> {
  const root = await mkdtemp(join(tmpdir(), 'assay-host-'));
  const pageRoot = join(root, 'renderer');
  await mkdir(join(pageRoot, 'assets'), { recursive: true });
  await writeFile(
    join(pageRoot, 'index.html'),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><title>The console</title>' +
      '<script type="module" src="./assets/page-1.js"></script>',
  );
  await writeFile(
    join(pageRoot, 'assets', 'page-1.js'),
    `export const page = 1;
     const enter = () => {
       const entry = new URLSearchParams(location.hash.slice(1)).get('token');
       if (entry === null) return;
       const socket = new WebSocket('ws://' + location.host + '/bridge');
       socket.onopen = () => socket.send(JSON.stringify({ session: '0'.repeat(64), entry }));
       socket.onmessage = () => fetch('/media/entered');
     };
     addEventListener('hashchange', enter);
     enter();`,
  );
  await writeFile(join(root, 'secret.txt'), 'outside the page');
  await writeFile(join(root, 'secret.json'), '"outside the page"');

  const downloads = new Downloads(() => performance.now());
  const eventBus = createEventBus();
  const reported: unknown[] = [];
  const server = await startBrowserServer({
    dispatch:
      parts.dispatch ??
      createDispatch((parts.handlers ?? {}) as Handlers, (_, error) => reported.push(error)),
    eventBus,
    downloads,
    serveMedia: parts.serveMedia ?? noMedia,
    pageRoot,
    port: parts.port ?? 0,
    ...(parts.admitWithinMs === undefined ? {} : { admitWithinMs: parts.admitWithinMs }),
    report: (error) => reported.push(error),
  });
  const host = `127.0.0.1:${server.port}`;
  const token = new URLSearchParams(new URL(server.url).hash.slice(1)).get('token') ?? '';

  const served: Served = {
    server,
    host,
    token,
    downloads,
    eventBus,
    reported,
    ask: (path, options = {}) => ask(server.port, path, options),
    entry: entryOf(server.url),
    async stop() {
      await server.close();
      await rm(root, { recursive: true, force: true });
    },
  };
  return served;
}

const noMedia: ServeMedia = async () => ({ status: 404, headers: {}, body: Readable.from([]) });

/** One request with exactly this path and headers, which fetch would normalise. */
function ask(
  port: number,
  path: string,
  { method = 'GET', headers, body, own }: AskOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        agent: false,
        headers: { ...(own ? fromThePage : {}), ...headers },
      },
      async (response) => {
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of response) {
            chunks.push(chunk as Buffer);
          }
        } catch (error) {
          return reject(error);
        }
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Tries to open the bridge's socket. Returns the status of a refusal, otherwise the open socket. */
export function openSocket(
  served: Pick<Served, 'host'>,
  headers: Record<string, string>,
  path = '/bridge',
): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws://${served.host}${path}`, { headers });
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', reject);
  });
}

/** An authenticated socket without the page's bridge on it. */
export async function admittedSocket(served: Pick<Served, 'host' | 'entry'>): Promise<WebSocket> {
  const socket = await openSocket(served, { origin: `http://${served.host}` });
  if (typeof socket === 'number') {
    throw new Error(`Refused with ${socket}.`);
  }
  socket.send(JSON.stringify(served.entry));
  await once(socket, 'message');
  return socket;
}
