import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createEnvironmentStore,
  type EnvironmentState,
} from '../../../renderer/environments/environment-store.ts';
import { type Composed, startComposed } from '../../support/composed.ts';

let composed: Composed;
let state: () => EnvironmentState;

beforeEach(async () => {
  composed = await startComposed();
  state = createEnvironmentStore(composed.bridge).getState;
  await state().load();
});
afterEach(() => composed.close());

const names = () => state().environments.map(({ settings }) => settings.name);

describe('the environment store', () => {
  test('reads the environments and which of them is selected', () => {
    expect(names()).toEqual(['Sandbox']);
    expect(state()).toMatchObject({ selected: { id: 'sandbox' }, failure: undefined, problem: undefined });
  });

  test('follows changes of another window', async () => {
    const other = createEnvironmentStore(composed.anotherWindow()).getState;
    const id = await composed.add('Acme', 'http://127.0.0.1:9');
    expect(names()).toEqual(['Sandbox', 'Acme']);
    await other().select(id);
    expect(state().selected?.id).toBe(id);
  });

  test('keeps the selection if another one fails, with the reason until the next success', async () => {
    await state().select('no-such-environment');
    expect(state().selected?.id).toBe('sandbox');
    expect(state().failure?.code).toBe('environment-not-found');
    await state().load();
    expect(state().failure).toBeUndefined();
  });

  test('adds a saved environment once, whether its event comes before or after', async () => {
    const id = await composed.add('Acme', 'http://127.0.0.1:9');
    await vi.waitUntil(() => names().includes('Acme'));
    const saved = state().environments.find((one) => one.id === id);
    if (saved) {
      state().add(saved);
      state().add({ ...saved, id: 'later' });
    }
    expect(state().environments.map((one) => one.id)).toEqual(['sandbox', id, 'later']);
  });
});
