import { expect } from 'vitest';
import { sevenProducts, validCreation } from './client.ts';
import { expectError } from './expectations.ts';
import type { Suite } from './suite.ts';

/** Sections 2.1, 3.1, 4.1: creating a conversation. */
export function creationRules({ rule }: Suite): void {
  rule('4.1 answers 200 with conversation information, status CREATED and a url', async (client) => {
    const answer = await client.call('POST', '/api/conversations', { body: validCreation() });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      id: expect.stringMatching(/.+/),
      userKey: 'conformance',
      url: expect.stringMatching(/^https?:\/\//),
      status: 'CREATED',
    });
  });

  rule('3.1 result.identity.status is IN_PROGRESS with an empty user', async (client) => {
    const answer = await client.call('POST', '/api/conversations', { body: validCreation() });
    expect(answer.at('result', 'identity', 'status')).toBe('IN_PROGRESS');
    expect(answer.at('result', 'identity', 'user') ?? {}).toEqual({});
  });

  rule(
    '1.4 and 2.2 every one of the seven products can be asked for, and has its member of result',
    async (client) => {
      const body = { ...validCreation(), query: sevenProducts };
      const answer = await client.call('POST', '/api/conversations', { body });
      expect(answer.status).toBe(200);
      expect(Object.keys(Object(answer.at('result')))).toEqual(
        expect.arrayContaining(Object.keys(sevenProducts)),
      );
    },
  );

  rule('each conversation has an id and a url of its own', async (client) => {
    const body = validCreation();
    const one = await client.call('POST', '/api/conversations', { body });
    const other = await client.call('POST', '/api/conversations', { body });
    expect(one.at('id')).not.toBe(other.at('id'));
    expect(one.at('url')).not.toBe(other.at('url'));
  });

  rule('9.2 the response is of the versioned media type', async (client) => {
    const answer = await client.call('POST', '/api/conversations', { body: validCreation() });
    expect(answer.headers.get('content-type')?.split(';')[0]).toBe(client.target.mediaType);
  });

  rule('7.3.2 a body that is not JSON is answered 400', async (client) => {
    expectError(await client.call('POST', '/api/conversations', { body: '{"userKey": ' }), 400);
  });

  rule('2.1 a query without identity is answered 400', async (client) => {
    const body = { ...validCreation(), query: { aml: { checks: ['PEP'] } } };
    expectError(await client.call('POST', '/api/conversations', { body }), 400);
  });

  rule('7.3.3 a field without default that is not supplied is answered 400', async (client) => {
    const { query: _query, ...body } = validCreation();
    expectError(await client.call('POST', '/api/conversations', { body }), 400);
  });

  rule('7.1 a mistyped argument is answered 400', async (client) => {
    const body = { ...validCreation(), query: { identity: { requireOneOf: 'PERSON_NAME_FIRSTNAME' } } };
    expectError(await client.call('POST', '/api/conversations', { body }), 400);
  });

  rule(
    '5.3 a strategy without permission is answered 403, and the message names it',
    async (client) => {
      const strategy = client.target.forbiddenStrategy ?? '';
      const answer = await client.call('POST', '/api/conversations', {
        body: { ...validCreation(), strategy },
      });
      expectError(answer, 403);
      expect(answer.at('message')).toContain(strategy);
    },
    'refusedStrategies',
  );

  rule(
    '7.1 an exhausted plan is answered 402',
    async (client) => {
      const strategy = client.target.exhaustedStrategy ?? '';
      const answer = await client.call('POST', '/api/conversations', {
        body: { ...validCreation(), strategy },
      });
      expect(answer.status).toBe(402);
    },
    'refusedStrategies',
  );
}
