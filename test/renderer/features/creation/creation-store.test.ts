import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createCreationStore } from '../../../../renderer/features/creation/creation-store.ts';
import { serveTcp } from '../../../main/service/support/server.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';

let composed: Composed;
let sandboxId = '';
beforeEach(async () => {
  composed = await startComposed();
  sandboxId = (await composed.bridge.invoke('environments.list', {})).selectedId ?? '';
});
afterEach(() => composed.close());

const open = async () => {
  const store = createCreationStore(composed.bridge);
  await store.getState().open(sandboxId);
  return store;
};

const complete = {
  userKey: 'u1',
  strategy: 'default:identity',
  returnUrl: 'https://shop.example/back',
  query: { identity: {} },
};

test('the form and the JSON change the same request, and a fault in the JSON leaves the last good one', async () => {
  const store = await open();
  store.getState().change({ ...complete, note: 'kept' });
  expect(JSON.parse(store.getState().json)).toEqual({ ...complete, note: 'kept' });
  store.getState().changeJson('{"query": {"identity": []}}');
  expect(store.getState().jsonFault).toContain('query.identity');
  expect(store.getState().request).toEqual({ ...complete, note: 'kept' });
  await store.getState().create(false);
  expect(store.getState().created).toBeUndefined();
  for (const [json, fault] of [
    ['{"userKey": 12345678901234567890}', 'The number 12345678901234567890 cannot be sent exactly'],
    ['{"limit": 1e999}', 'The number 1e999 cannot be sent exactly'],
    ['{"query": {"identity": {}, "verify": {"__proto__": {}}}}', '__proto__ cannot be sent'],
    ['{', 'Not valid JSON'],
    [`{"more": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'nested too deeply'],
  ] as const) {
    store.getState().changeJson(json);
    expect(store.getState().jsonFault).toContain(fault);
  }
  store.getState().changeJson('{"query": {"identity": {}}, "more": 123456789012345, "rate": 0.10}');
  expect(store.getState().jsonFault).toBeUndefined();
  store.getState().changeJson('{"query": {"identity": {}}, "more": 1}');
  expect(store.getState()).toMatchObject({ jsonFault: undefined, request: { more: 1 } });
});

test('create pressed twice creates one conversation', async () => {
  const store = await open();
  store.getState().change(complete);
  await Promise.all([store.getState().create(false), store.getState().create(false)]);
  const first = store.getState().created?.conversation.id;
  expect(first).toBeDefined();
  store.getState().back();
  await store.getState().create(false);
  expect(store.getState().failure).toMatchObject({
    code: 'creation-repeated',
    details: { conversationId: first },
  });
});

test('a created conversation is in the list of cases', async () => {
  const store = await open();
  store.getState().change(complete);
  await store.getState().create(false);
  const recent = async () =>
    (await composed.bridge.invoke('conversations.recent', { environmentId: sandboxId })).recent;
  const { id } = store.getState().created?.conversation ?? {};
  await expect.poll(async () => (await recent()).map(({ conversationId }) => conversationId)).toEqual([id]);
});

test('a template takes the place of the request except for the user key', async () => {
  const store = await open();
  store.getState().change({ ...complete, query: { identity: {}, auth: {} } });
  expect(await store.getState().saveTemplate('With login')).toBe(true);
  store.getState().change({ userKey: 'u2', query: { identity: {} } });
  store.getState().useTemplate(store.getState().setup?.templates[0]?.id ?? '');
  expect(store.getState().request).toEqual({
    ...complete,
    userKey: 'u2',
    query: { identity: {}, auth: {} },
  });
});

test('a request from a case has its user key and products, and nothing the reply found', async () => {
  const store = createCreationStore(composed.bridge);
  store.getState().startFrom(sandboxId, {
    userKey: 'u9',
    result: { identity: { user: { person: { name: { lastName: 'Doe' } } } }, aml: { found: ['PEP'] } },
  });
  // The page that opens now reads the templates and leaves the request.
  await store.getState().open(sandboxId);
  expect(store.getState().setup).toBeDefined();
  expect(store.getState().request).toEqual({ userKey: 'u9', query: { identity: {}, aml: {} } });
});

test('leaving the environment drops the request', async () => {
  const store = await open();
  store.getState().change(complete);
  store.getState().leave();
  expect(store.getState().json).not.toContain('u1');
});

test('a request of unknown outcome is listed until it is settled', async () => {
  const server = await serveTcp((socket) => socket.on('data', () => socket.destroy()));
  onTestFinished(() => server.close());
  const environmentId = await composed.add('Broken', server.url);
  await composed.bridge.invoke('environments.select', { environmentId });
  const store = createCreationStore(composed.bridge);
  await store.getState().open(environmentId);
  store.getState().change(complete);
  await store.getState().create(false);
  expect(store.getState().failure?.code).toBe('outcome-unknown');
  const [unsettled] = store.getState().unsettled;
  expect(unsettled?.sentAt).toBeGreaterThan(0);
  await store.getState().settle(unsettled?.id ?? '');
  expect(store.getState().unsettled).toEqual([]);
});
