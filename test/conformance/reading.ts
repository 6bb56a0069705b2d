import { expect } from 'vitest';
import { sevenProducts } from './client.ts';
import { expectError, unknownId } from './expectations.ts';
import type { Suite } from './suite.ts';

const general = ['IN_PROGRESS', 'FINISHED', 'PARTIAL', 'FAILED'];
const productStatuses: Readonly<Record<string, readonly string[]>> = {
  identity: general,
  aml: general,
  verify: general,
  bankTransactions: general,
  auth: ['IN_PROGRESS', 'FINISHED', 'FAILED'],
  affordability: ['IN_PROGRESS', 'FINISHED', 'FAILED'],
  databaseVerification: general,
};

/** Sections 2.2, 3.2, 4.2, 4.8: reading a conversation and its database verification. */
export function readingRules({ rule }: Suite): void {
  rule('4.2 answers 200 with the conversation as it was created', async (client) => {
    const id = await client.create();
    const answer = await client.call('GET', `/api/conversations/${id}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ id, userKey: 'conformance', status: 'CREATED' });
    expect(answer.headers.get('content-type')?.split(';')[0]).toBe(client.target.mediaType);
  });

  rule('7.3.4 an unknown conversation is answered 404', async (client) => {
    expectError(await client.call('GET', `/api/conversations/${unknownId}`), 404);
  });

  rule(
    '3.1 a conversation that completes is FINISHED, each product in a status of 3.2',
    async (client) => {
      const id = await client.finished({ query: sevenProducts });
      const answer = await client.call('GET', `/api/conversations/${id}`);
      expect(answer.at('status')).toBe('FINISHED');
      for (const [product, statuses] of Object.entries(productStatuses)) {
        expect(statuses).toContain(answer.at('result', product, 'status'));
      }
    },
    'control',
  );

  rule(
    '2.2 the members of a finished result are of their types',
    async (client) => {
      const id = await client.finished({ query: sevenProducts });
      const { result } = (await client.call('GET', `/api/conversations/${id}`)).json;
      expect(result).toMatchObject({
        identity: { user: expect.any(Object), errors: expect.any(Array), checks: expect.any(Array) },
        aml: {
          found: expect.any(Array),
          subscription: {
            active: expect.any(Boolean),
            lastChanged: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          },
        },
        auth: { token: expect.any(String) },
        verify: { reliability: expect.any(Number), details: expect.any(Array) },
        affordability: { errors: expect.any(Array) },
      });
    },
    'control',
  );

  rule(
    '7.3.5 a conversation removed under the retention policy is answered 410',
    async (client) => {
      const id = await client.finished();
      await client.control(`/conversations/${id}/retire`);
      expectError(await client.call('GET', `/api/conversations/${id}`), 410);
      expectError(await client.call('GET', `/api/conversations/${id}/identity/metadata`), 410);
      expectError(await client.call('DELETE', `/api/conversations/${id}?mode=DELETE_DATA`), 410);
    },
    'control',
  );

  rule(
    '4.8 and 2.5 database verification info lists its sources',
    async (client) => {
      const id = await client.finished({ query: sevenProducts });
      const answer = await client.call('GET', `/api/conversations/${id}/databaseVerification/info`);
      expect(answer.status).toBe(200);
      const sources = answer.at('source');
      expect(sources).toEqual(expect.arrayContaining([expect.anything()]));
      for (const source of Array.isArray(sources) ? sources : []) {
        expect(source).toMatchObject({
          name: 'MATCHING',
          status: expect.stringMatching(/^(FINISHED|FAILED)$/),
          sourceName: expect.any(String),
          sourceType: expect.stringMatching(/^(MARKETING|GOVERNMENT)$/),
        });
      }
    },
    'control',
  );

  rule('4.8 an unknown conversation is answered 404', async (client) => {
    expectError(await client.call('GET', `/api/conversations/${unknownId}/databaseVerification/info`), 404);
  });
}
