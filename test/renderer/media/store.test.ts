import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BridgeClient } from '../../../renderer/bridge/bridge-client.ts';
import { createMediaStore, type MediaState } from '../../../renderer/media/store.ts';
import { type Composed, startComposed } from '../../support/composed.ts';

let composed: Composed;
let state: () => MediaState;
let operations: string[] = [];
let [first, second] = ['', ''];
const environmentId = 'sandbox';

beforeAll(async () => {
  composed = await startComposed();
  const { samples } = await composed.bridge.invoke('conversations.samples', { environmentId });
  const idOf = (title: string) => samples.find((sample) => sample.title.startsWith(title))?.id ?? '';
  [first, second] = [idOf('Everything that can be collected'), idOf('Finished, nothing collected')];
});
afterAll(() => composed.close());
beforeEach(() => {
  operations = [];
  const bridge: BridgeClient = {
    ...composed.bridge,
    invoke(operation, input, options) {
      operations.push(operation);
      return composed.bridge.invoke(operation, input, options);
    },
  };
  state = createMediaStore(bridge).getState;
});
afterEach(() => state().close());

const count = (operation: string) => operations.filter((one) => one === operation).length;

describe('the media store', () => {
  test('lists the files of a conversation once, and again when asked', async () => {
    await state().load(environmentId, first);
    expect(state().list?.media.length).toBeGreaterThan(5);
    expect(state().selectedId).toBe(state().list?.media[0]?.id);
    await state().load(environmentId, first);
    expect(count('media.list')).toBe(1);
    await state().load(environmentId, first, true);
    expect(count('media.list')).toBe(2);
  });

  test('keeps only the list of the conversation asked for last', async () => {
    const [one, two] = [state().load(environmentId, first), state().load(environmentId, second)];
    await Promise.all([one, two]);
    expect(state()).toMatchObject({ target: { conversationId: second }, busy: { list: false } });
    expect(state().list?.media).toEqual([]);
  });

  test('opens a file only on request, and releases its address when another is selected', async () => {
    await state().load(environmentId, first);
    expect(count('media.open')).toBe(0);
    await state().open();
    expect(state().opened?.address).toBeDefined();
    const other = state().list?.media[1]?.id ?? '';
    state().choose(other);
    expect(state()).toMatchObject({ selectedId: other, opened: undefined });
    expect(count('media.close')).toBe(1);
  });

  test('drops a file that arrives after another was selected', async () => {
    await state().load(environmentId, first);
    const opening = state().open();
    state().choose(state().list?.media[1]?.id ?? '');
    await opening;
    expect(state()).toMatchObject({ opened: undefined, failure: {}, busy: { open: false } });
  });

  test('keeps the selected file when the list is read again', async () => {
    await state().load(environmentId, first);
    const third = state().list?.media[2]?.id ?? '';
    state().choose(third);
    await state().load(environmentId, first, true);
    expect(state().selectedId).toBe(third);
  });

  test('leaves nothing of a conversation behind, and keeps the name of its raw list until it is closed', async () => {
    await state().load(environmentId, first);
    await state().open();
    const { readingId } = state();
    state().leave();
    expect(state()).toMatchObject({ target: undefined, list: undefined, opened: undefined, readingId });
    state().close();
    expect(state().readingId).toBeUndefined();
    await vi.waitUntil(() => count('media.close') === 1);
  });

  test('saves one file at a time, and says when a save was stopped', async () => {
    await state().load(environmentId, first);
    const [one, two] = state().list?.media ?? [];
    const saving = state().save(one?.id ?? '', 'One');
    await state().save(two?.id ?? '', 'Two');
    expect(count('media.save')).toBe(1);
    expect(state().saving?.title).toBe('One');
    state().stopSaving();
    await saving;
    expect(state().saving?.done).toEqual({ words: 'Stopped. The file was not saved.', bad: false });
    state().forgetSaving();
    expect(state().saving).toBeUndefined();
  });
});
