import { describe, expect, onTestFinished, test } from 'vitest';
import { createDispatch } from '../../../main/bridge/dispatch.ts';
import type { Handlers } from '../../../main/bridge/handlers.ts';
import { Redaction } from '../../../main/common/redaction.ts';
import { connectionHandlers } from '../../../main/service/handlers.ts';
import { apiKey, clientFor, failureOf, login, password, quickSystem, settingsFor } from './support/client.ts';
import { json, type Seen, serve } from './support/server.ts';

// A service that echoes everything it receives, wherever possible.

const token = 'token-0123456789abcdef';
const header = Buffer.from(`${login}:${password}`).toString('base64');
/** The login alone is no secret. */
const secrets = [password, header, token, encodeURIComponent(password)];

const echo = (seen: Seen) =>
  `${seen.headers.authorization} ${login} ${password} ${encodeURIComponent(password)}`;
/** Headers contain only ASCII. */
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
    'an error %i that echoes them',
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

  test('a response that echoes them: in the view, the raw text and the request id', async () => {
    const server = await echoing(200);
    const { value, raw, notes } = await clientFor(server.url, schemes[scheme]).client.readConversation('c1');
    expect(value.id).toBe('c1');
    expectClean(value);
    expectClean(notes);
    expectClean(Buffer.from(raw).toString());
    expect(Buffer.from(raw).toString()).toContain('•••');
  });

  test('a response that is truncated within them', async () => {
    const cut = (length: number) =>
      [5, 12].map((part) => 'x'.repeat(length - part) + password + 'y'.repeat(length));
    const server = await serve((seen, response) => {
      if (seen.url.includes('oauth2')) {
        return json(response, 200, { access_token: token });
      }
      json(response, 200, {
        id: 'c1',
        status: { text: cut(80) },
        long: cut(65_536),
        ...Object.fromEntries(cut(80).map((name) => [name, ['x'.repeat(70_000)]])),
      });
    });
    onTestFinished(() => server.close());
    const reading = await clientFor(server.url, schemes[scheme]).client.readConversation('c1');
    for (const part of [password.slice(0, 5), Buffer.from(password).toString('latin1').slice(0, 5)]) {
      expect(JSON.stringify([reading.value, reading.notes])).not.toContain(part);
    }
    expect(JSON.stringify(reading.notes.cuts)).toContain('long');
  });

  test('a content type that is truncated within them', async () => {
    const long = `${'x'.repeat(90)}${encodeURIComponent(password)}`.toLowerCase();
    for (const type of [long, `application/${long}`, `application/json; charset=${long}`]) {
      const server = await serve((seen, response) =>
        seen.url.includes('oauth2')
          ? json(response, 200, { access_token: token })
          : json(response, 200, '{', { 'content-type': type }),
      );
      onTestFinished(() => server.close());
      const failure = await failureOf(clientFor(server.url, schemes[scheme]).client.readConversation('c1'));
      expect(JSON.stringify(failure.view())).not.toContain(
        encodeURIComponent(password).slice(0, 6).toLowerCase(),
      );
    }
  });

  test('an error whose text is truncated within them', async () => {
    const server = await serve((seen, response) => {
      if (seen.url.includes('oauth2')) {
        return json(response, 200, { access_token: token });
      }
      const message = 'x'.repeat(490) + encodeURIComponent(password);
      json(
        response,
        400,
        { status: 'BAD_REQUEST', message, statusDetail: message, violations: [{ field: message, message }] },
        { server: 'x'.repeat(110) + encodeURIComponent(password) },
      );
    });
    onTestFinished(() => server.close());
    const failure = await failureOf(clientFor(server.url, schemes[scheme]).client.readConversation('c1'));
    expect(JSON.stringify(failure.view())).not.toContain(encodeURIComponent(password).slice(0, 6));
    expect(failure.details?.serviceMessage).toContain('x•••');
  });

  test('the headers of a file', async () => {
    const server = await echoing(200);
    const { body, ...medium } = await clientFor(server.url, schemes[scheme]).client.openMedia('c1', 'm1');
    body.destroy();
    expectClean(medium);
    expect(medium.contentDisposition).toContain('•••');
  });

  test.each([200, 401, 404])('the steps of the connection check (%i)', async (status) => {
    const server = await echoing(status);
    const redaction = new Redaction();
    const handlers = connectionHandlers({
      settings: () => settingsFor(server.url, schemes[scheme]),
      apiKey: async () => apiKey,
      system: quickSystem({ redaction }),
    });
    const heard: unknown[] = [];
    const client = createDispatch(handlers as Handlers, () => {}, { redaction }).client();
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
