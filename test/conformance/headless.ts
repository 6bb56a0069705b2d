import { expect } from 'vitest';
import type { Answer } from './client.ts';
import { expectError, unknownId } from './expectations.ts';
import type { Suite } from './suite.ts';

const userHeaders = { 'x-user-ip': '192.0.2.7' };
const submission = { ...userHeaders, 'content-type': 'application/json' };

/** Sections 2.4, 4.6, 4.7: the headless flow. */
export function headlessRules({ rule }: Suite): void {
  rule('4.6 the current page has a component <GROUP>/<ACTION>, a next and args', async (client) => {
    const id = await client.create();
    const page = await client.call('GET', `/api/conversations/${id}/headless`, { headers: userHeaders });
    expect(page.status).toBe(200);
    expect(page.at('component')).toMatch(/^[A-Z_]+\/[A-Z_]+$/);
    expect(page.at('next')).toEqual(expect.any(String));
    expect(page.at('args')).toEqual(expect.any(Object));
  });

  rule('7.3.1 without X-User-IP both operations are answered 400', async (client) => {
    const id = await client.create();
    const path = `/api/conversations/${id}/headless`;
    const page = await client.call('GET', path, { headers: userHeaders });
    expectError(await client.call('GET', path), 400);
    const headers = { 'content-type': 'application/json' };
    expectError(
      await client.call('POST', `${path}/${page.at('next')}`, { headers, body: { args: {} } }),
      400,
    );
  });

  rule(
    '7.3.7 incorrect fields are answered 200 with a page that names the fields and codes',
    async (client) => {
      const id = await client.create();
      const path = `/api/conversations/${id}/headless`;
      const next = (await client.call('GET', path, { headers: userHeaders })).at('next');
      const again = await client.call('POST', `${path}/${next}`, { headers: submission, body: { args: {} } });
      expect(again.status).toBe(200);
      expect(again.at('errors')).toEqual(
        expect.arrayContaining([{ field: expect.any(String), code: expect.any(String) }]),
      );
    },
  );

  rule('4.7 a body that is not JSON is answered 400', async (client) => {
    const id = await client.create();
    const path = `/api/conversations/${id}/headless`;
    const next = (await client.call('GET', path, { headers: userHeaders })).at('next');
    expectError(await client.call('POST', `${path}/${next}`, { headers: submission, body: '{"args"' }), 400);
  });

  rule('2.4 reading the current page again changes nothing', async (client) => {
    const path = `/api/conversations/${await client.create()}/headless`;
    const first = await client.call('GET', path, { headers: userHeaders });
    const again = await client.call('GET', path, { headers: userHeaders });
    expect(again.json).toEqual(first.json);
  });

  rule(
    '7.3.7 a page with incorrect fields is answered with the same next, and stays the current one',
    async (client) => {
      const path = `/api/conversations/${await client.create()}/headless`;
      const { next, args } = pageOf(await client.call('GET', path, { headers: userHeaders }));
      const refused = await client.call('POST', `${path}/${next}`, {
        headers: submission,
        body: { args: Object.fromEntries(args.map((name) => [name, ''])) },
      });
      expect(pageOf(refused).next).toBe(next);
      const named = (refused.at('errors') as { field?: unknown }[]).map(({ field }) => field);
      expect(named.filter((field) => !args.includes(String(field)))).toEqual([]);
      expect(pageOf(await client.call('GET', path, { headers: userHeaders })).next).toBe(next);
    },
  );

  rule('4.7 a page that the flow does not have is answered 404, and nothing changes', async (client) => {
    const path = `/api/conversations/${await client.create()}/headless`;
    const before = await client.call('GET', path, { headers: userHeaders });
    expectError(
      await client.call('POST', `${path}/${unknownId}`, { headers: submission, body: { args: {} } }),
      404,
    );
    expect((await client.call('GET', path, { headers: userHeaders })).json).toEqual(before.json);
  });

  rule('3.1 a conversation that expired in the middle takes no answer any more', async (client) => {
    const id = await client.create();
    const path = `/api/conversations/${id}/headless`;
    const { next } = pageOf(await client.call('GET', path, { headers: userHeaders }));
    expect((await client.call('DELETE', `/api/conversations/${id}`)).status).toBe(202);
    const late = await client.call('POST', `${path}/${next}`, { headers: submission, body: { args: {} } });
    expect(late.status).toBeGreaterThanOrEqual(400);
    expect((await client.call('GET', `/api/conversations/${id}`)).at('status')).toBe('EXPIRED');
  });

  rule('7.3.1 an X-User-IP of IPv6 is accepted like one of IPv4', async (client) => {
    const path = `/api/conversations/${await client.create()}/headless`;
    expect((await client.call('GET', path, { headers: { 'x-user-ip': '2001:db8::7' } })).status).toBe(200);
  });

  rule('4.6 and 4.7 an unknown conversation is answered 404', async (client) => {
    const path = `/api/conversations/${unknownId}/headless`;
    expectError(await client.call('GET', path, { headers: userHeaders }), 404);
    expectError(await client.call('POST', `${path}/next`, { headers: submission, body: { args: {} } }), 404);
  });
}

/** The page of a response: its id, and the names in either form of `args` (field notes, "Shapes"). */
function pageOf(answer: Answer): { next: string; args: string[] } {
  const args = answer.at('args');
  return {
    next: String(answer.at('next')),
    args: Array.isArray(args) ? args.map(String) : Object.keys(args as object),
  };
}
