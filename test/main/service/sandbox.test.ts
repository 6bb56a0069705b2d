import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type ControlledSandbox, startControlledSandbox } from '../../../main/sandbox/controlled.ts';
import { clientFor, failureOf } from './support/client.ts';

// The same client with the whole service, as people use it.

let sandbox: ControlledSandbox;
beforeAll(async () => {
  sandbox = await startControlledSandbox();
});
afterAll(() => sandbox.close());
afterEach(() => control('/reset', {}));

async function control(path: string, body: unknown): Promise<void> {
  const response = await fetch(`${sandbox.controlUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) {
    throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
}

const oauth = (clientAuthentication: 'header' | 'body') =>
  ({ authentication: { scheme: 'oauth', tokenUrl: '', clientAuthentication } }) as const;
const spoken = (given = {}) => clientFor(sandbox.baseUrl, { key: sandbox.apiKey, ...given }).client;
const create = {
  userKey: 'u1',
  strategy: 'sandbox:default',
  returnUrl: 'https://example.test/back',
  query: { identity: { requireOneOf: [['PERSON_NAME_FIRSTNAME']] } },
};

test('every seeded conversation is read or refused with a message', async () => {
  const client = spoken();
  expect(sandbox.conversations.length).toBeGreaterThanOrEqual(40);
  const refusals: string[] = [];
  for (const { id } of sandbox.conversations) {
    const reading = await client.readConversation(id).catch((error) => refusals.push(error.code));
    if (typeof reading === 'number') {
      continue;
    }
    expect(reading.value.id).toBe(id);
    expect(reading.notes.requestId).toBeDefined();
  }
  expect(refusals.sort()).toEqual(['forbidden', 'gone', 'plan-exhausted', 'server-error']);
});

test.each(['header', 'body'] as const)('its token endpoint accepts the API key in the %s', async (where) => {
  const id = sandbox.conversations[0]?.id ?? '';
  expect((await spoken(oauth(where)).readConversation(id)).value.id).toBe(id);
});

test('a conversation is created, expired, and read as expired', async () => {
  const client = spoken();
  const { value } = await client.createConversation(create);
  expect(value.status).toBe('CREATED');
  const id = value.id ?? '';
  expect((await client.deleteConversation(id, 'EXPIRE')).requestId).toBeDefined();
  expect((await client.readConversation(id)).value.status).toBe('EXPIRED');
});

test('media of every conversation are complete', async () => {
  const client = spoken();
  let media = 0;
  for (const { id } of sandbox.conversations) {
    const reading = await client.readMetadata(id).catch(() => undefined);
    const [item] = reading?.value.media ?? reading?.value.list?.media ?? [];
    if (item !== undefined) {
      const medium = await client.openMedia(id, item.id);
      const bytes = await buffer(medium.body);
      expect(bytes.length).toBe(medium.bytes ?? bytes.length);
      media++;
    }
  }
  expect(media).toBeGreaterThan(10);
});

describe('faults', () => {
  const first = () => sandbox.conversations[0]?.id ?? '';

  test.each<[string, object, string]>([
    ['a gateway', { html: true, status: 403 }, 'gateway-refused'],
    ['a failing gateway', { html: true, status: 502 }, 'gateway-failed'],
    ['malformed JSON', { malformed: true }, 'reply-not-json'],
    ['truncated JSON', { truncate: true }, 'reply-truncated'],
    ['a cut connection', { disconnectAfterBytes: 20 }, 'connection-reset'],
    ['a reset before any answer', { disconnectAfterBytes: 0 }, 'connection-reset'],
    ['an empty body', { truncate: 0 }, 'reply-empty'],
    ['another type', { body: 'hello', contentType: 'text/plain' }, 'reply-wrong-type'],
    ['too many calls', { status: 429 }, 'rate-limited'],
    ['400', { status: 400 }, 'bad-request'],
    ['404', { status: 404 }, 'not-found'],
    ['410', { status: 410 }, 'gone'],
    ['500', { status: 500 }, 'server-error'],
  ])('%s', async (_, fault, code) => {
    await control('/faults', { match: { method: 'GET' }, fault, times: 4 });
    expect((await failureOf(spoken().readConversation(first()))).code).toBe(code);
  });

  test('a slow drip is read to its end', async () => {
    await control('/faults', {
      match: { method: 'GET' },
      fault: { drip: { bytes: 400, everyMs: 1 } },
      times: 1,
    });
    expect((await spoken().readConversation(first())).value.id).toBe(first());
  });

  test('two failures and then the answer', async () => {
    await control('/faults', { match: { method: 'GET' }, fault: { status: 503 }, times: 2 });
    expect((await spoken().readConversation(first())).notes.attempts).toBe(3);
  });

  test('a deletion with a lost response was done, which a read shows', async () => {
    const client = spoken();
    const { value } = await client.createConversation(create);
    const id = value.id ?? '';
    await control('/faults', { match: { method: 'DELETE' }, fault: { disconnectAfterBytes: 0 }, times: 1 });
    const failure = await failureOf(client.deleteConversation(id, 'EXPIRE'));
    expect(failure.code).toBe('outcome-unknown');
    expect((await client.readConversation(id)).value.status).toBe('EXPIRED');
  });
});
