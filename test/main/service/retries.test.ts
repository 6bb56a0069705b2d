import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { retryAfterMs } from '../../../main/service/error-response/failure-from-response.ts';
import { systemDeps } from '../../../main/service/system-deps.ts';
import { clientFor, failureOf } from './support/client.ts';
import { json, type Listening, serve } from './support/server.ts';

/** Answers the calls with these in order; the last one repeats. */
async function serveInTurn(...statuses: (number | [number, Record<string, string>])[]): Promise<Listening> {
  let turn = 0;
  const server = await serve((_, response) => {
    const next = statuses[Math.min(turn++, statuses.length - 1)] ?? 200;
    const [status, headers] = typeof next === 'number' ? [next, {}] : next;
    json(response, status, { id: 'c1' }, headers);
  });
  onTestFinished(() => server.close());
  return server;
}

describe('reads', () => {
  test('are retried at growing intervals until they succeed', async () => {
    const server = await serveInTurn(503, 502, 504, 200);
    const { client, pauses } = clientFor(server.url);
    const reading = await client.readConversation('c1');
    expect(reading.notes.attempts).toBe(4);
    expect(pauses).toEqual([225, 450, 900]);
  });

  test('report each attempt, and the pause before the next one', async () => {
    const server = await serveInTurn(503, 200);
    const { client } = clientFor(server.url);
    const reported: unknown[] = [];
    await client.readConversation('c1', { onAttempt: (progress) => reported.push(progress) });
    const limit = { attempts: 4, limitMs: expect.any(Number) };
    expect(reported).toEqual([
      { attempt: 1, ...limit },
      { attempt: 2, beginsInMs: 225, ...limit },
      { attempt: 2, ...limit },
    ]);
  });

  test('wait with jitter: between half and all of the pause', async () => {
    const server = await serveInTurn(503, 503, 200);
    const dice = [0, 0.999];
    const { client, pauses } = clientFor(server.url, { system: { random: () => dice.shift() ?? 0 } });
    await client.readConversation('c1');
    expect(pauses[0]).toBe(150);
    expect(pauses[1]).toBeCloseTo(600, -1);
  });

  test('are retried at most three times', async () => {
    const server = await serveInTurn(503);
    const { client } = clientFor(server.url);
    await failureOf(client.readConversation('c1'));
    expect(server.seen).toHaveLength(4);
  });

  test('wait as long as Retry-After says, in seconds', async () => {
    const server = await serveInTurn([429, { 'retry-after': '7' }], 200);
    const { client, pauses } = clientFor(server.url);
    await client.readConversation('c1');
    expect(pauses).toEqual([7000]);
  });

  test('wait until the date of Retry-After', async () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const server = await serveInTurn([503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }], 200);
    const { client, pauses } = clientFor(server.url, { system: { now: () => now } });
    await client.readConversation('c1');
    expect(pauses).toEqual([20_000]);
  });

  test('wait no longer than a minute, and report the requested time', async () => {
    const server = await serveInTurn([429, { 'retry-after': '3600' }], 200);
    const { client, pauses } = clientFor(server.url);
    const failure = await failureOf(client.readConversation('c1'));
    expect(failure).toMatchObject({ code: 'rate-limited', retryable: true });
    expect(failure.hint).toContain('1 hour');
    expect(pauses).toHaveLength(0);
    expect(server.seen).toHaveLength(1);
  });

  test.each([400, 401, 402, 403, 404, 410, 500])('are not retried after %i', async (status) => {
    const server = await serveInTurn(status);
    await failureOf(clientFor(server.url).client.readConversation('c1'));
    expect(server.seen).toHaveLength(1);
  });

  test('cancelled between two attempts stop', async () => {
    const server = await serveInTurn(503);
    const abort = new AbortController();
    const real = systemDeps(async () => undefined);
    const { client } = clientFor(server.url, {
      system: {
        sleep(_ms, signal) {
          setImmediate(() => abort.abort());
          return real.sleep(60_000, signal);
        },
      },
    });
    const failure = await failureOf(client.readConversation('c1', { signal: abort.signal }));
    expect(failure.code).toBe('cancelled');
    expect(server.seen).toHaveLength(1);
  });
});

describe('a request that must not be repeated', () => {
  const body = { query: { identity: {} } };

  test.each([429, 500, 502, 503, 504])('is sent once, whatever the response: %i', async (status) => {
    const server = await serveInTurn(status);
    const { client, pauses } = clientFor(server.url);
    await failureOf(client.createConversation(body));
    await failureOf(client.deleteConversation('c1', 'EXPIRE'));
    await failureOf(client.submitHeadlessPage('c1', 'n1', {}, '203.0.113.7'));
    expect(server.seen.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST']);
    expect(pauses).toHaveLength(0);
  });

  test('uses a new connection, since a kept one may just have been closed', async () => {
    const server = await serveInTurn(202);
    const { client } = clientFor(server.url);
    await client.deleteConversation('c1', 'EXPIRE');
    await client.readConversation('c1');
    expect(server.seen[0]?.headers.connection).toBe('close');
    expect(server.seen[1]?.headers.connection).toBe('keep-alive');
  });
});

test('a real pause can be cancelled', async () => {
  const abort = new AbortController();
  const pause = failureOf(systemDeps(async () => undefined).sleep(60_000, abort.signal));
  await after(1);
  abort.abort();
  expect((await pause).code).toBe('cancelled');
});

test.each([
  ['120', 120_000],
  [' 0 ', 0],
  ['Thu, 01 Jan 1970 00:01:40 GMT', 90_000],
  ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %s', (header, expected) => {
  expect(retryAfterMs(header, 10_000)).toBe(expected);
});
