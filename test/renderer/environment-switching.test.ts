import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftOf } from '../../renderer/features/creation/draft.ts';
import { createStores, type Stores } from '../../renderer/stores.tsx';
import { type Composed, startComposed } from '../support/composed.ts';
import { fakeHistoryWindow } from '../support/history-window.ts';
import { RecordingService } from '../support/recording-service.ts';

let composed: Composed;
let stores: Stores;
let window: ReturnType<typeof fakeHistoryWindow>;
let [here, there] = [] as unknown as [RecordingService, RecordingService];
let [hereId, thereId] = ['', ''];

beforeEach(async () => {
  [composed, here, there] = await Promise.all([
    startComposed(),
    RecordingService.start(),
    RecordingService.start(),
  ]);
  hereId = await composed.add('Here', here.baseUrl);
  thereId = await composed.add('There', there.baseUrl, 'test');
  await composed.bridge.invoke('environments.select', { environmentId: hereId });
  window = fakeHistoryWindow();
  stores = createStores(composed.bridge, window);
  await stores.environments.getState().load();
});
afterEach(async () => {
  await composed.close();
  await Promise.all([here.close(), there.close()]);
});

const place = () => stores.navigation.getState().route;

test('everything open is closed before others learn of the switch', async () => {
  stores.navigation.getState().go({ page: 'conversations', conversationId: 'c-here' });
  stores.deletion.setState({ text: 'c-here', draftId: 'draft' });
  stores.openField.getState().type('c-here');
  stores.creation.setState(draftOf({ userKey: 'u-here', query: { identity: {} } }));
  const seen: unknown[] = [];
  stores.environments.subscribe(({ selected }) => {
    if (selected?.id !== thereId) {
      return;
    }
    const { environmentId } = stores.navigation.getState();
    seen.push([
      { environmentId, ...place() },
      stores.deletion.getState().draftId,
      stores.openField.getState().references.conversations,
      stores.creation.getState().request.userKey,
    ]);
  });
  await stores.environments.getState().select(thereId);
  expect(seen[0]).toEqual([{ page: 'conversations', environmentId: thereId }, undefined, [], undefined]);
  expect(there.requests).toEqual([]);
});

test('also when another window switches', async () => {
  stores.navigation.getState().go({ page: 'deletion', conversationId: 'c-here' });
  await composed.anotherWindow().invoke('environments.select', { environmentId: thereId });
  await vi.waitUntil(() => stores.environments.getState().selected?.id === thereId);
  expect(place()).toEqual({ page: 'deletion' });
});

test('also when the environment is deleted', async () => {
  stores.navigation.getState().go({ page: 'conversations', conversationId: 'c-here' });
  await composed.bridge.invoke('environments.delete', { environmentId: hereId });
  await vi.waitUntil(() => stores.environments.getState().selected?.id !== hereId);
  expect(place()).toEqual({ page: 'conversations' });
});

test('back and forward show no id of another environment', async () => {
  stores.navigation.getState().go({ page: 'conversations', conversationId: 'c-here' });
  stores.navigation.getState().go({ page: 'deletion', conversationId: 'c-here' });
  await stores.environments.getState().select(thereId);
  stores.navigation.getState().back();
  expect(place()).toEqual({ page: 'conversations' });
  stores.navigation.getState().forward();
  expect(place()).toEqual({ page: 'deletion' });
});

test('a typed address belongs to the environment it was typed in', async () => {
  window.typeHash('#/conversations/c-here');
  expect(place()).toEqual({ page: 'conversations', conversationId: 'c-here' });
  stores.navigation.getState().go({ page: 'settings' });
  await stores.environments.getState().select(thereId);
  stores.navigation.getState().back();
  expect(place()).toEqual({ page: 'conversations' });
});

test('a link received before the environments are loaded opens in the selected one', async () => {
  const fresh = createStores(composed.bridge, fakeHistoryWindow());
  fresh.navigation.getState().go({ page: 'conversations', conversationId: 'c-here' });
  expect(fresh.navigation.getState().environmentId).toBeUndefined();
  await fresh.environments.getState().load();
  expect(fresh.navigation.getState()).toMatchObject({
    environmentId: hereId,
    route: { conversationId: 'c-here' },
  });
});
