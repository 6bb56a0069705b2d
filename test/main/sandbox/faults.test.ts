import { expect, test } from 'vitest';
import { expectError } from '../../conformance/expectations.ts';
import { control, openSandbox, type TestSandbox } from './support.ts';

async function arranged(fault: unknown, more: Record<string, unknown> = {}) {
  const sandbox = await openSandbox();
  const path = `/api/conversations/${sandbox.idOf(/^Finished: identity/)}`;
  const { status } = await control(sandbox, '/faults', { match: { method: 'GET', path }, fault, ...more });
  expect(status).toBe(200);
  return { sandbox, read: () => sandbox.client.call('GET', path) };
}

test('a status applies to the next matching calls, and then no more', async () => {
  const { read } = await arranged({ status: 503, headers: { 'Retry-After': '7' } }, { times: 2 });
  const first = await read();
  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '7']);
  expect(first.headers.get('x-request-id')).toMatch(/.+/);
  expect((await read()).status).toBe(503);
  expect((await read()).status).toBe(200);
});

test("a status of section 7 without a given body has the interface's error object", async () => {
  const { read } = await arranged({ status: 403 });
  expectError(await read(), 403);
});

test('a body, headers and a content type can be given', async () => {
  const { read } = await arranged({ status: 200, body: { id: 7 }, contentType: 'application/json' });
  const answer = await read();
  expect(answer.json).toEqual({ id: 7 });
  expect(answer.headers.get('content-type')).toBe('application/json');
});

test('a delay delays the response', async () => {
  const { read } = await arranged({ delayMs: 120 });
  const start = performance.now();
  expect((await read()).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(115);
});

test("an HTML page looks like a gateway's", async () => {
  const { read } = await arranged({ html: true, status: 403 });
  const answer = await read();
  expect(answer.status).toBe(403);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
});

test('malformed JSON has a JSON type and is not JSON', async () => {
  const { read } = await arranged({ malformed: true });
  const answer = await read();
  expect(answer.headers.get('content-type')).toMatch(/\+json$/);
  expect(() => answer.json).toThrow(SyntaxError);
});

test('truncated JSON is a complete response with half a document', async () => {
  const { read } = await arranged({ truncate: true });
  const cut = await read();
  const whole = await read();
  expect(cut.status).toBe(200);
  expect(cut.bytes.equals(whole.bytes.subarray(0, Math.floor(whole.bytes.length / 2)))).toBe(true);
});

test('a disconnection after some bytes delivers that many', async () => {
  const { sandbox } = await arranged({ disconnectAfterBytes: 25 });
  const path = `/api/conversations/${sandbox.idOf(/^Finished: identity/)}`;
  const response = await fetch(sandbox.baseUrl + path, { headers: { authorization: sandbox.client.basic } });
  let received = 0;
  const reading = (async () => {
    for await (const chunk of response.body ?? []) {
      received += chunk.byteLength;
    }
  })();
  await expect(reading).rejects.toThrow('terminated');
  expect(received).toBe(25);
});

test('a disconnection after no bytes resets the connection before any response', async () => {
  const { read } = await arranged({ disconnectAfterBytes: 0 });
  await expect(read()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
});

test('a slow drip delivers everything in pieces', async () => {
  const { read } = await arranged({ drip: { bytes: 100, everyMs: 10 } });
  const start = performance.now();
  const dripped = await read();
  const pieces = Math.ceil(dripped.bytes.length / 100);
  expect(performance.now() - start).toBeGreaterThanOrEqual((pieces - 1) * 9);
  expect(dripped.bytes.equals((await read()).bytes)).toBe(true);
});

test('a lost response to a creation leaves the conversation created', async () => {
  const sandbox = await openSandbox();
  const before = await count(sandbox);
  const match = { method: 'POST', path: '/api/conversations' };
  await control(sandbox, '/faults', { match, fault: { disconnectAfterBytes: 0 } });
  await expect(sandbox.client.create()).rejects.toThrow();
  expect(await count(sandbox)).toBe(before + 1);
});

test('the token endpoint can fail too', async () => {
  const sandbox = await openSandbox();
  await control(sandbox, '/faults', {
    match: { path: '/api/oauth2/token' },
    fault: { status: 504, html: true },
  });
  const ask = () =>
    fetch(sandbox.tokenUrl, {
      method: 'POST',
      headers: { authorization: sandbox.client.basic },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
  expect((await ask()).status).toBe(504);
  expect((await ask()).status).toBe(200);
});

test.each([
  ['the exact path of an operation', (id: string) => `/api/conversations/${id}`, [true, false]],
  ['a beginning', () => '/api/conversations/', [true, true]],
  ['a beginning that is an operation for another method only', () => '/api/conversations', [true, true]],
  ['a glob', (id: string) => `*/${id}/identity/*`, [false, true]],
  ['a glob for everything', () => '*', [true, true]],
  ['something else', () => '/elsewhere', [false, false]],
])('a path may be %s', async (_kind, pathOf, hit) => {
  const sandbox = await openSandbox();
  const id = sandbox.idOf(/^Finished: identity/);
  const match = { method: 'GET', path: pathOf(id) };
  await control(sandbox, '/faults', { match, fault: { status: 502 }, times: 9 });
  const statuses = [
    await sandbox.client.call('GET', `/api/conversations/${id}`),
    await sandbox.client.call('GET', `/api/conversations/${id}/identity/metadata`),
  ].map(({ status }) => status === 502);
  expect(statuses).toEqual(hit);
});

test('faults do not affect control commands', async () => {
  const sandbox = await openSandbox();
  await control(sandbox, '/faults', { fault: { status: 500 }, times: 100 });
  expect((await control(sandbox, '/reset', {})).status).toBe(200);
  expect((await sandbox.client.call('GET', `/api/conversations/${sandbox.idOf(/^Created/)}`)).status).toBe(
    200,
  );
});

test.each([
  [{}, 'fault'],
  [{ fault: {} }, 'fault'],
  [{ fault: { status: 99 } }, 'fault.status'],
  [{ fault: { stauts: 500 } }, 'fault.stauts'],
  [{ fault: { delayMs: -1 } }, 'fault.delayMs'],
  [{ fault: { headers: { 'x\r\ny': 'z' } } }, 'fault.headers'],
  [{ fault: { drip: { bytes: 0 } } }, 'fault.drip.bytes'],
  [{ fault: { status: 500 }, times: 0 }, 'times'],
  [{ fault: { status: 500 }, match: { path: 'api' } }, 'match.path'],
])('%j is refused, naming %s', async (body, field) => {
  const sandbox = await openSandbox();
  expect(await control(sandbox, '/faults', body)).toMatchObject({
    status: 400,
    json: { violations: [{ field }] },
  });
});

async function count(sandbox: TestSandbox): Promise<number> {
  const { json } = await control(sandbox, '/conversations');
  return Array.isArray(json) ? json.length : 0;
}
