import { createServer } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writtenJson } from '../../../main/sandbox/callbacks/callbacks.ts';
import { valueAt } from '../../conformance/client.ts';
import { startReceiver } from '../../conformance/receiver.ts';
import { listenForTest } from '../../support/listen-for-test.ts';
import { control, openSandbox } from './support.ts';

async function receiving(...statuses: number[]) {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  receiver.answerWith(...statuses);
  return receiver;
}

test('every attempt is listed with its time, status, headers and body', async () => {
  const sandbox = await openSandbox();
  const receiver = await receiving(503, 201);
  const id = await sandbox.client.finished({ callbackUrl: `${receiver.url}/x` });
  const { json } = await control(sandbox, '/deliveries');
  expect(json).toMatchObject([
    { attempt: 1, status: 503, error: null, conversationId: id, url: `${receiver.url}/x` },
    { attempt: 2, status: 201, error: null, target: 'CONVERSATION', event: 'FINISHED' },
  ]);
  expect(valueAt(json, 1, 'body')).toBe(receiver.received[1]?.body.toString('utf8'));
  expect(valueAt(json, 1, 'headers', 'X-Signature')).toBe(receiver.received[1]?.headers['x-signature']);
  expect(Date.parse(String(valueAt(json, 0, 'time')))).not.toBeNaN();
});

test('an unreachable receiver is a failed attempt with its reason', async () => {
  const sandbox = await openSandbox();
  const receiver = await startReceiver();
  await receiver.close();
  await sandbox.client.finished({ callbackUrl: receiver.url });
  const { json } = await control(sandbox, '/deliveries');
  expect(json).toMatchObject([
    { attempt: 1, status: null, error: expect.stringContaining('ECONNREFUSED') },
    { attempt: 2, status: null },
  ]);
});

test('each attempt has a new signature with its own time', async () => {
  const sandbox = await openSandbox();
  const receiver = await receiving(500, 500, 204);
  await sandbox.client.finished({ callbackUrl: receiver.url });
  await control(sandbox, '/clock', { advanceMs: 60_000 });
  const [first, , third] = receiver.received.map(({ headers }) => headers);
  expect(
    Number(third?.['x-signature-timestamp']) - Number(first?.['x-signature-timestamp']),
  ).toBeGreaterThanOrEqual(10_000);
  expect(third?.['x-signature']).not.toBe(first?.['x-signature']);
});

test("callbacks can use the system's time, for receivers that check it", async () => {
  const sandbox = await openSandbox();
  const receiver = await receiving(500, 500, 204);
  await sandbox.client.finished({ callbackUrl: receiver.url });
  await control(sandbox, '/clock', { advanceMs: 3_600_000, stamp: 'wall' });
  const stamp = Number(receiver.received[2]?.headers['x-signature-timestamp']);
  expect(Math.abs(stamp - Date.now())).toBeLessThan(5000);
});

test('a receiver that never answers does not block commands, other callbacks and closing', async () => {
  const sandbox = await openSandbox();
  // No time ends an attempt: closing does.
  const { signal } = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal);
  onTestFinished(() => timeout.mockRestore());
  const ended = Promise.withResolvers<void>();
  const silent = createServer((request) => request.once('close', ended.resolve));
  const port = await listenForTest(silent);
  const receiver = await receiving(204);
  const waiting = sandbox.client.finished({ callbackUrl: `http://127.0.0.1:${port}` });
  await sandbox.client.finished({ callbackUrl: receiver.url });
  expect(receiver.received).toHaveLength(1);
  await waiting;
  await sandbox.close();
  await ended.promise;
});

test('retries happen without moving the clock', async () => {
  const sandbox = await openSandbox();
  const receiver = await receiving(500, 204);
  const id = await sandbox.client.create({ callbackUrl: receiver.url });
  await sandbox.client.call('DELETE', `/api/conversations/${id}`);
  await expect.poll(() => receiver.received.length).toBe(2);
});

test('only the three placeholders of the interface are replaced', async () => {
  const sandbox = await openSandbox();
  const receiver = await receiving(204);
  const id = await sandbox.client.finished({
    callbackUrl: `${receiver.url}/{conversationId}/{unknown}/{event}`,
  });
  expect(receiver.received[0]?.path).toBe(`/${id}/%7Bunknown%7D/FINISHED`);
});

test('an attempt in progress during a reset is neither listed afterwards nor repeated', async () => {
  const sandbox = await openSandbox();
  let arrived = 0;
  const arrival = Promise.withResolvers<() => void>();
  const slow = createServer((_request, response) => {
    arrived += 1;
    arrival.resolve(() => response.writeHead(500).end());
  });
  const port = await listenForTest(slow);
  const finishing = sandbox.client.finished({ callbackUrl: `http://127.0.0.1:${port}` });
  const answer = await arrival.promise;
  await control(sandbox, '/reset', {});
  answer();
  await finishing;
  await control(sandbox, '/clock', { advanceMs: 60_000 });
  expect((await control(sandbox, '/deliveries')).json).toEqual([]);
  expect(arrived).toBe(1);
});

test('callbacks are written in turn with other spacing, order and numbers, and say the same', () => {
  const callback = { id: 'a', event: 'FINISHED, "x": 1', payload: { verify: { reliability: 1 }, list: [] } };
  const texts = [0, 1, 2, 3].map((number) => writtenJson(callback, number));
  expect(texts.map((text) => JSON.parse(text))).toEqual([callback, callback, callback, callback]);
  expect(texts[0]).toBe(JSON.stringify(callback));
  expect(texts[1]).toContain('"reliability": 1}, "list": []');
  expect(texts[2]).toMatch(/^\{\n {2}"event"[\s\S]*"reliability": 1\.0[\s\S]*"id": "a"\n\}$/);
  expect(texts[3]).toBe(texts[0]);
});
