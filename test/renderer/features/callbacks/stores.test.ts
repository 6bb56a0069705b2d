import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSendStore } from '../../../../renderer/features/callbacks/send-store.ts';
import { type Receiving, startReceiving } from '../../../main/features/callbacks/callbacks-harness.ts';
import { listenForTest } from '../../../support/listen-for-test.ts';

// The store on the real main.
let receiving: Receiving;
beforeEach(async () => {
  receiving = await startReceiving();
});
afterEach(() => receiving.close());

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
