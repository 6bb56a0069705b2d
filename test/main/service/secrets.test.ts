import { describe, expect, onTestFinished, test } from 'vitest';
import { createDispatch } from '../../../main/bridge/dispatch.ts';
import type { Handlers } from '../../../main/bridge/handlers.ts';
import { Redaction } from '../../../main/redaction.ts';
import { connectionHandlers } from '../../../main/service/handlers.ts';
import { apiKey, clientFor, failureOf, login, password, quickSystem, settingsFor } from './support/client.ts';
import { json, type Seen, serve } from './support/server.ts';

// A service that says everything back that it was sent, in every place there is.

const token = 'token-0123456789abcdef';
const header = Buffer.from(`${login}:${password}`).toString('base64');
const secrets = [login, password, header, token, encodeURIComponent(password)];

const echo = (seen: Seen) =>
  `${seen.headers.authorization} ${login} ${password} ${encodeURIComponent(password)}`;
/** Headers hold ASCII alone. */
const echoedHeaders = (seen: Seen) => ({
  'x-request-id': String(seen.headers.authorization).replace(' ', '-'),
  server: String(seen.headers.authorization),
  'content-disposition': `attachment; filename="${login} ${header}.png"`,
});

async function echoing(status: number) {
  const server = await serve((seen, response) => {
    if (seen.url.includes('oauth2')) {
      return json(response, 200, { access_token: token });
    }
    json(
      response,
      status,
      {
        id: 'c1',
        status: 'BAD_REQUEST',
        message: echo(seen),
        statusDetail: echo(seen),
        violations: [{ field: echo(seen), message: echo(seen) }],
        [echo(seen)]: [echo(seen)],
      },
      echoedHeaders(seen),
    );
  });
  onTestFinished(() => server.close());
  return server;
}

function expectClean(view: unknown): void {
  const text = typeof view === 'string' ? view : JSON.stringify(view);
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
  }
}

const schemes = {
  basic: {},
  oauth: { authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication: 'body' } },
} as const;

describe.each(['basic', 'oauth'] as const)('with %s', (scheme) => {
  test.each([400, 401, 403, 404, 409, 410, 418, 429, 500, 503])(
    'an error %i that repeats them',
    async (status) => {
      const server = await echoing(status);
      const { client } = clientFor(server.url, schemes[scheme]);
      const failures = await Promise.all([
        failureOf(client.readConversation('c1')),
        failureOf(client.readConversation('c2')),
        failureOf(client.openMedia('c1', 'm1')),
      ]);
      for (const failure of failures) {
        expectClean(failure.view());
      }
      expect(failures[0]?.requestId).toContain('•••');
    },
  );

  test('a reply that repeats them, in the view, the raw text and the request id', async () => {
    const server = await echoing(200);
    const { value, raw, notes } = await clientFor(server.url, schemes[scheme]).client.readConversation('c1');
    expect(value.id).toBe('c1');
    expectClean(value);
    expectClean(notes);
    expectClean(Buffer.from(raw).toString());
    expect(Buffer.from(raw).toString()).toContain('•••');
  });

  test('the headers of a medium', async () => {
    const server = await echoing(200);
    const { body, ...medium } = await clientFor(server.url, schemes[scheme]).client.openMedia('c1', 'm1');
    body.destroy();
    expectClean(medium);
    expect(medium.contentDisposition).toContain('•••');
  });

  test.each([200, 401, 404])('the steps of Check connection (%i)', async (status) => {
    const server = await echoing(status);
    const redaction = new Redaction();
    const handlers = connectionHandlers({
      settings: () => settingsFor(server.url, schemes[scheme]),
      apiKey: async () => apiKey,
      system: quickSystem({ redaction }),
    });
    const heard: unknown[] = [];
    const client = createDispatch(handlers as Handlers, () => {}, redaction).client();
    const answer = await client.invoke({
      callId: '1',
      operation: 'connection.check',
      input: { environmentId: 'one' },
      progress: (step) => heard.push(step),
    });
    expectClean([answer, heard]);
    expect(heard.length).toBeGreaterThan(5);
  });
});
