import { expect, onTestFinished, test } from 'vitest';
import { Creations, repetitionMs } from '../../../main/creation/creations.ts';
import type { CreateConversation } from '../../../preload/contract/service/create.ts';
import { clientFor, failureOf } from '../service/support/client.ts';
import { closedPort, json, serve, serveTcp } from '../service/support/server.ts';

const request: CreateConversation = { userKey: 'u1', query: { identity: {}, aml: { checks: ['PEP'] } } };
const notAborted = new AbortController().signal;

function creationsAt(baseUrl: string) {
  const clock = { now: 1_000_000 };
  const { client } = clientFor(baseUrl);
  const creations = new Creations({ services: { client: () => client }, now: () => clock.now });
  const create = (change: Partial<CreateConversation> = {}, again = false, environmentId = 'e1') =>
    creations.create(environmentId, { ...request, ...change }, again, notAborted);
  return { clock, create };
}

async function serviceThatCreates() {
  let created = 0;
  const server = await serve((_, response) => json(response, 200, { id: `c${++created}`, url: 'http://x/' }));
  onTestFinished(() => server.close());
  return server;
}

test('the same content within five minutes is not sent again, and says which conversation it made', async () => {
  const server = await serviceThatCreates();
  const { clock, create } = creationsAt(server.url);
  expect((await create()).value.id).toBe('c1');
  clock.now += repetitionMs - 1;
  // The order of the members does not make it another request.
  const reordered = { query: { aml: { checks: ['PEP'] }, identity: {} } };
  expect(await failureOf(create(reordered))).toMatchObject({
    code: 'creation-repeated',
    details: { outcome: 'created', conversationId: 'c1', sentAt: 1_000_000 },
  });
  expect(server.seen).toHaveLength(1);
});

test('it is sent again when the user says so, after five minutes, with other content, and in another environment', async () => {
  const server = await serviceThatCreates();
  const { clock, create } = creationsAt(server.url);
  await create();
  await create({}, true);
  await create({ userKey: 'u2' });
  await create({}, false, 'e2');
  clock.now += repetitionMs;
  await create();
  expect(server.seen).toHaveLength(5);
});

test('while a request is under way the same one is refused, even when the user says so', async () => {
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = await serve(async (_, response) => {
    arrived.resolve();
    await answer.promise;
    json(response, 200, { id: 'c1' });
  });
  onTestFinished(() => server.close());
  const { create } = creationsAt(server.url);
  const first = create();
  await arrived.promise;
  expect(await failureOf(create({}, true))).toMatchObject({ details: { outcome: 'running' } });
  answer.resolve();
  await first;
  expect(server.seen).toHaveLength(1);
});

test('after an unknown outcome the same request is refused and says so', async () => {
  const server = await serveTcp((socket) => socket.on('data', () => socket.destroy()));
  onTestFinished(() => server.close());
  const { create } = creationsAt(server.url);
  expect((await failureOf(create())).code).toBe('outcome-unknown');
  expect(await failureOf(create())).toMatchObject({
    code: 'creation-repeated',
    details: { outcome: 'unknown' },
  });
});

test('a request that is proved to have created nothing may be sent again', async () => {
  const { create } = creationsAt(`http://127.0.0.1:${await closedPort()}`);
  expect((await failureOf(create())).code).toBe('connection-refused');
  expect((await failureOf(create())).code).toBe('connection-refused');
});

test('a repetition that was refused by the service does not make the first one forgotten', async () => {
  let calls = 0;
  const server = await serve((_, response) =>
    ++calls === 1
      ? json(response, 200, { id: 'c1' })
      : json(response, 400, { status: 'BAD_REQUEST', message: 'no', violations: [] }),
  );
  onTestFinished(() => server.close());
  const { create } = creationsAt(server.url);
  await create();
  expect((await failureOf(create({}, true))).code).toBe('bad-request');
  expect((await failureOf(create())).details).toMatchObject({ outcome: 'created', conversationId: 'c1' });
});
