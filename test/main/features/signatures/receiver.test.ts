import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
// Only what the engine's README names, as another project's tests would use it.
import { explainAll } from '../../../../main/features/signatures/engine/explain.ts';
import { signatureBytes } from '../../../../main/features/signatures/engine/hmac.ts';
import { recipes } from '../../../../main/features/signatures/engine/recipes.ts';
import { verify } from '../../../../main/features/signatures/engine/verify-callback.ts';
import { listen } from '../../../support/listen.ts';

const key = 'sk_receiver_under_test';
const event = { id: 'e-1', created: '2026-01-01T00:00:00Z', target: 'CONVERSATION', event: 'FINISHED' };
const body = JSON.stringify({ ...event, payload: { conversation: { id: 'c-1', score: 1 } } }, null, 1);

/** A receiver with the most common mistake: it parses the body and checks the serialized result. */
async function careless(request: IncomingMessage): Promise<number> {
  const { signature } = await verify({
    timestamp: String(request.headers['x-signature-timestamp']),
    signature: String(request.headers['x-signature']),
    body: Buffer.from(JSON.stringify(JSON.parse(await text(request)))),
    key,
    now: Date.now(),
  });
  return signature.verdict === 'match' ? 204 : 401;
}

/** A receiver that checks the received bytes. */
async function careful(request: IncomingMessage): Promise<number> {
  const { signature, time, message } = await verify({
    timestamp: String(request.headers['x-signature-timestamp']),
    signature: String(request.headers['x-signature']),
    body: request,
    key,
    now: Date.now(),
  });
  return signature.verdict === 'match' && time.verdict === 'good' && message.known ? 204 : 401;
}

const server = createServer(async (request, response) => {
  response.statusCode = await (request.url === '/careless' ? careless : careful)(request);
  response.end();
});
let address = '';
beforeAll(async () => {
  const port = await listen(server);
  address = `http://127.0.0.1:${port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

async function deliver(path: string, sent: string, at = Date.now()): Promise<number> {
  const timestamp = String(at);
  const signature = signatureBytes(timestamp, Buffer.from(body), key).toString('hex');
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { 'x-signature': signature, 'x-signature-timestamp': timestamp },
    body: sent,
  });
  return response.status;
}

test("a receiver’s test signs a callback as the service would, and gets its receiver's response", async () => {
  expect(await deliver('/careful', body)).toBe(204);
  expect(await deliver('/careful', body, Date.now() - 6 * 60_000)).toBe(401);
  expect(await deliver('/careful', body.replace('c-1', 'c-2'))).toBe(401);
  expect(await deliver('/careless', body)).toBe(401);
});

test('and learns why it was refused, with a recipe', async () => {
  const timestamp = String(Date.now());
  const { findings } = await explainAll({
    timestamp,
    signature: signatureBytes(timestamp, Buffer.from(body), key).toString('hex'),
    body: Buffer.from(JSON.stringify(JSON.parse(body))),
    key: { role: 'signing-key', value: key },
    budgetMs: 1000,
  });
  // Indentation by one space is no known style, so nothing is claimed; by two it is.
  expect(findings).toEqual([]);
  const usual = JSON.stringify(JSON.parse(body), null, 2);
  const explained = await explainAll({
    timestamp,
    signature: signatureBytes(timestamp, Buffer.from(usual), key).toString('hex'),
    body: Buffer.from(JSON.stringify(JSON.parse(usual))),
    key: { role: 'signing-key', value: key },
  });
  expect(explained.findings[0]).toMatchObject({ code: 'reserialized', family: 'body', rawBody: true });
  expect(recipes().map(({ id }) => id)).toContain('express');
});
