import { expect, onTestFinished, test } from 'vitest';
import { clientFor, failureOf } from './support/client.ts';
import { json, serve } from './support/server.ts';

test('a read-only environment can be read, and no changing request is sent', async () => {
  const server = await serve((_, response) => json(response, 200, { id: 'c1' }));
  onTestFinished(() => server.close());
  const { client } = clientFor(server.url, { readOnly: true });
  const refused = [
    client.deleteConversation('c1', 'EXPIRE'),
    client.deleteConversation('c1', 'DELETE_DATA'),
    client.createConversation({ userKey: 'u1', query: { identity: {} } }),
    client.submitHeadlessPage('c1', 'next', {}, '127.0.0.1'),
  ];
  for (const call of refused) {
    expect(await failureOf(call)).toMatchObject({ code: 'environment-read-only', retryable: false });
  }
  expect((await client.readConversation('c1')).value.id).toBe('c1');
  expect(server.seen.map(({ method }) => method)).toEqual(['GET']);
});
