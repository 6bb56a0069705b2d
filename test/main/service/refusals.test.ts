import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ServiceClient } from '../../../main/service/port.ts';
import { clientFor, failureOf, login, password } from './support/client.ts';
import { html, json, serve } from './support/server.ts';

const errorObject = (status: string, message: string, more = {}) => ({
  status,
  message,
  violations: [],
  ...more,
});

async function refusedWith(answer: (response: ServerResponse) => void) {
  const server = await serve((_, response) => answer(response));
  onTestFinished(() => server.close());
  const { client } = clientFor(server.url);
  return { failure: await failureOf(client.readConversation('c1')), server };
}

describe('refusals by the service (interface 7)', () => {
  test('400 includes its violations', async () => {
    const { failure } = await refusedWith((response) =>
      json(
        response,
        400,
        errorObject('BAD_REQUEST', 'Validation failed', {
          violations: [{ field: 'query.identity', message: 'must not be null' }, { field: 7 }],
        }),
      ),
    );
    expect(failure).toMatchObject({ code: 'bad-request', requestId: 'req-1', retryable: false });
    expect(failure.message).toContain('Validation failed');
    expect(failure.details?.violations).toEqual([
      { field: 'query.identity', message: 'must not be null' },
      { field: '', message: '' },
    ]);
  });

  test('402 is the plan, with or without a body', async () => {
    const { failure } = await refusedWith((response) => response.writeHead(402).end());
    expect(failure.code).toBe('plan-exhausted');
    expect(failure.message).toContain('plan');
  });

  test("403 names the strategy, in the service's own words", async () => {
    const { failure } = await refusedWith((response) =>
      json(response, 403, errorObject('FORBIDDEN', 'Permission denied for strategy acme:video')),
    );
    expect(failure.code).toBe('forbidden');
    expect(failure.message).toContain('strategy acme:video');
  });

  test('404 hints at the callback id', async () => {
    const { failure, server } = await refusedWith((response) =>
      json(response, 404, errorObject('NOT_FOUND', 'Conversation not found')),
    );
    expect(failure).toMatchObject({ code: 'not-found', requestId: 'req-1', request: { attempts: 1 } });
    expect(failure.hint).toContain('payload.conversation.id');
    expect(server.seen).toHaveLength(1);
  });

  test.each<[string, (client: ServiceClient) => Promise<unknown>, string]>([
    ['medium', (client) => client.openMedia('c1', 'm1'), 'does not have this file'],
    ['metadata', (client) => client.readMetadata('c1'), 'no metadata'],
    ['headless page', (client) => client.readHeadlessPage('c1', '203.0.113.7'), 'no headless page'],
    [
      'headless step',
      (client) => client.submitHeadlessPage('c1', 'n1', {}, '203.0.113.7'),
      'does not have this headless step',
    ],
    ['database verification', (client) => client.readDatabaseVerification('c1'), 'no database verification'],
  ])('404 below a conversation (%s) is not said of the conversation', async (_, ask, texts) => {
    const server = await serve((_seen, response) =>
      json(response, 404, errorObject('NOT_FOUND', 'Not here')),
    );
    onTestFinished(() => server.close());
    const failure = await failureOf(ask(clientFor(server.url).client));
    expect(failure.code).toBe('not-found');
    expect(failure.message).toContain(texts);
    expect(failure.message).not.toContain('no conversation with this id');
    expect(failure.hint).not.toContain('payload.conversation.id');
  });

  test.each([
    ['no error object', { message: 'no route' }],
    ['a status that the interface does not name', { status: 'error', message: 'no route' }],
  ])('404 with %s also questions the base address', async (_, body) => {
    const { failure } = await refusedWith((response) => json(response, 404, body));
    expect(failure.hint).toContain('base address');
    expect(failure.request?.errorObject).toBeUndefined();
  });

  test('410 is the retention policy', async () => {
    const { failure } = await refusedWith((response) => json(response, 410, errorObject('GONE', 'Removed')));
    expect(failure.code).toBe('gone');
    expect(failure.message).toContain('retention policy');
  });

  test('500 without a body', async () => {
    const { failure, server } = await refusedWith((response) => response.writeHead(500).end());
    expect(failure.code).toBe('server-error');
    expect(server.seen).toHaveLength(1);
  });

  test('410 without the error object says nothing about the conversation', async () => {
    const { failure } = await refusedWith((response) => response.writeHead(410).end());
    expect(failure.code).toBe('unexpected-status');
  });

  test('an unreadable error body does not affect the status', async () => {
    const { failure } = await refusedWith((response) => json(response, 404, '{"status":"NO'));
    expect(failure).toMatchObject({ code: 'not-found' });
    expect(failure.request?.errorObject).toBeUndefined();
  });

  test('429 after the last attempt', async () => {
    const { failure } = await refusedWith((response) => json(response, 429, {}, { 'retry-after': '3' }));
    expect(failure).toMatchObject({
      code: 'rate-limited',
      request: { attempts: 4, retryAfterMs: 3000 },
    });
  });

  test('an undocumented status', async () => {
    const { failure } = await refusedWith((response) => json(response, 418, { message: 'short and stout' }));
    expect(failure).toMatchObject({ code: 'unexpected-status', details: { httpStatus: 418 } });
    expect(failure.message).toContain('short and stout');
  });

  test('a redirect is not followed', async () => {
    const other = await serve((_, response) => json(response, 200, { id: 'stolen' }));
    onTestFinished(() => other.close());
    const { failure } = await refusedWith((response) =>
      response.writeHead(302, { location: other.url }).end(),
    );
    expect(failure.code).toBe('unexpected-status');
    expect(failure.message).toContain('does not follow');
    expect(failure.message).toContain(`redirects to ${other.url} (302)`);
    expect(other.seen).toHaveLength(0);
  });
});

describe('an answer that is not the service’s error object', () => {
  const problem = (title: string, detail: string) => (response: ServerResponse) => {
    response.writeHead(403, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify({ type: 'about:blank', status: 403, title, detail }));
  };

  test.each<[string, (response: ServerResponse) => void, string]>([
    ['an empty 403', (response) => response.writeHead(403).end(), 'without a reason'],
    ['a problem', problem('Key disabled', 'Ask \u001bAnna'), 'The answer says: “Key disabled: Ask  Anna”'],
    ['a text', (response) => response.writeHead(403, { 'content-type': 'text/plain' }).end('no'), 'refused'],
  ])('%s does not say that the API key is valid', async (_, answer, said) => {
    const { failure } = await refusedWith(answer);
    expect(failure).toMatchObject({ code: 'forbidden', retryable: false });
    expect(failure.message).toContain(said);
    expect(`${failure.message} ${failure.hint}`).not.toContain('is valid');
  });

  test('a problem with 400 shows what it says, and not the base address', async () => {
    const { failure } = await refusedWith((response) => {
      response.writeHead(400, { 'content-type': 'application/problem+json' });
      response.end('{"title":"Bad id","detail":"Use a UUID","status":400}');
    });
    expect(failure.message).toContain('Bad id: Use a UUID');
    expect(failure.hint).not.toContain('base address');
  });

  test.each([300, 304])('%i is no redirect', async (status) => {
    const { failure } = await refusedWith((response) =>
      response.writeHead(status, { location: 'https://other.example/' }).end(),
    );
    expect(failure).toMatchObject({ code: 'unexpected-status', details: { httpStatus: status } });
    expect(`${failure.message} ${failure.hint}`).not.toContain('redirect');
  });

  test.each([
    ['/api/conversations/c1', 'to the same address again', /support/],
    ['/sign-in', 'to another path of the same server', /path of the base address/],
  ])(
    'a redirect within the server (%s) does not advise to change the address to itself',
    async (location, said, hint) => {
      const { failure } = await refusedWith((response) => response.writeHead(307, { location }).end());
      expect(failure.message).toContain(said);
      expect(failure.hint).toMatch(hint);
      expect(`${failure.message} ${failure.hint}`).not.toContain('127.0.0.1');
    },
  );

  test.each([
    [408, 'in time', true],
    [413, 'larger', false],
    [414, 'too long', false],
    [421, 'does not answer for this address', false],
    [425, 'not ready', true],
    [431, 'headers', false],
    [501, 'does not offer', false],
    [505, 'version of HTTP', false],
    [599, '599', false],
  ])('%i is said as what it is, also with a web page', async (status, said, retryable) => {
    for (const answer of [
      (response: ServerResponse) => response.writeHead(status).end(),
      (response: ServerResponse) => html(response, status),
    ]) {
      const { failure, server } = await refusedWith(answer);
      expect(failure).toMatchObject({ code: 'unexpected-status', retryable });
      expect(failure.message).toContain(said);
      expect(status === 599 ? '' : failure.hint).not.toContain('base address');
      expect(server.seen).toHaveLength(1);
    }
  });

  test('a Retry-After of years is a date', async () => {
    const { failure } = await refusedWith((response) =>
      response.writeHead(503, { 'retry-after': 'Wed, 01 Jan 2098 00:00:00 GMT' }).end(),
    );
    expect(failure.hint).toContain('wait until January 1, 2098 ');
    expect(failure.hint).not.toContain('seconds');
  });
});

describe('conflicts of a deletion (interface 3.3)', () => {
  test.each([
    ['ConversationAlreadyFinished', 'already finished', 'delete its data'],
    ['ConversationNotYetFinished', 'not finished yet', 'Expire it'],
    ['ActiveSubscriptionExists', 'AML monitoring is still active', 'End the monitoring'],
    ['SomethingNew', 'SomethingNew', 'Refresh the conversation'],
    ['__proto__', '__proto__', 'Refresh the conversation'],
  ])('%s', async (statusDetail, texts, wayOut) => {
    const server = await serve((_, response) =>
      json(response, 409, errorObject('CONFLICT', 'Conflict', { statusDetail })),
    );
    onTestFinished(() => server.close());
    const failure = await failureOf(clientFor(server.url).client.deleteConversation('c1', 'EXPIRE'));
    expect(failure).toMatchObject({ code: 'conflict', details: { statusDetail } });
    expect(failure.message).toContain(texts);
    expect(failure.hint).toContain(wayOut);
  });
});

describe('refusals by a gateway (field notes)', () => {
  test('an HTML 403 names its sender and shows none of the page', async () => {
    const { failure } = await refusedWith((response) =>
      html(response, 403, { server: 'cloud-shield', via: '1.1 edge7' }),
    );
    expect(failure).toMatchObject({ code: 'gateway-refused', requestId: 'req-1' });
    expect(failure.message).toContain('cloud-shield, 1.1 edge7');
    expect(JSON.stringify(failure.view())).not.toMatch(/script|4711|<html/);
  });

  test.each([502, 503, 504])('%i after the last attempt', async (status) => {
    const { failure, server } = await refusedWith((response) => html(response, status));
    expect(failure).toMatchObject({ code: 'gateway-failed', request: { status, attempts: 4 } });
    expect(failure.message).not.toContain('<');
    expect(server.seen).toHaveLength(4);
  });

  test('an HTML 404 is not a missing conversation: it is not from the service', async () => {
    const { failure } = await refusedWith((response) => html(response, 404));
    expect(failure.code).toBe('unexpected-status');
    expect(failure.hint).toContain('base address');
  });
});

test('repeated secrets are not shown', async () => {
  const header = Buffer.from(`${login}:${password}`).toString('base64');
  const { failure } = await refusedWith((response) =>
    json(
      response,
      400,
      errorObject('BAD_REQUEST', `bad key ${login} ${password} ${header}\u202e\n`, {
        violations: [{ field: password, message: header }],
      }),
      { server: password.replace('ä', 'a') },
    ),
  );
  const all = JSON.stringify(failure.view());
  for (const secret of [password, header]) {
    expect(all).not.toContain(secret);
  }
  expect(failure.message).toContain('•••');
  expect(failure.cause).toBeUndefined();
});
