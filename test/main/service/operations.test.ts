import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientFor, failureOf } from './support/client.ts';
import { json, serve, vendorType } from './support/server.ts';

async function service(answer: unknown = { id: 'c1' }, status = 200, base = '') {
  const server = await serve((_, response) => json(response, status, answer));
  onTestFinished(() => server.close());
  return { ...clientFor(`${server.url}${base}`), seen: server.seen };
}

describe('the eight operations as they go out (interface 4)', () => {
  test('4.1 creates with the media type of the environment', async () => {
    const server = await serve((_, response) => json(response, 200, { id: 'c1', status: 'CREATED' }));
    onTestFinished(() => server.close());
    const mediaType = 'application/vnd.acme.v1.1+json';
    const { client } = clientFor(server.url, { mediaType });
    const request = { userKey: 'u', query: { identity: {}, aml: { subscription: {} } } };
    expect((await client.createConversation(request)).value.status).toBe('CREATED');
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/api/conversations' });
    expect(seen?.headers).toMatchObject({ accept: mediaType, 'content-type': mediaType });
    expect(JSON.parse(seen?.body ?? '')).toEqual(request);
  });

  test('4.2 reads', async () => {
    const { client, seen } = await service();
    await client.readConversation('c1');
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/conversations/c1', body: '' });
    expect(seen[0]?.headers).toMatchObject({ accept: vendorType, 'accept-encoding': 'identity' });
  });

  test.each(['EXPIRE', 'DELETE_DATA'] as const)('4.3 deletes with mode %s', async (mode) => {
    const { client, seen } = await service('', 202);
    expect(await client.deleteConversation('c1', mode)).toEqual({ status: 202, requestId: 'req-1' });
    expect(seen[0]).toMatchObject({ method: 'DELETE', url: `/api/conversations/c1?mode=${mode}` });
  });

  test('4.3 is accepted whatever the body, and an endless one is cancelled', async () => {
    let givenUp = false;
    const server = await serve((_, response) => {
      response.writeHead(202);
      const more = () =>
        void (response.write('x'.repeat(16_384)) ? setImmediate(more) : response.once('drain', more));
      response.once('close', () => {
        givenUp = true;
      });
      more();
    });
    onTestFinished(() => server.close());
    expect(await clientFor(server.url).client.deleteConversation('c1', 'EXPIRE')).toEqual({ status: 202 });
    await vi.waitUntil(() => givenUp);
  });

  test.each([
    ['the interface', { id: 'c1', media: [{ id: 'm1', type: 'FACE' }] }],
    ['the field', { id: 'c1', list: { media: [{ id: 'm1', type: 'FACE' }] } }],
  ])('4.4 reads metadata in the shape of %s', async (_, answer) => {
    const { client, seen } = await service(answer);
    const { value, notes } = await client.readMetadata('c1');
    expect(value).toEqual(answer);
    expect(notes.flags).toEqual([]);
    expect(seen[0]?.url).toBe('/api/conversations/c1/identity/metadata');
  });

  test.each([
    ['the interface', { component: 'A/B', next: 'n1', args: ['code'] }],
    ['the field', { component: 'A/B', next: 'n1', args: { code: { options: [1] } } }],
  ])('4.6 reads a headless page in the shape of %s', async (_, answer) => {
    const { client, seen } = await service(answer);
    const { value, notes } = await client.readHeadlessPage('c1', '203.0.113.7');
    expect(value).toEqual(answer);
    expect(notes.flags).toEqual([]);
    expect(seen[0]?.url).toBe('/api/conversations/c1/headless');
    expect(seen[0]?.headers['x-user-ip']).toBe('203.0.113.7');
  });

  test('4.7 submits the values below args, as application/json', async () => {
    const { client, seen } = await service({ errors: [{ field: 'code', code: 'WRONG' }] });
    const reading = await client.submitHeadlessPage('c1', 'n/2', { code: '123' }, '2001:db8::1');
    expect(reading.value.errors).toEqual([{ field: 'code', code: 'WRONG' }]);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/conversations/c1/headless/n%2F2' });
    expect(seen[0]?.headers).toMatchObject({ 'content-type': 'application/json', accept: vendorType });
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ args: { code: '123' } });
  });

  test('4.8 reads database verification', async () => {
    const { client, seen } = await service({
      source: [{ name: 'MATCHING', errors: ['SOURCE_UNAVAILABLE'] }],
    });
    const { value } = await client.readDatabaseVerification('c1');
    expect(value.source?.[0]?.name).toBe('MATCHING');
    expect(seen[0]?.url).toBe('/api/conversations/c1/databaseVerification/info');
  });
});

describe('an id', () => {
  test.each([
    ['a/b', 'a%2Fb'],
    ['a b?c#d', 'a%20b%3Fc%23d'],
    ['../x', '..%2Fx'],
    ['%2e%2e', '%252e%252e'],
    ['№–ß', '%E2%84%96%E2%80%93%C3%9F'],
  ])('%s is encoded in the path as %s', async (id, encoded) => {
    const { client, seen } = await service();
    await client.readConversation(id);
    expect(seen[0]?.url).toBe(`/api/conversations/${encoded}`);
  });

  test.each([
    ['empty', ''],
    ['blank', '  '],
    ['a dot', '.'],
    ['two dots', '..'],
    ['a line break', 'a\nb'],
    ['a null', 'a\u0000'],
    ['half a character', 'a\ud800'],
    ['too long', 'x'.repeat(513)],
  ])('%s is refused before anything is sent', async (_, id) => {
    const { client, seen } = await service();
    const calls = [
      client.readConversation(id),
      client.deleteConversation(id, 'EXPIRE'),
      client.readMetadata(id),
      client.openMedia('c1', id),
      client.submitHeadlessPage('c1', id, {}, '203.0.113.7'),
    ];
    for (const call of calls) {
      expect((await failureOf(call)).code).toBe('invalid-input');
    }
    expect(seen).toHaveLength(0);
  });
});

test.each(['', 'localhost', '1.2.3.4\r\nx: y'])('a user address of %j is refused', async (userIp) => {
  const { client, seen } = await service();
  expect((await failureOf(client.readHeadlessPage('c1', userIp))).code).toBe('invalid-input');
  expect(seen).toHaveLength(0);
});

test.each(['', '/', '/under/here', '/under/here//', '/with?query=1#hash'])(
  'the base address may end in %j',
  async (base) => {
    const { client, seen } = await service({}, 200, base);
    await client.readConversation('c1');
    const path = base.replace(/[?#].*$/, '').replace(/\/+$/, '');
    expect(seen[0]?.url).toBe(`${path}/api/conversations/c1`);
  },
);
