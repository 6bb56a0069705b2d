import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeletionView } from '../../../../preload/contract/deletion.ts';
import type { BridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { createDeletionStore } from '../../../../renderer/features/deletion/store.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { RecordingService, sendConversation } from '../../../support/recording-service.ts';

let composed: Composed;
let service: RecordingService;
let environmentId = '';
let held: (() => void)[] = [];

beforeEach(async () => {
  [composed, service] = await Promise.all([startComposed(), RecordingService.start()]);
  held = [];
  service.answer = (request, response) => {
    if (request.method === 'DELETE') {
      held.push(() => response.writeHead(202).end());
    } else {
      sendConversation(response, request.conversationId);
    }
  };
  environmentId = await composed.add('Acme', service.baseUrl);
  await composed.bridge.invoke('environments.select', { environmentId });
});
afterEach(async () => {
  await composed.close();
  await service.close();
});

const storeOn = (bridge: BridgeClient) => createDeletionStore(bridge);
const deletes = () => service.sent('DELETE');

test('a preview is for one conversation, and its mode does not carry over to the next', async () => {
  const store = storeOn(composed.bridge);
  store.getState().setMode('DELETE_DATA');
  await store.getState().requestPreview(environmentId, 'c1');
  expect(store.getState()).toMatchObject({ mode: 'DELETE_DATA', preview: { expectation: 'refused' } });
  await store.getState().requestPreview(environmentId, 'c1');
  expect(store.getState().mode).toBe('DELETE_DATA');
  await store.getState().requestPreview(environmentId, 'c2');
  expect(store.getState()).toMatchObject({ mode: 'EXPIRE', preview: { expectation: 'accepted' } });
  store.getState().setMode('DELETE_DATA');
  store.getState().enter('c3');
  expect(store.getState()).toMatchObject({ mode: 'EXPIRE', target: undefined, preview: undefined });
});

test('run pressed twice sends one request, which a later window sees', async () => {
  const store = storeOn(composed.bridge);
  await store.getState().requestPreview(environmentId, 'c1');
  const { run } = store.getState();
  await Promise.all([run({ reason: 'other' }), run({ reason: 'other' })]);
  await vi.waitUntil(() => deletes().length === 1);
  expect(store.getState()).toMatchObject({ busy: undefined, preview: undefined });
  const other = storeOn(composed.anotherWindow());
  await other.getState().load();
  expect(other.getState().deletions).toMatchObject([{ conversationId: 'c1', phase: 'sending' }]);
  const phases = () => [store, other].map((one) => one.getState().deletions[0]?.phase);
  for (const answer of held) {
    answer();
  }
  await vi.waitUntil(() => phases().every((phase) => phase === 'checking'));
  const { deletionId } = store.getState().deletions[0] as DeletionView;
  await store.getState().stopChecking(deletionId);
  await vi.waitUntil(() => phases().every((phase) => phase === 'unsettled'));
  await store.getState().dismiss(deletionId);
  expect(store.getState().deletions).toEqual([]);
  expect(deletes()).toHaveLength(1);
});

test('after a failed run a new preview is required', async () => {
  const store = storeOn(composed.bridge);
  await store.getState().requestPreview(environmentId, 'c1');
  service.answer = (request, response) =>
    sendConversation(response, request.conversationId, { status: 'FINISHED' });
  await store.getState().run({ reason: 'other' });
  expect(store.getState()).toMatchObject({
    busy: undefined,
    preview: undefined,
    failure: { code: 'preview-outdated' },
  });
  await store.getState().run({ reason: 'other' });
  expect(deletes()).toEqual([]);
});

test('an unexpected error leaves the store idle, and is reported', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const defect = new Error('defect');
  const broken: BridgeClient = { ...composed.bridge, invoke: () => Promise.reject(defect) };
  const store = storeOn(broken);
  await store.getState().requestPreview(environmentId, 'c1');
  expect(store.getState()).toMatchObject({ busy: undefined, failure: { code: 'internal' } });
  expect(reported).toEqual([defect]);
  vi.unstubAllGlobals();
});

test('a switch of the environment drops what was not sent, and keeps what was', async () => {
  const store = storeOn(composed.bridge);
  await store.getState().requestPreview(environmentId, 'c1');
  await store.getState().run({ reason: 'other' });
  await store.getState().requestPreview(environmentId, 'c2');
  store.getState().reset();
  expect(store.getState()).toMatchObject({ target: undefined, preview: undefined, mode: 'EXPIRE' });
  expect(store.getState().deletions).toMatchObject([{ conversationId: 'c1' }]);
});
