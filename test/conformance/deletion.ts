import { expect } from 'vitest';
import { sevenProducts } from './client.ts';
import { expectError, unknownId } from './expectations.ts';
import type { Suite } from './suite.ts';

/** Sections 3.1, 3.3, 4.3: expiring a conversation and deleting its data. */
export function deletionRules({ rule }: Suite): void {
  rule('4.3 without mode an active conversation is expired: 202, then EXPIRED', async (client) => {
    const id = await client.create();
    const answer = await client.call('DELETE', `/api/conversations/${id}`);
    expect(answer.status).toBe(202);
    expect((await client.call('GET', `/api/conversations/${id}`)).at('status')).toBe('EXPIRED');
  });

  rule('4.3 mode EXPIRE does the same', async (client) => {
    const id = await client.create();
    expect((await client.call('DELETE', `/api/conversations/${id}?mode=EXPIRE`)).status).toBe(202);
    expect((await client.call('GET', `/api/conversations/${id}`)).at('status')).toBe('EXPIRED');
  });

  rule('3.1 a user who enters an expired conversation is redirected to returnUrl', async (client) => {
    const id = await client.create();
    const url = String((await client.call('GET', `/api/conversations/${id}`)).at('url'));
    await client.call('DELETE', `/api/conversations/${id}`);
    const visit = await fetch(url, { redirect: 'manual' });
    expect(visit.status).toBeGreaterThanOrEqual(300);
    expect(visit.status).toBeLessThan(400);
    expect(visit.headers.get('location')).toBe(`https://client.example/done/${id}`);
  });

  rule(
    '3.3 DELETE_DATA of an active conversation is a conflict: ConversationNotYetFinished',
    async (client) => {
      const id = await client.create();
      const answer = await client.call('DELETE', `/api/conversations/${id}?mode=DELETE_DATA`);
      expectError(answer, 409, 'ConversationNotYetFinished');
      expect((await client.call('GET', `/api/conversations/${id}`)).at('status')).toBe('CREATED');
    },
  );

  rule('4.3 an unknown conversation is answered 404', async (client) => {
    expectError(await client.call('DELETE', `/api/conversations/${unknownId}`), 404);
  });

  rule(
    '3.3 EXPIRE of a finished conversation is a conflict: ConversationAlreadyFinished, and changes nothing',
    async (client) => {
      const id = await client.finished();
      expectError(
        await client.call('DELETE', `/api/conversations/${id}`),
        409,
        'ConversationAlreadyFinished',
      );
      expect((await client.call('GET', `/api/conversations/${id}`)).at('status')).toBe('FINISHED');
    },
    'control',
  );

  rule(
    '3.3 DELETE_DATA of a finished conversation is accepted, and its user data are gone',
    async (client) => {
      const id = await client.finished();
      expect((await client.call('DELETE', `/api/conversations/${id}?mode=DELETE_DATA`)).status).toBe(202);
      const after = await client.call('GET', `/api/conversations/${id}`);
      const user = after.status === 200 ? after.at('result', 'identity', 'user') : undefined;
      expect(user ?? {}).toEqual({});
    },
    'control',
  );

  rule(
    '3.3 DELETE_DATA with an active subscription is a conflict: ActiveSubscriptionExists',
    async (client) => {
      const id = await client.finished({ query: sevenProducts });
      const refused = await client.call('DELETE', `/api/conversations/${id}?mode=DELETE_DATA`);
      expectError(refused, 409, 'ActiveSubscriptionExists');
      await client.control(`/conversations/${id}/subscription`, { active: false });
      expect((await client.call('DELETE', `/api/conversations/${id}?mode=DELETE_DATA`)).status).toBe(202);
    },
    'control',
  );
}
