import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../main/sandbox/sandbox.ts';
import { checkConnection } from '../../../main/service/check/connection-check.ts';
import { connectionHandlers } from '../../../main/service/handlers.ts';
import {
  type CheckStep,
  checkStep,
  type EnvironmentSettings,
  enteredSettings,
} from '../../../preload/contract/environments.ts';
import { closedPort } from '../../support/listen.ts';
import { makeCertificates } from './support/certificates.ts';
import { apiKey, failureOf, quickSystem, settingsFor } from './support/client.ts';
import { startProxy } from './support/proxy.ts';
import { html, json, type Seen, serve, serveTcp } from './support/server.ts';

const certificates = makeCertificates();
afterAll(() => certificates.remove());

const notFound = { status: 'NOT_FOUND', message: 'Conversation not found', violations: [] };
/** Like the service: an unknown path differs from an unknown conversation. */
const unknown = ({ url }: Seen) =>
  url.includes('assay-connection-check') ? { ...notFound, message: 'No such path' } : notFound;
const oauth = { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'header' } as const;

async function service(answer: Parameters<typeof serve>[0], tls?: { key: string; cert: string }) {
  const server = await serve(answer, tls);
  onTestFinished(() => server.close());
  return server;
}

async function check(
  settings: EnvironmentSettings,
  key: typeof apiKey | undefined = apiKey,
  knownId?: string,
) {
  const reported: CheckStep[] = [];
  const { passed, steps } = await checkConnection(
    { settings, apiKey: async () => key, knownId, system: quickSystem() },
    { signal: new AbortController().signal, progress: (step) => reported.push(step) },
  );
  for (const step of steps) {
    checkStep.parse(step);
  }
  const state = Object.fromEntries(steps.map((step) => [step.step, step.state]));
  const failed = steps.find((step) => step.state === 'failed');
  return { passed, steps, state, failed, reported };
}

const says = (steps: CheckStep[], name: CheckStep['step']) =>
  steps.find(({ step }) => step === name)?.message ?? '';

describe('a connection that works', () => {
  test('over https, with OAuth: every step reports its result and duration', async () => {
    const server = await service(
      (seen, response) =>
        seen.url.includes('token')
          ? json(response, 200, { access_token: 't' })
          : json(response, 404, unknown(seen)),
      certificates.good,
    );
    const baseUrl = server.url.replace('127.0.0.1', 'localhost');
    const { passed, steps, state, reported } = await check(
      settingsFor(baseUrl, { extraCaFile: certificates.authorityFile, authentication: oauth }),
    );
    expect(passed).toBe(true);
    expect(state).toEqual({
      settings: 'passed',
      proxy: 'skipped',
      name: 'passed',
      tcp: 'passed',
      tls: 'passed',
      token: 'passed',
      'media-type': 'passed',
      authorisation: 'passed',
    });
    expect(says(steps, 'tls')).toMatch(/TLSv1\.3 .* good\.test, issued by Assay test authority, valid from/);
    expect(says(steps, 'authorisation')).toContain('404');
    expect(steps.every(({ ms }) => ms !== undefined)).toBe(true);
    const order = reported.map(({ step, state: each }) => `${step} ${each}`);
    expect(order.slice(0, 4)).toEqual([
      'settings running',
      'settings passed',
      'proxy running',
      'proxy skipped',
    ]);
    expect(reported).toHaveLength(16);
    // The only call uses a conversation id that cannot exist.
    const asked = server.seen.find(({ method }: Seen) => method === 'GET');
    expect(asked?.url).toMatch(/^\/api\/conversations\/[0-9a-f-]{36}$/);
  });

  test('over http, with Basic', async () => {
    const server = await service((seen, response) => json(response, 404, unknown(seen)));
    const { passed, state } = await check(settingsFor(server.url));
    expect(passed).toBe(true);
    expect(state).toMatchObject({
      name: 'skipped',
      tls: 'skipped',
      token: 'skipped',
      authorisation: 'passed',
    });
  });

  test('through a proxy', async () => {
    const server = await service((seen, response) => json(response, 404, unknown(seen)), certificates.good);
    const proxy = await startProxy();
    onTestFinished(() => proxy.close());
    const { passed, state, steps } = await check(
      settingsFor(server.url, {
        extraCaFile: certificates.authorityFile,
        proxy: { mode: 'own', url: proxy.url },
      }),
    );
    expect(passed).toBe(true);
    expect(state).toMatchObject({ proxy: 'passed', name: 'skipped', tcp: 'passed', tls: 'passed' });
    expect(says(steps, 'tcp')).toContain('The proxy connected');
  });

  test('with another vendor type, which is reported', async () => {
    const server = await service((seen, response) => json(response, 404, unknown(seen)));
    const { passed, steps } = await check(
      settingsFor(server.url, { mediaType: 'application/vnd.acme.v1.1+json' }),
    );
    expect(passed).toBe(true);
    expect(says(steps, 'media-type')).toContain(
      'application/vnd.service.v1.1+json, but the environment is set to',
    );
  });

  test('whose certificate expires soon, which is reported with a hint', async () => {
    const server = await service((seen, response) => json(response, 404, unknown(seen)), certificates.good);
    const settings = settingsFor(server.url, { extraCaFile: certificates.authorityFile });
    const { steps } = await checkConnection(
      {
        settings,
        apiKey: async () => apiKey,
        system: quickSystem({ now: () => Date.now() + 10 * 86_400_000 }),
      },
      { signal: new AbortController().signal, progress: () => {} },
    );
    expect(steps.find(({ step }) => step === 'tls')?.hint).toMatch(/expires in 9 days/);
  });
});

describe('the step at which a check stops, with a hint', () => {
  const stopsAt = async (
    step: CheckStep['step'],
    settings: EnvironmentSettings,
    texts: string,
    key: typeof apiKey | undefined = apiKey,
  ) => {
    const { passed, failed, steps } = await check(settings, key);
    expect(passed).toBe(false);
    expect(failed?.step).toBe(step);
    expect(failed?.message).toContain(texts);
    expect(failed?.hint).toBeTruthy();
    const after = steps.slice(steps.findIndex(({ state }) => state === 'failed') + 1);
    expect(after.every(({ state }) => state === 'skipped')).toBe(true);
    expect(steps).toHaveLength(8);
  };

  test('settings: the file of authorities is missing', () =>
    stopsAt(
      'settings',
      settingsFor('http://127.0.0.1:1', { extraCaFile: '/no/such.pem' }),
      'cannot be read',
    ));

  test('proxy: nothing listens there', async () =>
    stopsAt(
      'proxy',
      settingsFor('https://x.test', {
        proxy: { mode: 'own', url: `http://127.0.0.1:${await closedPort()}` },
      }),
      'could not be used',
    ));

  test('name: it does not exist', () =>
    stopsAt('name', settingsFor('https://nobody.invalid'), 'does not exist'));

  test('tcp: nothing listens there', async () =>
    stopsAt('tcp', settingsFor(`https://127.0.0.1:${await closedPort()}`), 'nothing listens'));

  test('tcp: the proxy does not open a tunnel', async () => {
    const proxy = await startProxy({ refuse: 403 });
    onTestFinished(() => proxy.close());
    await stopsAt(
      'tcp',
      settingsFor('https://127.0.0.1:1', { proxy: { mode: 'own', url: proxy.url } }),
      'refused to connect',
    );
  });

  test('tls: the certificate is not trusted', async () => {
    const server = await service((_, response) => json(response, 404, notFound), certificates.selfSigned);
    await stopsAt('tls', settingsFor(server.url), 'does not trust');
    expect(server.seen).toHaveLength(0);
  });

  test('token: the key is not accepted', async () => {
    const server = await service((_, response) => json(response, 401, { error: 'invalid_client' }));
    await stopsAt('token', settingsFor(server.url, { authentication: oauth }), 'invalid_client');
  });

  test('media type: a web page is there', async () => {
    const server = await service((_, response) => html(response, 200));
    await stopsAt('media-type', settingsFor(server.url), 'web page');
  });

  test('media type: a web page says 404', async () => {
    const server = await service((_, response) => html(response, 404));
    await stopsAt('media-type', settingsFor(server.url), 'text/html');
  });

  test.each<[string, Parameters<typeof serve>[0], string]>([
    ['a gateway', (_, response) => html(response, 403, { server: 'shield' }), 'shield'],
    ['the plan', (_, response) => response.writeHead(402).end(), 'plan'],
    ['the credentials', (_, response) => response.writeHead(401, { 'x-request-id': 'r77' }).end(), 'r77'],
    [
      'no permission',
      (_, response) => json(response, 403, { status: 'FORBIDDEN' }),
      'does not have permission',
    ],
    ['the service is down', (_, response) => html(response, 503), '503'],
    ['a conversation that cannot exist', (_, response) => json(response, 200, { id: 'c1' }), 'cannot exist'],
    ['a 404 of something else', (_, response) => json(response, 404, { error: 'no route' }), 'NOT_FOUND'],
    [
      'a 404 with another status in it',
      (_, response) => json(response, 404, { status: 'NO_ROUTE', message: 'x' }),
      'NOT_FOUND',
    ],
    ['an empty 404', (_, response) => response.writeHead(404).end(), 'NOT_FOUND'],
    [
      'a redirect to https with a page, by its status and target',
      (_, response) => html(response, 301, { location: 'https://final.example/x/y?z' }),
      'redirects to https://final.example (301)',
    ],
    ['429 as a page', (_, response) => html(response, 429), '429'],
    ['a 400 of the gateway', (_, response) => html(response, 400, { server: 'edge' }), 'status 400'],
    [
      'a 400 of the gateway as text',
      (_, response) =>
        response.writeHead(400, { 'content-type': 'text/plain' }).end('plain HTTP to HTTPS port'),
      '400',
    ],
    [
      'a path the service does not know, named in its NOT_FOUND',
      (seen, response) =>
        json(response, 404, {
          status: 'NOT_FOUND',
          message: `Nothing answers GET ${seen.url}`,
          violations: [],
        }),
      'the path is unknown',
    ],
    ['silence', (_, response) => response.destroy(), 'closed the connection'],
  ])('authorisation: %s', async (_, answer, texts) => {
    const server = await service(answer);
    await stopsAt('authorisation', settingsFor(server.url), texts);
  });
});

test('a login required by the proxy over http is reported by its status', async () => {
  const proxy = await startProxy({ refuse: 407 });
  onTestFinished(() => proxy.close());
  const { failed } = await check(
    settingsFor('http://service.test', { proxy: { mode: 'own', url: proxy.url } }),
  );
  expect(failed?.step).toBe('authorisation');
  expect(failed?.message).toContain('407');
});

test.each([
  '/api/conversations',
  '/api/conversations/',
  '/api/conversations/c1/headless',
  '/api/oauth2/token',
])('a base address that names an operation (%s) is refused before anything is sent', async (path) => {
  const server = await service((_, response) => json(response, 404, notFound));
  const { failed } = await check(settingsFor(`${server.url}/v1${path}`));
  expect(failed?.step).toBe('settings');
  expect(failed?.message).toContain('path of an operation');
  expect(server.seen).toHaveLength(0);
  const entered = enteredSettings.safeParse(settingsFor(`${server.url}/v1${path}`));
  expect(entered.error?.issues[0]?.path).toEqual(['baseUrl']);
});

test('a base address with a path is accepted', () => {
  expect(enteredSettings.safeParse(settingsFor('https://x.test/api/v1')).success).toBe(true);
  expect(enteredSettings.safeParse(settingsFor('https://x.test/api/conversations-service')).success).toBe(
    true,
  );
});

test('the sandbox passes only at its base address', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  expect((await check(settingsFor(sandbox.baseUrl), sandbox.apiKey)).passed).toBe(true);
  expect((await check(settingsFor(`${sandbox.baseUrl}/v2`), sandbox.apiKey)).passed).toBe(false);
});

describe('a known conversation', () => {
  const errorAtEveryOther: Parameters<typeof serve>[0] = (seen, response) =>
    seen.url.endsWith('/api/conversations/known') && !seen.url.includes('/v9')
      ? json(response, 200, { id: 'known', status: 'FINISHED' })
      : json(response, 404, notFound);

  test('proves the path and the key where every other answer is the same', async () => {
    const server = await service(errorAtEveryOther);
    expect((await check(settingsFor(server.url))).state.authorisation).toBe('unknown');
    const { passed, steps } = await check(settingsFor(server.url), apiKey, 'known');
    expect(passed).toBe(true);
    expect(says(steps, 'authorisation')).toContain('the conversation was found');
  });

  test.each([
    ['another id', 'other', '', 'no conversation with this id'],
    ['another path', 'known', '/v9', 'no conversation with this id'],
  ])('that is not found (%s) fails', async (_, id, path, texts) => {
    const server = await service(errorAtEveryOther);
    const { passed, failed } = await check(settingsFor(server.url + path), apiKey, id);
    expect(passed).toBe(false);
    expect(failed).toMatchObject({ step: 'authorisation', message: expect.stringContaining(texts) });
  });

  test('with a refused key fails', async () => {
    const server = await service((_, response) => json(response, 401, { status: 'UNAUTHORIZED' }));
    const { failed, steps } = await check(settingsFor(server.url), apiKey, 'known');
    expect(failed?.step).toBe('authorisation');
    // The interface has no 401, so nothing is said about who answered.
    expect(says(steps, 'media-type')).toBe(
      'Not checked: the response has no error object of the interface (7.2).',
    );
  });
});

describe('an answer that does not prove the path', () => {
  const trace = () => randomUUID().replaceAll('-', '');
  const message =
    (make: (seen: Seen) => string): Parameters<typeof serve>[0] =>
    (seen, response) =>
      json(response, 404, { ...notFound, message: make(seen) });
  const second =
    (status: number): Parameters<typeof serve>[0] =>
    (seen, response) =>
      seen.url.includes('assay-connection-check')
        ? json(response, status, { status: 'BUSY' })
        : json(response, 404, notFound);
  const segments = ({ url }: Seen) => url.split('/').slice(1);

  test.each<[string, Parameters<typeof serve>[0], string, string?]>([
    ['the same at every path', message(() => 'Conversation not found'), 'same NOT_FOUND (404) at every path'],
    ['no message at all', message(() => ''), 'same NOT_FOUND'],
    [
      'the path without its first slash',
      message(({ url }) => `No static resource ${url.slice(1)}.`),
      'the path',
    ],
    [
      'the same, below a path',
      message(({ url }) => `No static resource ${url.slice(1)}.`),
      'the path',
      '/v9',
    ],
    [
      'the path percent-encoded',
      message(({ url }) => `No handler for ${encodeURIComponent(url)}`),
      'the path',
    ],
    [
      'the path encoded twice',
      message(({ url }) => `No ${encodeURIComponent(encodeURIComponent(url))}`),
      'the path',
    ],
    ['the path with dots', message((seen) => `No route api.${segments(seen).join('.')}`), 'the path'],
    ['the path in pieces', message((seen) => `None: ${segments(seen).map((one) => `"${one}"`)}`), 'the path'],
    ['a trace id', message(() => `Not found (trace ${trace()})`), 'same NOT_FOUND'],
    [
      'a trace id in letters of hexadecimal',
      message((seen) => `None, ${segments(seen).length > 3 ? 'abcdef' : 'fedcba'}`),
      'same NOT_FOUND',
    ],
    [
      'a time',
      message(() => `Not found at ${new Date(Number(`0x${trace().slice(0, 10)}`)).toUTCString()}`),
      'same NOT_FOUND',
    ],
    ['a number', message(() => `Not found, ${process.hrtime.bigint()}`), 'same NOT_FOUND'],
    ['429 to the second question', second(429), '429'],
    ['503 to the second question', second(503), '503'],
    ['500 to the second question', second(500), '500'],
    ['407 to the second question', second(407), '407'],
    [
      'no answer to the second question',
      (seen, response) =>
        seen.url.includes('assay-connection-check') ? response.destroy() : json(response, 404, notFound),
      'is not proved',
    ],
  ])('%s', async (_, answer, texts, path = '') => {
    const server = await service(answer);
    const { passed, steps } = await check(settingsFor(server.url + path));
    const last = steps.at(-1);
    expect(passed).toBe(false);
    // An answer that is the same everywhere says nothing against the settings either.
    const state = texts.startsWith('same NOT_FOUND') ? 'unknown' : 'failed';
    expect(last).toMatchObject({ step: 'authorisation', state });
    expect(last?.message).toContain(texts);
    expect(last?.hint).toBeTruthy();
  });

  test.each<[string, Parameters<typeof serve>[0]]>([
    ['401', (_, response) => json(response, 401, { status: 'UNAUTHORIZED' })],
    ['403', (_, response) => json(response, 403, { status: 'FORBIDDEN' })],
    ['a page', (_, response) => html(response, 404)],
    ['another error', (_, response) => json(response, 404, { error: 'Not Found', path: '/x' })],
    ['NOT_FOUND in other words', message(({ url }) => `No static resource ${url}`)],
  ])('but a second answer that is %s proves it', async (_, wrongPath) => {
    const server = await service((seen, response) =>
      seen.url.includes('assay-connection-check')
        ? wrongPath(seen, response)
        : json(response, 404, { ...notFound, message: `Conversation ${segments(seen).at(-1)} not found` }),
    );
    expect((await check(settingsFor(server.url))).passed).toBe(true);
  });
});

test('without an API key nothing is sent', async () => {
  const server = await service((_, response) => json(response, 404, notFound));
  const { steps } = await checkConnection(
    { settings: settingsFor(server.url), apiKey: async () => undefined, system: quickSystem() },
    { signal: new AbortController().signal, progress: () => {} },
  );
  expect(steps[0]).toMatchObject({ step: 'settings', state: 'failed' });
  expect(server.seen).toHaveLength(0);
});

test('a check can be cancelled at any step, also through its handler', async () => {
  const silent = await serveTcp(() => {});
  onTestFinished(() => silent.close());
  const abort = new AbortController();
  const handlers = connectionHandlers({
    settings: () =>
      settingsFor(`https://127.0.0.1:${silent.port}`, {
        timeouts: { connectMs: 60_000, headersMs: 60_000, idleMs: 60_000, totalMs: 60_000 },
      }),
    apiKey: async () => apiKey,
    system: quickSystem(),
  });
  const run = handlers['connection.check'](
    { environmentId: 'one' },
    {
      signal: abort.signal,
      closed: abort.signal,
      progress: ({ step, state }) => {
        if (step === 'tls' && state === 'running') {
          abort.abort();
        }
      },
    },
  );
  expect((await failureOf(Promise.resolve(run))).code).toBe('cancelled');
});
