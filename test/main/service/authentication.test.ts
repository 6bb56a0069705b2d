import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { apiKey, clientFor, failureOf, login, password } from './support/client.ts';
import { html, json, type Listening, type Seen, serve } from './support/server.ts';

const header = (one: string, other: string) => `Basic ${Buffer.from(`${one}:${other}`).toString('base64')}`;
const oauth = (clientAuthentication: 'header' | 'body', tokenUrl = '') =>
  ({ authentication: { scheme: 'oauth', tokenUrl, clientAuthentication } }) as const;

interface Endpoint {
  token?: (count: number) => Record<string, unknown>;
  /** Returns whether the service accepts this token. */
  takes?: (authorization: string) => boolean;
  hold?: Promise<unknown>;
}

/** A service with its token endpoint: tokens t1, t2, … */
async function oauthService({
  token,
  takes = () => true,
  hold,
}: Endpoint = {}): Promise<Listening & { tokens(): Seen[]; calls(): Seen[] }> {
  let count = 0;
  const server = await serve(async (seen, response) => {
    if (seen.url.startsWith('/api/oauth2/token')) {
      count++;
      await hold;
      json(response, 200, token?.(count) ?? { access_token: `t${count}`, expires_in: 3600 });
    } else if (takes(seen.headers.authorization ?? '')) {
      json(response, 200, { id: 'c1' });
    } else {
      json(response, 401, '');
    }
  });
  onTestFinished(() => server.close());
  const isToken = ({ url }: Seen) => url.startsWith('/api/oauth2/token');
  return {
    ...server,
    tokens: () => server.seen.filter(isToken),
    calls: () => server.seen.filter((seen) => !isToken(seen)),
  };
}

describe('Basic', () => {
  test('sends the API key in UTF-8 with each call', async () => {
    const server = await serve((_, response) => json(response, 200, {}));
    onTestFinished(() => server.close());
    await clientFor(server.url).client.readConversation('c1');
    expect(server.seen[0]?.headers.authorization).toBe(header(login, password));
  });

  test('without a key sends none', async () => {
    const server = await serve((_, response) => json(response, 200, {}));
    onTestFinished(() => server.close());
    const failure = await failureOf(clientFor(server.url, { key: undefined }).client.readConversation('c1'));
    expect(failure.code).toBe('credentials-missing');
    expect(server.seen).toHaveLength(0);
  });

  test('a rejected key is not sent again automatically', async () => {
    const server = await serve((_, response) => response.writeHead(401, { 'x-request-id': 'req-1' }).end());
    onTestFinished(() => server.close());
    const failure = await failureOf(clientFor(server.url).client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'credentials-rejected', requestId: 'req-1' });
    expect(failure.message).toContain('API key');
    expect(server.seen).toHaveLength(1);
  });
});

describe('OAuth 2.0 client credentials', () => {
  test('requests below the base address with the key form-encoded in a header', async () => {
    const server = await oauthService();
    await clientFor(server.url, oauth('header')).client.readConversation('c1');
    const [asked] = server.tokens();
    expect(asked).toMatchObject({ method: 'POST', body: 'grant_type=client_credentials' });
    expect(asked?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(asked?.headers.authorization).toBe(header(login, 'p%C3%A4ssword%3Awith%2Fodd%2Bchars'));
    expect(server.calls()[0]?.headers.authorization).toBe('Bearer t1');
  });

  test('and unencoded, if the endpoint does not decode it', async () => {
    const server = await serve((seen, response) => {
      if (!seen.url.includes('token')) {
        json(response, 200, { id: 'c1' });
      } else if (seen.headers.authorization === header(login, password)) {
        json(response, 200, { access_token: 't' });
      } else {
        json(response, 401, { error: 'invalid_client' });
      }
    });
    onTestFinished(() => server.close());
    const { client } = clientFor(server.url, oauth('header'));
    expect((await client.readConversation('c1')).value.id).toBe('c1');
  });

  test('or with the key in the form', async () => {
    const server = await oauthService();
    await clientFor(server.url, oauth('body')).client.readConversation('c1');
    const [asked] = server.tokens();
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: login,
      client_secret: password,
    });
    expect(asked?.headers.authorization).toBeUndefined();
  });

  test('or at a separate address', async () => {
    const server = await oauthService();
    const elsewhere = await oauthService({ token: () => ({ access_token: 'other' }) });
    const tokenUrl = `${elsewhere.url}/api/oauth2/token?tenant=1`;
    await clientFor(server.url, oauth('body', tokenUrl)).client.readConversation('c1');
    expect(server.tokens()).toHaveLength(0);
    expect(elsewhere.tokens()[0]?.url).toBe('/api/oauth2/token?tenant=1');
    expect(server.calls()[0]?.headers.authorization).toBe('Bearer other');
  });

  test('keeps a token until shortly before it expires', async () => {
    let now = 1_000_000;
    const server = await oauthService({
      token: (count) => ({ access_token: `t${count}`, expires_in: 600 }),
    });
    const { client } = clientFor(server.url, { ...oauth('body'), system: { elapsed: () => now } });
    await client.readConversation('c1');
    now += 539_000;
    await client.readConversation('c1');
    expect(server.tokens()).toHaveLength(1);
    now += 2000;
    await client.readConversation('c1');
    expect(server.tokens()).toHaveLength(2);
  });

  test('does not keep a token for longer when the clock is set back', async () => {
    let elapsed = 0;
    let now = Date.now();
    const server = await oauthService({ token: (count) => ({ access_token: `t${count}`, expires_in: 600 }) });
    const system = { elapsed: () => elapsed, now: () => now };
    const { client } = clientFor(server.url, { ...oauth('body'), system });
    await client.readConversation('c1');
    elapsed += 541_000;
    now -= 86_400_000;
    await client.readConversation('c1');
    expect(server.tokens()).toHaveLength(2);
  });

  test('continues with a clock beyond all dates', async () => {
    const server = await oauthService();
    const { client } = clientFor(server.url, { ...oauth('body'), system: { now: () => 1e17 } });
    expect((await client.readConversation('c1')).notes.receivedAt).toMatch(/^\+275760/);
  });

  test('keeps a token for five minutes if its lifetime is unknown', async () => {
    let now = 1_000_000;
    const server = await oauthService({ token: (count) => ({ access_token: `t${count}` }) });
    const { client } = clientFor(server.url, { ...oauth('body'), system: { elapsed: () => now } });
    await client.readConversation('c1');
    now += 299_000;
    await client.readConversation('c1');
    expect(server.tokens()).toHaveLength(1);
    now += 2000;
    await client.readConversation('c1');
    expect(server.tokens()).toHaveLength(2);
  });

  test('requests one token for many waiting calls', async () => {
    const server = await oauthService();
    const { client } = clientFor(server.url, oauth('body'));
    await Promise.all(Array.from({ length: 20 }, () => client.readConversation('c1')));
    expect(server.tokens()).toHaveLength(1);
    expect(server.calls()).toHaveLength(20);
  });

  test('continues the request for the others when one is cancelled', async () => {
    const gate = Promise.withResolvers<void>();
    const server = await oauthService({ hold: gate.promise });
    const { client } = clientFor(server.url, oauth('body'));
    const abort = new AbortController();
    const cancelled = failureOf(client.readConversation('c1', { signal: abort.signal }));
    const stays = client.readConversation('c1');
    abort.abort();
    expect((await cancelled).code).toBe('cancelled');
    gate.resolve();
    expect((await stays).value.id).toBe('c1');
    expect(server.tokens()).toHaveLength(1);
  });

  test('starts a new request after the only waiting call was cancelled', async () => {
    const gate = Promise.withResolvers<void>();
    const server = await oauthService({ hold: gate.promise });
    const { client } = clientFor(server.url, oauth('body'));
    const abort = new AbortController();
    const cancelled = failureOf(client.readConversation('c1', { signal: abort.signal }));
    abort.abort();
    expect((await cancelled).code).toBe('cancelled');
    gate.resolve();
    expect((await client.readConversation('c1')).value.id).toBe('c1');
  });

  test('retries once with a new token after a 401', async () => {
    const server = await oauthService({ takes: (authorization) => authorization !== 'Bearer t1' });
    const { client } = clientFor(server.url, oauth('body'));
    expect((await client.readConversation('c1')).value.id).toBe('c1');
    expect(server.calls().map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  test('repeats even a deletion once after a 401, which proves that nothing was done', async () => {
    const server = await oauthService({ takes: (authorization) => authorization !== 'Bearer t1' });
    await clientFor(server.url, oauth('body')).client.deleteConversation('c1', 'EXPIRE');
    expect(server.calls().map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
  });

  test('gives up after a second 401', async () => {
    const server = await oauthService({ takes: () => false });
    const failure = await failureOf(clientFor(server.url, oauth('body')).client.readConversation('c1'));
    expect(failure.code).toBe('credentials-rejected');
    expect(failure.message).toContain('not even a new one');
    expect(server.calls()).toHaveLength(2);
  });

  test('one new token serves all calls answered with 401', async () => {
    const server = await oauthService({ takes: (authorization) => authorization !== 'Bearer t1' });
    const { client } = clientFor(server.url, oauth('body'));
    await Promise.all(Array.from({ length: 10 }, () => client.readConversation('c1')));
    expect(server.tokens()).toHaveLength(2);
  });
});

describe('a token endpoint that returns none', () => {
  async function refusing(answer: Parameters<typeof serve>[0]) {
    const server = await serve(answer);
    onTestFinished(() => server.close());
    return {
      server,
      failure: await failureOf(clientFor(server.url, oauth('body')).client.readConversation('c1')),
    };
  }

  test.each([
    [401, { error: 'invalid_client' }, 'login or password'],
    [400, { error: 'unsupported_grant_type' }, 'client credentials'],
    [400, { error: 'invalid_request', error_description: password }, 'header or body'],
    [403, {}, 'API key'],
  ])('refuses with %i %j', async (status, body, hint) => {
    const { failure, server } = await refusing((_, response) => json(response, status, body));
    expect(failure).toMatchObject({ code: 'token-refused', requestId: 'req-1' });
    expect(failure.hint).toContain(hint);
    expect(JSON.stringify(failure.view())).not.toContain(password);
    expect(server.seen).toHaveLength(1);
  });

  test.each<[string, unknown, string]>([
    ['nothing', '', 'not with JSON'],
    ['text', 'token=abc', 'not with JSON'],
    ['JSON without one', { token: 'abc' }, 'access_token'],
    ['one that could break a header', { access_token: 'a\r\nx: y' }, 'access_token'],
  ])('answers with %s', async (_, body, texts) => {
    const { failure } = await refusing((_seen, response) => json(response, 200, body));
    expect(failure.code).toBe('token-unreadable');
    expect(failure.message).toContain(texts);
  });

  test('returns a web page', async () => {
    const { failure } = await refusing((_, response) => html(response, 200));
    expect(failure.code).toBe('token-unreadable');
    expect(failure.message).toContain('web page');
  });

  const plain = (status: number) => (_: Seen, response: ServerResponse) => response.writeHead(status).end();
  test.each<[string, Parameters<typeof serve>[0], string, string]>([
    ['fails', plain(500), 'server-error', 'failed on its side (500)'],
    ['is not available', plain(503), 'gateway-failed', 'not available (503)'],
    ['takes no more requests', plain(429), 'rate-limited', '(429)'],
    [
      'redirects',
      (_, response) => response.writeHead(302, { location: 'https://id.example/login' }).end(),
      'unexpected-status',
      'redirects to https://id.example (302)',
    ],
    [
      'is behind a gateway',
      (_, response) => html(response, 403, { server: 'shield' }),
      'gateway-refused',
      'shield',
    ],
    ['is not there', plain(404), 'token-unreadable', 'no token endpoint'],
    ['is another page', (_, response) => html(response, 400), 'token-unreadable', 'web page with status 400'],
  ])('%s: neither the API key nor the service is blamed', async (_, answer, code, texts) => {
    const { failure } = await refusing(answer);
    expect(failure).toMatchObject({ code, details: { endpoint: 'token' } });
    expect(failure.message).toContain(texts);
    expect(failure.message.toLowerCase()).toContain('token endpoint');
    expect(failure.message).not.toMatch(/The service (failed|answers|refused|does not)/);
    expect(failure.hint).toBeTruthy();
  });

  test('is down: four requests in all, not four times four', async () => {
    const { failure, server } = await refusing((_, response) => html(response, 503));
    expect(failure).toMatchObject({ code: 'gateway-failed', request: { attempts: 4 } });
    expect(server.seen).toHaveLength(4);
  });

  test.each([
    ['gateway-failed', (response: ServerResponse) => html(response, 503)],
    ['connection-reset', (response: ServerResponse) => void response.socket?.destroy()],
  ])('proves that a deletion was not done: %s', async (code, answer) => {
    const server = await serve((_, response) => answer(response));
    onTestFinished(() => server.close());
    const failure = await failureOf(
      clientFor(server.url, oauth('body')).client.deleteConversation('c1', 'EXPIRE'),
    );
    expect(failure.code).toBe(code);
  });

  test('is not called without a key', async () => {
    const server = await serve((_, response) => json(response, 200, {}));
    onTestFinished(() => server.close());
    const { client } = clientFor(server.url, { ...oauth('body'), key: undefined });
    expect((await failureOf(client.readConversation('c1'))).code).toBe('credentials-missing');
    expect(server.seen).toHaveLength(0);
  });
});

test('no network failure contains the key', async () => {
  for (const settings of [{}, oauth('header'), oauth('body')]) {
    const { client } = clientFor('http://nobody.invalid', settings);
    const failure = await failureOf(client.readConversation('c1'));
    const everything = JSON.stringify({ ...failure, stack: failure.stack, cause: failure.cause });
    for (const secret of [apiKey.login, apiKey.password, header(login, password)]) {
      expect(everything).not.toContain(secret);
    }
  }
});
