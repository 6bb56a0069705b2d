import { describe, expect, onTestFinished, test } from 'vitest';
import { closedPort } from '../../support/listen.ts';
import { clientFor, failureOf } from './support/client.ts';
import { html, json, serve, serveTcp } from './support/server.ts';

const create = { query: { identity: {} } };

describe('a deletion without a response', () => {
  test('is unknown if the connection breaks after it may have been sent', async () => {
    const server = await serveTcp((socket) => socket.on('data', () => socket.destroy()));
    onTestFinished(() => server.close());
    const failure = await failureOf(clientFor(server.url).client.deleteConversation('c1', 'EXPIRE'));
    expect(failure).toMatchObject({ code: 'outcome-unknown', request: { behind: 'connection-reset' } });
    expect(failure.hint).toContain('Refresh the conversation');
  });

  test('is unknown after a timeout', async () => {
    const server = await serveTcp(() => {});
    onTestFinished(() => server.close());
    const { client } = clientFor(server.url, {
      timeouts: { connectMs: 300, headersMs: 300, idleMs: 300, totalMs: 60_000 },
    });
    const failure = await failureOf(client.deleteConversation('c1', 'DELETE_DATA'));
    expect(failure).toMatchObject({ code: 'outcome-unknown', request: { behind: 'timeout-headers' } });
  });

  test('is unknown if cancelled after it may have been sent', async () => {
    const asked = Promise.withResolvers<void>();
    const server = await serveTcp((socket) => socket.on('data', () => asked.resolve()));
    onTestFinished(() => server.close());
    const abort = new AbortController();
    const { client } = clientFor(server.url);
    const call = failureOf(client.deleteConversation('c1', 'EXPIRE', { signal: abort.signal }));
    await asked.promise;
    abort.abort();
    expect(await call).toMatchObject({ code: 'outcome-unknown', request: { behind: 'cancelled' } });
  });

  test('is unknown after a gateway error', async () => {
    const server = await serve((_, response) => html(response, 504));
    onTestFinished(() => server.close());
    const failure = await failureOf(clientFor(server.url).client.deleteConversation('c1', 'EXPIRE'));
    expect(failure).toMatchObject({
      code: 'outcome-unknown',
      requestId: 'req-1',
      request: { behind: 'gateway-failed' },
    });
  });

  test('is known not to be done if the service was unreachable', async () => {
    const { client } = clientFor(`http://127.0.0.1:${await closedPort()}`);
    expect((await failureOf(client.deleteConversation('c1', 'EXPIRE'))).code).toBe('connection-refused');
  });

  test('is known not to be done if cancelled before it was sent', async () => {
    const server = await serveTcp(() => {});
    onTestFinished(() => server.close());
    const abort = new AbortController();
    const { client } = clientFor(`https://127.0.0.1:${server.port}`);
    const call = failureOf(client.deleteConversation('c1', 'EXPIRE', { signal: abort.signal }));
    abort.abort();
    expect((await call).code).toBe('cancelled');
  });

  test('is accepted by a 202, whatever its body', async () => {
    const server = await serve((_, response) => {
      response.writeHead(202, { 'x-request-id': 'req-2', 'content-length': '50' });
      response.write('half', () => response.destroy());
    });
    onTestFinished(() => server.close());
    const accepted = await clientFor(server.url).client.deleteConversation('c1', 'EXPIRE');
    expect(accepted).toEqual({ status: 202, requestId: 'req-2' });
  });
});

describe('a creation', () => {
  test.each([301, 404, 408, 499])('is unknown after a %i that proves nothing', async (status) => {
    const server = await serve((_, response) => response.writeHead(status).end());
    onTestFinished(() => server.close());
    const failure = await failureOf(clientFor(server.url).client.createConversation(create));
    expect(failure.code).toBe('outcome-unknown');
  });

  test('with an unreadable response may have been made and billed', async () => {
    const server = await serve((_, response) => json(response, 200, '{"id":"c'));
    onTestFinished(() => server.close());
    const failure = await failureOf(clientFor(server.url).client.createConversation(create));
    expect(failure).toMatchObject({ code: 'outcome-unknown', request: { behind: 'reply-truncated' } });
    expect(failure.message).toContain('billed');
    expect(server.seen).toHaveLength(1);
  });

  test('refused for a reason keeps the reason', async () => {
    const server = await serve((_, response) => json(response, 402, ''));
    onTestFinished(() => server.close());
    const failure = await failureOf(clientFor(server.url).client.createConversation(create));
    expect(failure.code).toBe('plan-exhausted');
  });
});
