import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { DeletionDraft } from '../../../../preload/contract/deletion-runs.ts';
import { environmentView } from '../../../../preload/contract/environments.ts';
import type { BridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import { createQueryClient } from '../../../../renderer/bridge/query-client.ts';
import { BridgeProvider } from '../../../../renderer/bridge/use-bridge.tsx';
import { DraftView } from '../../../../renderer/features/deletion/many/draft-view.tsx';
import type { RunsState } from '../../../../renderer/features/deletion/many/runs-store.ts';
import { settings } from '../../../main/features/environments/environment-harness.ts';
import { render } from '../../../support/render.tsx';

const store = createStore<RunsState>()(
  () => ({ rows: new Map(), rowCount: 0, need: () => undefined }) as unknown as RunsState,
);
/** A bridge that has not answered yet. */
const silent = {
  invoke: () => new Promise<never>(() => undefined),
  on: () => () => undefined,
  onConnectionLost: () => () => undefined,
} as unknown as BridgeClient;
const environment = environmentView.parse({
  id: 'e1',
  settings: settings({ name: 'Acme', kind: 'test', baseUrl: 'https://acme.example' }),
  builtIn: false,
  signingKeys: [],
});

const draft = (works: number, missing: number, included = works) => {
  const total = works + missing;
  const change: DeletionDraft = {
    draftId: 'd1',
    environmentId: 'e1',
    mode: 'DELETE_DATA',
    state: 'ready',
    total,
    read: total,
    groups: { works, refused: 0, missing, gone: 0, unclear: 0, unread: 0 },
    details: {},
    included,
    plans: {},
    options: { expireFirst: false, endMonitoring: false },
    canEndMonitoring: false,
  };
  return render(
    <BridgeProvider bridge={silent} queries={createQueryClient(silent)}>
      <DraftView store={store} draft={change} environment={environment} onOpen={() => undefined} />
    </BridgeProvider>,
  );
};

test('asks first whether it is the right environment where most were not found', () => {
  const { text } = draft(1, 4);
  expect(text).toContain('Is this the right environment? 4 of 5 conversations were not found in Acme.');
  expect(text.indexOf('Is this the right')).toBeLessThan(text.indexOf('5 conversations read'));
  expect(draft(4, 1).text).not.toContain('Is this the right environment?');
});

test('offers nothing to confirm where nothing is included', () => {
  expect(draft(1, 0).text).toContain('Type 1 to delete the data of 1 conversation');
  const { text, buttons } = draft(0, 3);
  expect(text).toContain('Nothing is included, so nothing can be sent.');
  expect(text).not.toContain('Type 0');
  expect(buttons).not.toContain('Delete data in Acme');
  expect(draft(2, 0, 0).text).not.toContain('Type 0');
});
