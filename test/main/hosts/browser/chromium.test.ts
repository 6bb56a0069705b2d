import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
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
    'conversations.samples': async () => ({ samples: [] }),
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
    expect(await invoke(page, 'conversations.samples', { environmentId: 'good' })).toEqual({
      ok: true,
      value: { samples: [] },
    });
    expect(await context.cookies()).toEqual([]);
  });

  test('a reload connects as well, and the tab keeps only its own session', async () => {
    await page.reload();
    await page.waitForFunction(() => document.title === 'connected');
    const held = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
    expect(JSON.parse(held)).toEqual([
      { 'assay-session': expect.stringMatching(/^\{"session":"[0-9a-f]{64}"\}$/) },
      {},
    ]);
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
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      // A tab that the page opens has its session.
      page.evaluate(() => void window.open('/')),
    ]);
    await tab.waitForFunction(() => document.title === 'connected');
    void invoke(tab, 'connection.check', { environmentId: 'test' }).catch(() => {});
    // An earlier call on the same connection, so it has arrived when this one is answered.
    await invoke(tab, 'conversations.samples', { environmentId: 'good' });
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
    const other = createServer((_, reply) =>
      reply.setHeader('content-type', 'text/html').end('<title>other</title>'),
    );
    const port = await listen(other);
    const tab = await page.context().newPage();
    await tab.goto(`http://127.0.0.1:${port}/`);
    const outcome = await tab.evaluate(async (host) => {
      const fetched = await fetch(`http://${host}/`).then(
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

test('A page that is loaded again before it was admitted is admitted', async () => {
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
  await tab.waitForFunction(() => location.hash === '');
  await tab.evaluate(() => sessionStorage.setItem('may-connect', 'yes'));
  await tab.reload();
  await tab.waitForFunction(() => document.title === 'connected');
  expect(await invoke(tab, 'unknown', {})).toMatchObject({ error: { code: 'unknown-operation' } });
  await tab.context().close();
  await own.close();
});

test('When another program takes the port after main has ended, the page sends it nothing', async () => {
  const own = await startOwn();
  const tab = await (await browser.newContext()).newPage();
  await tab.goto(own.url);
  await tab.waitForFunction(() => document.title === 'connected');
  await own.close();
  const received: string[] = [];
  const impostor = createServer((request, reply) => {
    received.push(String(request.url));
    reply.end();
  }).on('connection', () => received.push('connection'));
  await new Promise<void>((resolve) => impostor.listen(own.port, '127.0.0.1', resolve));
  await tab.waitForFunction(() => (window as unknown as Reached).states.includes('lost'));
  const input = { kind: 'api-key', environmentId: 'test', login: 'login', password: 'the typed password' };
  expect(await invoke(tab, 'credentials.save', input)).toMatchObject({
    ok: false,
    error: { code: 'connection-lost' },
  });
  expect(received).toEqual([]);
  await tab.context().close();
  impostor.closeAllConnections();
  impostor.close();
});
