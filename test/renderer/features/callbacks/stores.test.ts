import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInboxStore } from '../../../../renderer/features/callbacks/inbox-store.ts';
import { createSendStore } from '../../../../renderer/features/callbacks/send-store.ts';
import {
  messageOf,
  post,
  type Receiving,
  startReceiving,
} from '../../../main/features/callbacks/callbacks-harness.ts';
import { listenForTest } from '../../../support/listen-for-test.ts';

// The stores on the real main, with its listener.
let receiving: Receiving;
beforeEach(async () => {
  receiving = await startReceiving();
});
afterEach(() => receiving.close());

function opened() {
  const store = createInboxStore(receiving.bridge);
  store.getState().open(receiving.environmentId);
  return store;
}
const callbackIds = (store: ReturnType<typeof opened>) =>
  [...store.getState().rows.values()].map(({ callbackId }) => callbackId);

test('callbacks appear as they arrive, newest first, and are filtered', async () => {
  const store = opened();
  await expect.poll(() => store.getState().listener?.url).toBe(receiving.url);
  await post(receiving.url, messageOf('finished', { id: 'a' }));
  await post(receiving.url, messageOf('expired', { id: 'b', conversationId: 'other' }));
  await post(receiving.url, messageOf('finished', { id: 'c', key: 'another' }));
  await expect.poll(() => callbackIds(store)).toEqual(['c', 'b', 'a']);
  store.getState().filter({ show: 'problems' });
  await expect.poll(() => callbackIds(store)).toEqual(['c']);
  store.getState().filter({ show: 'all', id: 'other' });
  await expect.poll(() => callbackIds(store)).toEqual(['b']);
  expect(store.getState().total).toBe(1);
});

test('a selected callback shows its timeline, which goes on with what arrives', async () => {
  const store = opened();
  await post(receiving.url, messageOf('finished', { id: 'a' }));
  await expect.poll(() => callbackIds(store)).toEqual(['a']);
  store.getState().select([...store.getState().rows.values()][0]?.id);
  await expect.poll(() => store.getState().timeline.length).toBe(1);
  await post(receiving.url, messageOf('finished', { id: 'a' }));
  await expect
    .poll(() => store.getState().timeline.map(({ relation }) => relation))
    .toEqual(['first', 'duplicate']);
  store.getState().select(undefined);
  expect(store.getState()).toMatchObject({ details: undefined, timeline: [] });
});

test('rows far down are read when they come into sight', async () => {
  const store = opened();
  for (let index = 0; index < 130; index++) {
    await post(receiving.url, messageOf('finished', { id: String(index) }));
  }
  await expect.poll(() => store.getState().total).toBe(130);
  store.getState().want(110, 20);
  await expect.poll(() => store.getState().rows.get(129)?.callbackId).toBe('0');
}, 30_000);

test('the listener is stopped, started and set to answer; a failure is shown and nothing else lost', async () => {
  const store = opened();
  await expect.poll(() => store.getState().listener?.url).toBe(receiving.url);
  await store.getState().answer({ kind: 'status', status: 500 });
  expect(store.getState().listener?.answer).toEqual({ kind: 'status', status: 500 });
  await store.getState().stop();
  expect(store.getState().listener?.url).toBeUndefined();
  expect(await store.getState().add('nothing')).toBe(false);
  expect(store.getState().failure?.message).toContain('Nothing was added');
  const { body, headers } = messageOf('finished');
  const text = `POST / HTTP/1.1\n${headers.map((one) => one.join(': ')).join('\n')}\n\n${Buffer.from(body)}`;
  expect(await store.getState().add(text)).toBe(true);
  expect(await store.getState().add(new File([text], 'request.http'))).toBe(true);
  await expect.poll(() => store.getState().total).toBe(2);
  await store.getState().remove(undefined);
  await expect.poll(() => store.getState().total).toBe(0);
});

test('leaving the environment leaves nothing of it', async () => {
  const store = opened();
  await post(receiving.url, messageOf('finished'));
  await expect.poll(() => store.getState().total).toBe(1);
  store.getState().select([...store.getState().rows.values()][0]?.id);
  store.getState().leave();
  await post(receiving.url, messageOf('finished', { id: 'later' }));
  expect(store.getState()).toMatchObject({ environmentId: undefined, total: 0, details: undefined });
  expect(store.getState().rows.size).toBe(0);
});

test('sending: each attempt is shown as it is made, and stopping keeps them', async () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(500).end());
  });
  const port = await listenForTest(server);
  const store = createSendStore(receiving.bridge);
  store.getState().open(receiving.environmentId);
  const { environments } = await receiving.bridge.invoke('environments.list', {});
  const keyId = environments.find(({ id }) => id === receiving.environmentId)?.signingKeys[0]?.id ?? null;
  const url = `http://127.0.0.1:${port}/`;
  store.getState().change({ url, keyId, retries: true, speed: 1 });
  const sending = store.getState().send();
  await expect.poll(() => store.getState().attempts.length).toBe(2);
  store.getState().stop();
  await sending;
  expect(store.getState()).toMatchObject({ sending: false });
  expect(store.getState().attempts.map(({ number }) => number)).toEqual([1, 2]);
  store.getState().change({ url: 'http://203.0.113.7/', retries: false });
  await store.getState().send();
  expect(store.getState().failure?.details).toMatchObject({ problem: 'public', ip: '203.0.113.7' });
  store.getState().leave();
  expect(store.getState()).toMatchObject({ attempts: [], failure: undefined, form: { keyId: null } });
});
