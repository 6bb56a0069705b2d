import { expect } from 'vitest';
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

  rule('4.6 and 4.7 an unknown conversation is answered 404', async (client) => {
    const path = `/api/conversations/${unknownId}/headless`;
    expectError(await client.call('GET', path, { headers: userHeaders }), 404);
    expectError(await client.call('POST', `${path}/next`, { headers: submission, body: { args: {} } }), 404);
  });
}
