import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '../../../main/common/failure.ts';
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

test('a change with an effect that is not permitted is not sent, whoever asks for it', async () => {
  const server = await serve((_, response) => json(response, 200, { id: 'c1' }));
  onTestFinished(() => server.close());
  const { client } = clientFor(server.url, {
    async permit(effect) {
      if (effect === 'delete') {
        throw new Failure({ code: 'set-by-policy', message: 'Nothing can be deleted.' });
      }
    },
  });
  for (const mode of ['EXPIRE', 'DELETE_DATA'] as const) {
    expect(await failureOf(client.deleteConversation('c1', mode))).toMatchObject({ code: 'set-by-policy' });
  }
  expect(server.seen).toEqual([]);
  await client.createConversation({ userKey: 'u1', query: { identity: {} } });
  expect(server.seen).toHaveLength(1);
});
