import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '../../../main/common/failure.ts';
import { clientFor, failureOf, login } from './support/client.ts';
import { json, serve } from './support/server.ts';

const oauth = { authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'body' } } as const;

test('a request refused by the last check is not sent, and fails with that reason', async () => {
  const server = await serve((_, response) => json(response, 202, {}));
  onTestFinished(() => server.close());
  const { client } = clientFor(server.url);
  const beforeSend = () => {
    throw new Failure({ code: 'environment-switched', message: 'switched' });
  };
  const failure = await failureOf(client.deleteConversation('c1', 'EXPIRE', { beforeSend }));
  expect(failure.code).toBe('environment-switched');
  expect((await failureOf(client.readConversation('c1', { beforeSend }))).code).toBe('environment-switched');
  // A later request shows that the service has handled everything sent before it.
  await client.deleteConversation('c2', 'EXPIRE');
  expect(server.seen.map(({ url }) => url)).toEqual(['/api/conversations/c2?mode=EXPIRE']);
});

test('the login is reported for each attempt of a read', async () => {
  let answers = 0;
  const server = await serve((_, response) => {
    answers += 1;
    json(response, answers === 1 ? 503 : 200, { id: 'c1' });
  });
  onTestFinished(() => server.close());
  const logins: unknown[] = [];
  await clientFor(server.url).client.readConversation('c1', { beforeSend: (used) => logins.push(used) });
  expect(logins).toEqual([login, login]);
});

test("the login is that of the token's key, also after a 401", async () => {
  let deletes = 0;
  const server = await serve(({ url }, response) => {
    if (url.startsWith('/api/oauth2/token')) {
      return json(response, 200, { access_token: 'token', expires_in: 3600 });
    }
    deletes += 1;
    json(response, deletes === 1 ? 401 : 202, {});
  });
  onTestFinished(() => server.close());
  const logins: unknown[] = [];
  const { client } = clientFor(server.url, oauth);
  const beforeSend = (used: string | undefined) => logins.push(used);
  expect((await client.deleteConversation('c1', 'EXPIRE', { beforeSend })).status).toBe(202);
  expect(logins).toEqual([login, login]);
});
