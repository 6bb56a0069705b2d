import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clientFor, failureOf } from './support/client.ts';
import { html, json, serve, vendorType } from './support/server.ts';

async function client(answer: (response: ServerResponse) => void) {
  const server = await serve((_, response) => answer(response));
  onTestFinished(() => server.close());
  return clientFor(server.url).client;
}

const typed =
  (type: string, body: string | Buffer, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type, 'x-request-id': 'req-1', ...headers });
    response.end(body);
  };

describe('an unreadable response is reported precisely', () => {
  test.each<[string, (response: ServerResponse) => void, string, string]>([
    ['empty', typed(vendorType, ''), 'reply-empty', 'without any content'],
    ['blank', typed(vendorType, ' \n'), 'reply-empty', 'without any content'],
    ['no content', (response) => response.writeHead(204).end(), 'reply-empty', '204'],
    ['a web page', (response) => html(response, 200), 'reply-html', 'web page'],
    ['a web page that does not say so', typed('', '<!DOCTYPE html><p>hi'), 'reply-html', 'web page'],
    ['plain text', typed('text/plain', '{"id":"c1"}'), 'reply-wrong-type', 'text/plain'],
    ['bytes', typed('application/octet-stream', '{}'), 'reply-wrong-type', 'octet-stream'],
    ['untyped and not JSON', typed('', 'hello'), 'reply-wrong-type', 'has no media type'],
    ['not JSON', typed('application/json', '{id: FINISHED}'), 'reply-not-json', '14 bytes are not'],
    ['more than JSON', typed('application/json', '{} {}'), 'reply-not-json', 'are not'],
    ['cut in an object', typed(vendorType, '{"id":"c1","status"'), 'reply-truncated', 'after 19 bytes'],
    ['cut in a text', typed(vendorType, '{"id":"c1'), 'reply-truncated', 'is incomplete'],
    ['cut in a word', typed(vendorType, '{"a":tru'), 'reply-truncated', 'is incomplete'],
    ['cut in a number', typed(vendorType, '{"a":12.'), 'reply-truncated', 'is incomplete'],
    ['a list', typed(vendorType, '[1]'), 'reply-wrong-type', 'a list where an object'],
    ['text', typed(vendorType, '"x"'), 'reply-wrong-type', 'text where an object'],
    ['null', typed(vendorType, 'null'), 'reply-wrong-type', 'null'],
    [
      'compressed in an unknown way',
      typed(vendorType, 'x', { 'content-encoding': 'sdch' }),
      'reply-wrong-type',
      'sdch',
    ],
    ['too deep', typed(vendorType, `{"a":${'['.repeat(300_000)}`), 'reply-too-large', 'nested too deeply'],
  ])('%s', async (_, answer, code, texts) => {
    const failure = await failureOf((await client(answer)).readConversation('c1'));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(texts);
    expect(failure.hint).not.toBe('');
    expect(failure.request?.attempts).toBe(1);
  });

  const errorBody = (extra = {}) =>
    JSON.stringify({
      status: 'NOT_FOUND',
      message: 'No such thing: \u202e<b>x</b>',
      violations: [],
      ...extra,
    });
  type Client = Awaited<ReturnType<typeof client>>;
  test.each<[string, (from: Client) => Promise<unknown>]>([
    ['conversation', (from) => from.readConversation('c1')],
    ['metadata', (from) => from.readMetadata('c1')],
    ['headless page', (from) => from.readHeadlessPage('c1', '10.0.0.1')],
    ['database verification', (from) => from.readDatabaseVerification('c1')],
  ])('an error object with a status of success is no %s', async (_, read) => {
    for (const body of [errorBody(), '{"status":"CONFLICT","statusDetail":"ActiveSubscriptionExists"}']) {
      const failure = await failureOf(read(await client(typed(vendorType, body))));
      expect(failure).toMatchObject({ code: 'reply-wrong-type', requestId: 'req-1' });
      expect(failure.message).toMatch(
        /answered 200, but with an error.*“(NOT_FOUND: No such thing: {2}<b>x<\/b>|CONFLICT)”/,
      );
    }
  });

  test('a response with members of an error object beside its own is read', async () => {
    for (const body of [errorBody({ id: 'c1' }), errorBody({ result: {} }), '{"status":"FINISHED"}', '{}']) {
      await expect((await client(typed(vendorType, body))).readConversation('c1')).resolves.toBeDefined();
    }
  });

  test('a response declared larger than 32 MiB is not read', async () => {
    const reading = (
      await client(typed(vendorType, '', { 'content-length': 33 * 2 ** 20 }))
    ).readConversation('c1');
    expect((await failureOf(reading)).code).toBe('reply-too-large');
  });

  test('a response that grows beyond 32 MiB is cancelled with its connection', async () => {
    const closed = Promise.withResolvers<void>();
    const service = await client((response) => {
      response.writeHead(200, { 'content-type': vendorType });
      const piece = Buffer.alloc(2 ** 20, ' ');
      const more = () => {
        while (!response.destroyed && response.write(piece)) {}
      };
      response.on('drain', more).on('close', closed.resolve);
      more();
    });
    const failure = await failureOf(service.readConversation('c1'));
    expect(failure.code).toBe('reply-too-large');
    expect(failure.message).toContain('32 MiB');
    await closed.promise;
  });

  test('messages never quote the response, which contains personal data', async () => {
    const service = await client(typed('application/json', '{"name":"Maarika Kask" oops}'));
    const failure = await failureOf(service.readConversation('c1'));
    expect(JSON.stringify(failure.view())).not.toContain('Maarika');
    expect(failure.cause).toBeUndefined();
  });
});

describe('a readable response is read', () => {
  test.each([
    ['application/json'],
    ['application/json;charset=UTF-8'],
    ['Application/Vnd.Other.v9+JSON'],
    ['application/problem+json'],
  ])('%s', async (type) => {
    expect((await (await client(typed(type, '{"id":"c1"}'))).readConversation('c1')).value.id).toBe('c1');
  });

  test('with a byte order mark', async () => {
    const service = await client(typed(vendorType, Buffer.from('\ufeff{"id":"c1"}')));
    expect((await service.readConversation('c1')).value.id).toBe('c1');
  });

  test('without a type, if it is an object', async () => {
    const service = await client((response) => {
      response.end('{"id":"c1"}');
    });
    expect((await service.readConversation('c1')).value.id).toBe('c1');
  });

  test('with its unchanged bytes, request id, size and time', async () => {
    const text = '{ "id" : "c1", "big": 12345678901234567890, "id": "c2" }';
    const reading = await (await client(typed(vendorType, text))).readConversation('c1');
    expect(Buffer.from(reading.raw).toString()).toBe(text);
    expect(reading.notes).toMatchObject({ requestId: 'req-1', bytes: text.length, attempts: 1, flags: [] });
    expect(Date.parse(reading.notes.receivedAt)).not.toBeNaN();
  });

  test('an unsafe request id is left out', async () => {
    const service = await client((response) => json(response, 200, {}, { 'x-request-id': 'x'.repeat(500) }));
    expect((await service.readConversation('c1')).notes.requestId).toBeUndefined();
  });
});
