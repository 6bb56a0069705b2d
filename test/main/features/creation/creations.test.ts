import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import {
  Creations,
  repetitionMs,
  type SentCreationStore,
} from '../../../../main/features/creation/creations.ts';
import type { CreateConversation } from '../../../../preload/contract/service/create.ts';
import { occurrencesInFiles } from '../../../support/byte-search.ts';
import { closedPort } from '../../../support/listen.ts';
import { clientFor, failureOf } from '../../service/support/client.ts';
import { json, serve, serveTcp } from '../../service/support/server.ts';
import { openInMemory, openService } from '../cases/index-harness.ts';

const request: CreateConversation = { userKey: 'u1', query: { identity: {}, aml: { checks: ['PEP'] } } };
const notAborted = new AbortController().signal;

/** The part of the index that keeps what was sent; another one on the same directory is the next start. */
function storeIn(index: IndexRequests, clock: { now: number }): SentCreationStore {
  return {
    find: async (environmentId, content) => index.sentCreation({ environmentId, content }),
    save: async (environmentId, content, sent) =>
      index.saveSentCreation({ environmentId, content, sent, at: clock.now }),
  };
}

function creationsAt(baseUrl: string, index = openInMemory()) {
  const clock = { now: 1_000_000 };
  const { client } = clientFor(baseUrl);
  const creations = new Creations({
    services: { client: () => client },
    store: storeIn(index, clock),
    now: () => clock.now,
    log(error) {
      throw error;
    },
  });
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
  expect(await failureOf(create())).toMatchObject({
    code: 'outcome-unknown',
    hint: expect.stringContaining('Look for a callback'),
  });
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

function directory() {
  const path = mkdtempSync(join(tmpdir(), 'assay-creations-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('after a restart the same request is refused, and nothing of it is on disk', async () => {
  const server = await serviceThatCreates();
  const path = directory();
  const first = openService(path);
  const secret = { userKey: 'canary-key-7731', note: 'canary-note' };
  await creationsAt(server.url, first.service).create(secret);
  first.service.close();
  expect(occurrencesInFiles({ key: 'canary-key-7731', note: 'canary-note' }, [path])).toEqual([]);

  const next = openService(path, first.keys);
  const { create, clock } = creationsAt(server.url, next.service);
  expect(await failureOf(create(secret))).toMatchObject({
    code: 'creation-repeated',
    details: { outcome: 'created', conversationId: 'c1', sentAt: 1_000_000 },
  });
  clock.now += repetitionMs;
  await create(secret);
  expect(server.seen).toHaveLength(2);
  next.service.close();
});

test('a process that ended while a request was on its way leaves an unknown outcome, which has no end and can be settled', async () => {
  const arrived = Promise.withResolvers<void>();
  const hung = await serve(() => arrived.resolve());
  onTestFinished(() => hung.close());
  const path = directory();
  const first = openService(path);
  const sent = creationsAt(hung.url, first.service).create();
  sent.catch(() => undefined);
  await arrived.promise;
  // A copy of the directory as it is now is what the next start finds.
  const crashed = directory();
  cpSync(path, crashed, { recursive: true });

  const next = openService(crashed, first.keys);
  onTestFinished(() => next.service.close());
  const server = await serviceThatCreates();
  const { create, clock } = creationsAt(server.url, next.service);
  clock.now += 10 * repetitionMs;
  expect(await failureOf(create())).toMatchObject({
    code: 'creation-repeated',
    details: { outcome: 'unknown', sentAt: 1_000_000 },
  });
  expect(server.seen).toHaveLength(0);
  const [unsettled] = next.service.unsettledCreations({ environmentId: 'e1' });
  expect(unsettled?.sentAt).toBe(1_000_000);
  next.service.settleCreation({ environmentId: 'e1', id: unsettled?.id ?? '' });
  expect(next.service.unsettledCreations({ environmentId: 'e1' })).toEqual([]);
});

test('a creation goes on, and is still guarded, where nothing can be kept', async () => {
  const server = await serviceThatCreates();
  const logged: unknown[] = [];
  const { client } = clientFor(server.url);
  const refused = () => Promise.reject(new Error('disk full'));
  const creations = new Creations({
    services: { client: () => client },
    store: { find: refused, save: refused },
    now: () => 1_000_000,
    log: (error) => logged.push(error),
  });
  expect((await creations.create('e1', request, false, notAborted)).value.id).toBe('c1');
  expect((await failureOf(creations.create('e1', request, false, notAborted))).code).toBe(
    'creation-repeated',
  );
  expect(logged.length).toBeGreaterThan(0);
});

test('a request of unknown outcome is asked about until it is settled, however long ago and however much was created since', () => {
  const index = openInMemory();
  const save = (content: string, sentAt: number, outcome: 'created' | 'unknown') =>
    index.saveSentCreation({ environmentId: 'e1', content, sent: { sentAt, outcome }, at: sentAt });
  save('lost', 1, 'unknown');
  const later = 100 * 86_400_000;
  for (let number = 0; number < 300; number++) {
    save(`other ${number}`, later + number, 'created');
  }
  expect(index.unsettledCreations({ environmentId: 'e1' })).toMatchObject([{ sentAt: 1 }]);
  expect(index.sentCreation({ environmentId: 'e1', content: 'lost' })).toMatchObject({ outcome: 'unknown' });
  expect(index.sentCreation({ environmentId: 'e1', content: 'other 299' })).toMatchObject({
    sentAt: later + 299,
  });
  expect(index.sentCreation({ environmentId: 'e1', content: 'other 0' })).toBeUndefined();
});
