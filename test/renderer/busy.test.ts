import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { StoreApi } from 'zustand/vanilla';
import type { BridgeClient } from '../../renderer/bridge/bridge-client.ts';
import { createStores, type Stores } from '../../renderer/stores.tsx';
import { type Composed, startComposed } from '../support/composed.ts';
import { fakeHistoryWindow } from '../support/history-window.ts';

// A store must not stay busy whatever the bridge throws. Everything is opened with the real console first; then the bridge fails with an
// unexpected error.

let composed: Composed;
let stores: Stores;
let isBroken = false;
let failed: string[] = [];
let reported: unknown[] = [];
const defect = new Error('defect');
const environmentId = 'sandbox';
let conversationId = '';

beforeAll(async () => {
  composed = await startComposed();
  const { samples } = await composed.bridge.invoke('conversations.samples', { environmentId });
  conversationId =
    samples.find(({ title }) => title.startsWith('Everything that can be collected'))?.id ?? '';
});
afterAll(() => composed.close());

beforeEach(async () => {
  isBroken = false;
  failed = [];
  reported = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const bridge: BridgeClient = {
    ...composed.bridge,
    invoke(operation, input, options) {
      if (!isBroken) {
        return composed.bridge.invoke(operation, input, options);
      }
      failed.push(operation);
      return Promise.reject(defect);
    },
  };
  stores = createStores(bridge, fakeHistoryWindow());
  await stores.environments.getState().load();
});
afterEach(() => vi.unstubAllGlobals());

const listed = async () => {
  const target = { environmentId, conversationId };
  const { media } = await composed.bridge.invoke('media.list', target);
  stores.media.getState().showCase(target, media);
};
const nothing = async () => undefined;

interface Case {
  store(): StoreApi<unknown>;
  prepare(): Promise<unknown>;
  act(): unknown;
}

const of = <T>(
  store: () => StoreApi<T>,
  acts: Record<string, [act: (state: T) => unknown, prepare?: () => Promise<unknown>]>,
): [string, Case][] =>
  Object.entries(acts).map(([name, [act, prepare = nothing]]) => [
    name,
    { store: store as () => StoreApi<unknown>, prepare, act: () => act(store().getState()) },
  ]);

const cases = [
  ...of(() => stores.media, {
    'media.open': [({ open }) => open('left'), listed],
    'media.save': [({ save }) => save(stores.media.getState().wells.left.mediumId ?? '', 'a file'), listed],
  }),
  ...of(() => stores.media, {
    'media.saveFiles': [({ saveFiles }) => saveFiles(['m'], 'zip'), listed],
    'media.savePack': [
      ({ savePack }) =>
        savePack({ mediaIds: [], unmasked: false, withPictures: false, passphrase: undefined }),
      listed,
    ],
    'media.saveReport': [
      ({ saveReport }) => saveReport({ mediaIds: [], unmasked: false, withPictures: false }, 'json'),
      listed,
    ],
  }),
  ...of(() => stores.environments, {
    'environments.load': [({ load }) => load()],
    'environments.select': [({ select }) => select(environmentId)],
  }),
];

test.each(cases)('%s leaves its store idle when the bridge throws an unknown error', async (_name, given) => {
  await given.prepare();
  isBroken = true;
  await given.act();
  expect(failed).not.toEqual([]);
  expect(reported).toContain(defect);
  expect(isBusy(given.store().getState())).toBe(false);
});

test('every action that can wait for the console is covered', () => {
  const names = cases.map(([name]) => name).join(' ');
  const asynchronous = [stores.media, stores.deletion, stores.environments].flatMap((store) =>
    Object.entries(store.getState())
      .filter(([, member]) => typeof member === 'function' && waits.test(String(member)))
      .map(([name]) => name),
  );
  expect(asynchronous).toContain('select');
  for (const name of asynchronous.filter((one) => !repeating.includes(one))) {
    expect(names).toContain(name);
  }
});

/** The source patterns of actions that wait. */
const waits = /^async|attempt\(|change\(\(\) =>/;
/** Actions without a busy state, or that repeat others. */
const repeating = ['checkArrival', 'continueFile', 'picturesFor', 'renewEnded'];

/** Returns whether a store shows that something is in progress. */
function isBusy(state: unknown): boolean {
  const { busy, loading, sourcesBusy, saving, check } = state as Record<string, unknown>;
  const flags = typeof busy === 'object' && busy !== null ? Object.values(busy) : [busy];
  return (
    [...flags, loading, sourcesBusy].some((flag) => flag !== undefined && flag !== false) ||
    (saving !== undefined && (saving as { done?: unknown }).done === undefined) ||
    (check !== undefined && (check as { state?: unknown }).state === 'running')
  );
}
