import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openSocket, type Served, serve } from './served.ts';

let served: Served;
beforeEach(async () => {
  served = await serve();
});
afterEach(() => served.stop());

describe('Host', () => {
  test.each([
    'evil.example',
    'localhost:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '[::1]:PORT',
    '127.0.0.1:PORT.evil',
  ])('refuses a request for %s, even if it is marked as the page’s own', async (name) => {
    const host = name.replace('PORT', String(served.server.port));
    for (const path of ['/', '/assets/page-1.js', '/media/abc', '/download/abc']) {
      const response = await served.ask(path, { own: true, headers: { host } });
      expect(response.status, path).toBe(421);
      expect(response.text).not.toContain('The console</title>');
    }
  });

  test('refuses a socket under another name', async () => {
    const origin = `http://${served.host}`;
    expect(await openSocket(served, { origin, host: 'evil.example' })).toBe(421);
  });
});

describe('Origin', () => {
  test.each([
    'http://evil.example',
    'null',
    'http://localhost:PORT',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1:1',
  ])('refuses %s everywhere', async (name) => {
    const origin = name.replace('PORT', String(served.server.port));
    for (const path of ['/', '/assets/page-1.js', '/media/abc', '/download/abc']) {
      expect((await served.ask(path, { headers: { origin } })).status, path).toBe(403);
    }
    expect((await served.ask('/', { method: 'POST', headers: { origin } })).status).toBe(403);
    expect(await openSocket(served, { origin })).toBe(403);
  });

  test('is required for changes', async () => {
    expect((await served.ask('/', { method: 'POST' })).status).toBe(403);
    expect(await openSocket(served, {})).toBe(403);
  });

  test('never gives another origin read access', async () => {
    const headers = { origin: 'http://evil.example', 'access-control-request-method': 'GET' };
    for (const method of ['OPTIONS', 'GET']) {
      const response = await served.ask('/', { method, headers });
      expect(response.status).toBe(403);
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('Requests of other pages', () => {
  test.each(['cross-site', 'same-site'])('are refused when they are %s', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    for (const path of ['/', '/media/abc', '/download/abc', '/assets/page-1.js']) {
      expect((await served.ask(path, { headers })).status, path).toBe(403);
    }
  });

  test('may open the page by a link, but neither frame it nor fetch a download', async () => {
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    const document = { ...followed, 'sec-fetch-dest': 'document' };
    expect((await served.ask('/', { headers: document })).status).toBe(200);
    expect((await served.ask('/', { headers: { ...followed, 'sec-fetch-dest': 'iframe' } })).status).toBe(
      403,
    );
    const fetched = { ...document, 'sec-fetch-mode': 'no-cors' };
    expect((await served.ask('/', { headers: fetched })).status).toBe(403);
    expect((await served.ask('/download/abc', { headers: document })).status).toBe(403);
  });
});

test('The token has 256 bits and is in the fragment, which is never sent', () => {
  expect(Buffer.from(served.token, 'base64url')).toHaveLength(32);
  const url = new URL(served.server.url);
  expect(url.origin + url.pathname + url.search).toBe(`http://${served.host}/`);
});

describe('Media and downloads', () => {
  test.each([undefined, 'none', 'same-site', 'cross-site'])(
    'are only for requests of the page itself, not for those marked %s',
    async (site) => {
      const path = served.downloads.offer({ fileName: 'a', open: () => Promise.reject(new Error('opened')) });
      const headers = site === undefined ? {} : { 'sec-fetch-site': site };
      for (const address of [path, '/media/abc']) {
        expect((await served.ask(address, { headers })).status).toBe(403);
      }
      // Refused before the lookup, so it is still available.
      expect((await served.ask(path, { own: true })).status).toBe(502);
    },
  );

  test('have unguessable addresses', async () => {
    const open = () => Promise.reject(new Error('opened'));
    const paths = [1, 2].map(() => served.downloads.offer({ fileName: 'a', open }));
    for (const path of paths) {
      expect(path).toMatch(/^\/download\/[\w-]{43}$/);
    }
    expect(paths[0]).not.toBe(paths[1]);
    expect((await served.ask(`/download/${'A'.repeat(43)}`, { own: true })).status).toBe(404);
  });
});

describe('Headers', () => {
  test('contain the policy with a new nonce for every load', async () => {
    const loads = [await served.ask('/'), await served.ask('/'), await served.ask('/')];
    const nonces = loads.map(({ headers, text }) => {
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      const [, nonce = 'none'] = /'nonce-([^']+)'/.exec(policy) ?? [];
      expect(text).toContain(nonce);
      return nonce;
    });
    expect(new Set(nonces).size).toBe(3);
    for (const { headers } of loads) {
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });

  test('are on every response, including refusals', async () => {
    const answers = [
      await served.ask('/assets/page-1.js', { own: true }),
      await served.ask('/nothing', { own: true }),
      await served.ask('/media/abc'),
      await served.ask('/', { headers: { host: 'evil.example' } }),
      await served.ask('/', { method: 'DELETE', headers: { origin: `http://${served.host}` } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 403, 421, 405]);
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });
});

describe('Paths', () => {
  test.each([
    '/../secret.txt',
    '/../secret.json',
    '/assets/../../secret.json',
    '/%2e%2e/secret.json',
    '/..%2fsecret.json',
    '/assets/..%5c..%5csecret.json',
    '/%00/secret.json',
    '//secret.json',
    '/media/../secret.json',
  ])('%s is not found', async (path) => {
    const response = await served.ask(path, { own: true });
    expect([400, 404]).toContain(response.status);
    expect(response.text).not.toContain('outside the page');
  });

  test('a socket opens only at its own address', async () => {
    const headers = { origin: `http://${served.host}` };
    expect(await openSocket(served, headers, '/other')).toBe(404);
    const socket = await openSocket(served, headers);
    expect(socket).toBeInstanceOf(WebSocket);
  });
});

test('listens only on loopback', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of [...outside, { address: '127.0.0.2' }]) {
    const socket = connect(served.server.port, address);
    const outcome = await new Promise((resolve) => {
      socket.once('connect', () => resolve('connected')).once('error', () => resolve('refused'));
    });
    socket.destroy();
    expect(outcome, address).toBe('refused');
  }
});
