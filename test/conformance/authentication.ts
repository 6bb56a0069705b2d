import { expect } from 'vitest';
import type { Client } from './client.ts';
import { unknownId } from './expectations.ts';
import type { Suite } from './suite.ts';

/** Every operation of section 4, on an unknown conversation: an authenticated request gets 404. */
const operations: readonly [method: string, path: string][] = [
  ['POST', '/api/conversations'],
  ['GET', `/api/conversations/${unknownId}`],
  ['DELETE', `/api/conversations/${unknownId}`],
  ['GET', `/api/conversations/${unknownId}/identity/metadata`],
  ['GET', `/api/conversations/${unknownId}/identity/metadata/media/x`],
  ['GET', `/api/conversations/${unknownId}/headless`],
  ['POST', `/api/conversations/${unknownId}/headless/x`],
  ['GET', `/api/conversations/${unknownId}/databaseVerification/info`],
];

/** Section 5: who may call. */
export function authenticationRules({ rule }: Suite): void {
  rule('5.1 every operation turns away a call without credentials', async (client) => {
    for (const [method, path] of operations) {
      const body = method === 'POST' ? { body: {} } : {};
      const answer = await client.call(method, path, { authorization: 'none', ...body });
      expect(answer.status, `${method} ${path}`).toBe(401);
    }
  });

  rule('5.1 every operation turns away a wrong password', async (client) => {
    const wrong = `Basic ${Buffer.from(`${client.target.apiKey.login}:wrong`).toString('base64')}`;
    for (const [method, path] of operations) {
      const body = method === 'POST' ? { body: {} } : {};
      const answer = await client.call(method, path, { authorization: { header: wrong }, ...body });
      expect(answer.status, `${method} ${path}`).toBe(401);
    }
  });

  rule('5.1 every operation accepts Basic, and a bearer token made with the same key', async (client) => {
    const { access_token: token } = (await askForToken(client, 'header')).json;
    for (const header of [client.basic, `Bearer ${token}`]) {
      for (const [method, path] of operations) {
        const body = method === 'POST' ? { body: {} } : {};
        const answer = await client.call(method, path, { authorization: { header }, ...body });
        expect([400, 404], `${method} ${path} answered ${answer.status}`).toContain(answer.status);
      }
    }
  });

  rule('5.1 the API key may be sent in the body of the token request', async (client) => {
    const answer = await askForToken(client, 'body');
    expect(answer.status).toBe(200);
    expect(answer.at('access_token')).toEqual(expect.any(String));
    expect(String(answer.at('token_type')).toLowerCase()).toBe('bearer');
  });

  rule('5.1 an invented bearer token is turned away', async (client) => {
    const answer = await client.call('GET', `/api/conversations/${unknownId}`, {
      authorization: { header: 'Bearer invented' },
    });
    expect(answer.status).toBe(401);
  });

  rule('5.1 a token request with a wrong key is turned away with an OAuth error', async (client) => {
    const answer = await askForToken(client, 'body', 'wrong');
    expect(answer.status).toBe(401);
    expect(answer.at('error')).toBe('invalid_client');
  });
}

async function askForToken(client: Client, by: 'header' | 'body', password = client.target.apiKey.password) {
  const { tokenUrl, apiKey } = client.target;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (by === 'body') {
    form.set('client_id', apiKey.login);
    form.set('client_secret', password);
  }
  const answer = await fetch(tokenUrl, {
    method: 'POST',
    body: form,
    headers: by === 'header' ? { authorization: client.basic } : {},
  });
  const json: unknown = await answer.json();
  const read = (name: string) =>
    typeof json === 'object' && json !== null ? Reflect.get(json, name) : undefined;
  return { status: answer.status, json: { access_token: read('access_token') }, at: read };
}
