import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDispatch } from '../../../../main/bridge/dispatch.ts';
import { createEventBus } from '../../../../main/bridge/event-bus.ts';
import type { Handlers } from '../../../../main/bridge/handlers.ts';
import { Downloads } from '../../../../main/hosts/browser/downloads.ts';
import { browserHost } from '../../../../main/hosts/browser/host.ts';
import { type BrowserServer, startBrowserServer } from '../../../../main/hosts/browser/server.ts';
import { encodeFrame } from '../../../../preload/contract/frames.ts';
import { launchBrowser } from '../../../support/browser.ts';
import { listen } from '../../../support/listen.ts';

/** The renderer's end of the bridge alone on a page, independent of the interface. */
const bridgeSource = fileURLToPath(new URL('../../../../renderer/bridge/connect.ts', import.meta.url));

let browser: Browser;
let server: BrowserServer;
let root: string;
const eventBus = createEventBus();
const downloads = new Downloads(() => performance.now());
const aborted = vi.fn();

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-chromium-'));
  await buildPage(root);
  const host = browserHost(downloads, {});
  const handlers: Partial<Handlers> = {
    'application.openExternal': async () => ({ opened: true }),
    'connection.check': (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted();
          reject(signal.reason);
        });
      }),
    'media.save': (_, { signal }) =>
      host.saveFile(
        {
          fileName: 'the passport.txt',
          open: async () => ({ body: Readable.from([Buffer.from('specimen')]) }),
        },
        { signal, progress: () => {} },
      ),
  };
  server = await startBrowserServer({
    dispatch: createDispatch(handlers as Handlers, () => {}),
    eventBus,
    downloads,
    serveMedia: async () => ({
      status: 200,
      headers: { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' },
      body: Readable.from([Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>')]),
    }),
    pageRoot: root,
    port: 0,
    report: () => {},
  });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await rm(root, { recursive: true, force: true });
});

/** A page whose only script exposes the bridge to the test. */
async function buildPage(into: string): Promise<void> {
  const { build } = await import('vite');
  const entry = join(into, 'entry.ts');
  await writeFile(
    entry,
    `import { connectBridge } from ${JSON.stringify(bridgeSource)}; const bridge = await connectBridge();\n     if (bridge) { window.bridge = bridge; window.states = []; bridge.subscribe((message) => message.kind === 'connection' && window.states.push(message.state)); document.title = 'connected'; }`,
  );
  await build({
    root: into,
    configFile: false,
    logLevel: 'silent',
    build: {
      outDir: join(into, 'assets'),
      target: 'esnext',
      modulePreload: false,
      lib: { entry, formats: ['es'], fileName: () => 'page.js', cssFileName: 'page' },
    },
  });
  await mkdir(join(into, 'assets'), { recursive: true });
  await writeFile(
    join(into, 'index.html'),
    '<!doctype html><html lang="en"><meta name="csp-nonce" content="__CSP_NONCE__"><title>loading</title><script type="module" src="./assets/page.js"></script><body></body></html>',
  );
}

function invoke(page: Page, operation: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    ([name, value]) => (window as unknown as Reached).bridge.invoke(crypto.randomUUID(), name, value),
    [operation, input] as const,
  );
}
interface Reached {
  states: string[];
  bridge: { invoke(callId: string, operation: string, input: unknown): Promise<unknown> };
}

describe('In a real Chromium', () => {
  let page: Page;
  const complaints: string[] = [];

  test('the printed address connects the page and leaves no token behind', async () => {
    const context = await browser.newContext();
    page = await context.newPage();
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(server.url);
    await page.waitForFunction(() => document.title === 'connected');
    expect(page.url()).toBe(`http://127.0.0.1:${server.port}/`);
    const url = 'https://good.example';
    expect(await invoke(page, 'application.openExternal', { url })).toEqual({
      ok: true,
      value: { opened: true },
    });
    expect(await context.cookies()).toEqual([]);
  });

  test('a reload, a second tab of the same browser and its reload connect as well', async () => {
    await page.reload();
    await page.waitForFunction(() => document.title === 'connected');
    const second = await page.context().newPage();
    await second.goto(server.url);
    await second.waitForFunction(() => document.title === 'connected');
    expect(second.url()).not.toContain('token');
    await second.reload();
    await second.waitForFunction(() => document.title === 'connected');
    await page.reload();
    await page.waitForFunction(() => document.title === 'connected');
    await second.close();
  });

  test('no browser storage contains a session key', async () => {
    const held = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(held).toMatch(/^\[\{"assay-entry-tokens":"[\w-]{43}"\},\{\}\]$/);
  });

  test('another browser with the used address gets an explanation', async () => {
    const context = await browser.newContext();
    const stranger = await context.newPage();
    await stranger.goto(server.url);
    await stranger.getByRole('heading', { name: 'Open the address that the console printed' }).waitFor();
    expect(stranger.url()).not.toContain('token');
    await context.close();
  });

  test('closing the tab cancels its calls', async () => {
    const tab = await page.context().newPage();
    await tab.goto(`http://127.0.0.1:${server.port}/`);
    await tab.waitForFunction(() => document.title === 'connected');
    void invoke(tab, 'connection.check', { environmentId: 'test' }).catch(() => {});
    // An earlier call on the same connection, so it has arrived when this one is answered.
    await invoke(tab, 'application.openExternal', { url: 'https://good.example' });
    expect(aborted).not.toHaveBeenCalled();
    await tab.close();
    await vi.waitUntil(() => aborted.mock.calls.length === 1);
  });

  test('a saved file arrives as a download under its name', async () => {
    const input = { environmentId: 'test', conversationId: 'c', mediaId: 'm' };
    const answer = (await invoke(page, 'media.save', input)) as { value: { address: string } };
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate((address) => {
        const link = document.createElement('a');
        link.href = address;
        link.click();
      }, answer.value.address),
    ]);
    expect(download.suggestedFilename()).toBe('the passport.txt');
    expect(await download.failure()).toBeNull();
  });

  test('media load by their address', async () => {
    const width = await page.evaluate(async () => {
      const image = new Image();
      image.src = '/media/abc';
      await image.decode();
      return image.naturalWidth;
    });
    expect(width).toBe(7);
  });

  test('a page of another port can neither frame it, fetch it, nor open its socket', async () => {
    const { createServer } = await import('node:http');
    const other = createServer((_, reply) =>
      reply.setHeader('content-type', 'text/html').end('<title>other</title>'),
    );
    const port = await listen(other);
    const tab = await page.context().newPage();
    await tab.goto(`http://127.0.0.1:${port}/`);
    const outcome = await tab.evaluate(async (host) => {
      const fetched = await fetch(`http://${host}/session`, { method: 'POST', body: 'token' }).then(
        () => 'read',
        () => 'refused',
      );
      const socket = await new Promise((resolve) => {
        const line = new WebSocket(`ws://${host}/bridge`);
        line.onopen = () => resolve('open');
        line.onerror = () => resolve('refused');
      });
      const image = await new Promise((resolve) => {
        const picture = new Image();
        picture.onload = () => resolve('shown');
        picture.onerror = () => resolve('refused');
        picture.src = `http://${host}/media/abc`;
      });
      return { fetched, socket, image };
    }, `127.0.0.1:${server.port}`);
    expect(outcome).toEqual({ fetched: 'refused', socket: 'refused', image: 'refused' });
    await tab.close();
    other.close();
  });

  test('cookies of another port, however many and long, do not lock the page out', async () => {
    const { createServer } = await import('node:http');
    const other = createServer({ maxHeaderSize: 2 * 1024 * 1024 }, (request, reply) => {
      const from = Number(request.url?.slice(1)) || 0;
      const cookies = Array.from(
        { length: 30 },
        (_, at) => `assay-${server.port}${from + at}=${'x'.repeat(4_000)}`,
      );
      reply.setHeader('set-cookie', [`assay-${server.port}=junk; Path=/media`, ...cookies]);
      reply.setHeader('content-type', 'text/html').end('<title>other</title>');
    });
    const port = await listen(other);
    const origin = `http://127.0.0.1:${port}`;
    const tab = await page.context().newPage();
    for (const from of [0, 30, 60, 90, 120, 150]) {
      await tab.goto(`${origin}/${from}`);
    }
    const cookies = await page.context().cookies();
    expect(cookies.reduce((sum, { value }) => sum + value.length, 0)).toBeGreaterThan(500_000);
    await tab.close();
    other.close();
    await page.reload();
    await page.waitForFunction(() => document.title === 'connected');
    const image = await page.evaluate(async () => {
      const picture = new Image();
      picture.src = '/media/def';
      await picture.decode();
      return picture.naturalWidth;
    });
    expect(image).toBe(7);
    await page.context().clearCookies();
  });

  test('nothing violated the policy', () => {
    expect(complaints).toEqual([]);
  });
});

/** A separate host with the same page, for tests that end it. */
function startOwn(): Promise<BrowserServer> {
  return startBrowserServer({
    dispatch: createDispatch({} as Handlers, () => {}),
    eventBus,
    downloads,
    serveMedia: async () => ({ status: 404, headers: {}, body: Readable.from([]) }),
    pageRoot: root,
    port: 0,
    report: () => {},
  });
}

test('A page reloaded before it has connected is connected', async () => {
  const own = await startOwn();
  const tab = await (await browser.newContext()).newPage();
  await tab.addInitScript(() => {
    class Unconnected extends EventTarget {
      close() {}
    }
    if (!sessionStorage.getItem('may-connect')) {
      Object.assign(window, { WebSocket: Unconnected });
    }
  });
  await tab.goto(own.url);
  await tab.waitForFunction(() => document.title === 'connected');
  await tab.evaluate(() => sessionStorage.setItem('may-connect', 'yes'));
  await tab.reload();
  await tab.waitForFunction(() => document.title === 'connected');
  expect(await invoke(tab, 'unknown', {})).toMatchObject({ error: { code: 'unknown-operation' } });
  await tab.context().close();
  await own.close();
});

/** Answers the exchange of the page's token: by main and back, by main with the answer lost, or not at all. */
type Exchange = 'answered' | 'answer lost' | 'request lost';

test.each<{ exchanges: Exchange[] }>([
  { exchanges: ['answer lost'] },
  { exchanges: ['request lost'] },
  { exchanges: ['answer lost', 'answer lost', 'request lost', 'answer lost'] },
  { exchanges: ['answered', 'answer lost', 'request lost', 'answer lost'] },
])('A page reloaded while its token is exchanged is connected: $exchanges', async ({ exchanges }) => {
  const own = await startOwn();
  const tab = await (await browser.newContext()).newPage();
  let exchange: Exchange = 'answered';
  let done = Promise.withResolvers<void>();
  await tab.route('**/session', async (route) => {
    if (exchange === 'answered') {
      await route.fallback();
    } else if (exchange === 'answer lost') {
      await route.fetch();
    }
    done.resolve();
  });
  for (const [at, next] of exchanges.entries()) {
    exchange = next;
    done = Promise.withResolvers<void>();
    await (at === 0 ? tab.goto(own.url) : tab.reload());
    await done.promise;
    if (exchange === 'answered') {
      await tab.waitForFunction(() => document.title === 'connected');
    }
  }
  exchange = 'answered';
  await tab.reload();
  await tab.waitForFunction(() => document.title === 'connected');
  expect(await invoke(tab, 'unknown', {})).toMatchObject({ error: { code: 'unknown-operation' } });
  expect(new URL(tab.url()).hash).toBe('');
  await tab.context().close();
  await own.close();
});

describe('When another program takes the port after main has ended', () => {
  /** Sends what it can to impersonate main, and records what it receives. */
  async function impersonate(port: number, replies: (received: string) => (string | Uint8Array)[]) {
    const { createServer } = await import('node:http');
    const { WebSocketServer } = await import('ws');
    const received: string[] = [];
    const http = createServer((request, reply) => {
      received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      reply.end();
    });
    new WebSocketServer({ server: http }).on('connection', (socket) => {
      for (const reply of replies('')) {
        socket.send(reply);
      }
      socket.on('message', (data) => {
        received.push(String(data));
        for (const reply of replies(String(data))) {
          socket.send(reply);
        }
      });
    });
    await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
    return { received, close: () => new Promise((resolve) => http.close(resolve).closeAllConnections()) };
  }

  const event = encodeFrame({
    kind: 'event',
    name: 'application.openConversation',
    payload: { conversationId: 'false' },
  });
  const zeros = '0'.repeat(64);

  test.each([
    ['sends frames at once', () => [event]],
    [
      'accepts everything',
      (received: string) => (received === '' ? [] : [JSON.stringify({ entryToken: 'A'.repeat(43) })]),
    ],
    [
      'answers with a proof of its own',
      (received: string) => (received === '' ? [] : [JSON.stringify({ mainNonce: zeros, proof: zeros })]),
    ],
  ] as [string, (received: string) => (string | Uint8Array)[]][])(
    'one that %s gets nothing, shows nothing, and the page says so',
    async (_, replies) => {
      const own = await startOwn();
      const tab = await (await browser.newContext()).newPage();
      await tab.goto(own.url);
      await tab.waitForFunction(() => document.title === 'connected');
      // A response means that both ends are authenticated.
      expect(await invoke(tab, 'unknown', {})).toMatchObject({ error: { code: 'unknown-operation' } });
      await own.close();
      const impostor = await impersonate(own.port, replies);
      await tab.waitForFunction(() => (window as unknown as Reached).states.includes('replaced'));
      const input = { environmentId: 'test', login: 'login', password: 'the typed password' };
      expect(await invoke(tab, 'credentials.saveApiKey', input)).toMatchObject({
        ok: false,
        error: { code: 'connection-lost', message: expect.stringContaining('another program') },
      });
      expect(await tab.evaluate(() => (window as unknown as Reached).states)).toEqual(['lost', 'replaced']);
      expect(impostor.received.join('\n')).not.toContain('the typed password');
      expect(impostor.received.join('\n')).not.toContain('login');
      await tab.context().close();
      await impostor.close();
    },
  );
});
