import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BridgeClient } from '../../../../renderer/bridge/bridge-client.ts';
import type { MediaState } from '../../../../renderer/features/media/media-state.ts';
import { createMediaStore } from '../../../../renderer/features/media/store.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';

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
  test('lists the files of a conversation once, and again on request', async () => {
    await state().load(environmentId, first);
    expect(state().list?.media.length).toBeGreaterThan(5);
    expect(state().wells.left.mediumId).toBe(state().list?.media[0]?.id);
    await state().load(environmentId, first);
    expect(count('media.list')).toBe(1);
    await state().load(environmentId, first, true);
    expect(count('media.list')).toBe(2);
  });

  test('keeps only the list of the last requested conversation', async () => {
    const [one, two] = [state().load(environmentId, first), state().load(environmentId, second)];
    await Promise.all([one, two]);
    expect(state()).toMatchObject({ target: { conversationId: second }, isListing: false });
    expect(state().list?.media).toEqual([]);
  });

  test('opens a file only on request, and releases its address when another is selected', async () => {
    await state().load(environmentId, first);
    expect(count('media.open')).toBe(0);
    await state().open('left');
    expect(state().wells.left.opened?.address).toBeDefined();
    const other = state().list?.media[1]?.id ?? '';
    state().showInWell(other, 'left');
    expect(state().wells.left).toMatchObject({ mediumId: other, opened: undefined });
    // It stays open for a while, and is closed with the view.
    expect(count('media.close')).toBe(0);
    state().leave();
    expect(count('media.close')).toBe(1);
  });

  test('opens a file once for its two viewers, and once more on request', async () => {
    await state().load(environmentId, first);
    const third = state().list?.media[2]?.id ?? '';
    state().showInWell(third, 'left');
    state().showInWell(third, 'right');
    await Promise.all([state().open('left'), state().open('right')]);
    const { left, right } = state().wells;
    expect(left.opened?.address).toBeDefined();
    expect(right.opened).toEqual(left.opened);
    expect(count('media.open')).toBe(1);
    state().clearWell('right');
    expect(count('media.close')).toBe(0);
    state().showInWell(third, 'right');
    await state().open('right');
    expect(count('media.open')).toBe(1);
    await state().open('right', true);
    expect(count('media.open')).toBe(2);
    expect(state().wells.right.opened?.address).not.toBe(left.opened?.address);
  });

  test('gives a shown file another address when its own has ended, and only then', async () => {
    await state().load(environmentId, first);
    await state().open('left');
    const { opened, openings } = state().wells.left;
    expect(await state().renewEnded('left')).toBe(false);
    expect(count('media.renew')).toBe(1);
    await composed.bridge.invoke('media.close', { address: opened?.address ?? '' });
    expect(await state().renewEnded('left')).toBe(true);
    const now = state().wells.left;
    expect(now.opened?.address).toBeDefined();
    expect(now.opened?.address).not.toBe(opened?.address);
    // It is the same view, with its place and zoom.
    expect(now).toMatchObject({ openings, isOpening: false, failure: undefined });
  });

  test('drops a file that arrives after another was selected', async () => {
    await state().load(environmentId, first);
    const opening = state().open('left');
    state().showInWell(state().list?.media[1]?.id ?? '', 'left');
    await opening;
    expect(state().wells.left).toMatchObject({ opened: undefined, failure: undefined, isOpening: false });
  });

  test('keeps the selected file when the list is read again', async () => {
    await state().load(environmentId, first);
    const third = state().list?.media[2]?.id ?? '';
    state().showInWell(third, 'right');
    await state().load(environmentId, first, true);
    expect(state().wells.right.mediumId).toBe(third);
  });

  test('keeps nothing of a closed conversation, and the name of its raw list until then', async () => {
    await state().load(environmentId, first);
    await state().open('left');
    const { readingId, wells } = state();
    state().leave();
    expect(state()).toMatchObject({ readingId, wells: { left: { opened: undefined } } });
    expect(state().wells.left.mediumId).toBe(wells.left.mediumId);
    state().close();
    expect(state()).toMatchObject({ target: undefined, list: undefined, readingId: undefined });
    expect(state().wells.left.mediumId).toBeUndefined();
    await vi.waitUntil(() => count('media.close') === 1);
  });

  test('shows two files beside each other, and moves them together once they are locked', async () => {
    await state().load(environmentId, first);
    const [one, two] = state().list?.media.map(({ id }) => id) ?? [];
    state().showInWell(one ?? '', 'left');
    state().showInWell(two ?? '', 'right');
    expect(state().activeSlot).toBe('right');
    state().changeView('right', { zoom: 2, isInverted: true });
    expect(state().wells.left.view).toMatchObject({ zoom: 'fit', isInverted: false });
    state().setLocked(true);
    expect(state().wells.left.view).toMatchObject({ zoom: 2, isInverted: false });
    state().changeView('left', { rotation: 90, centre: { x: 0.2, y: 0.3 }, brightness: 2 });
    expect(state().wells.right.view).toMatchObject({
      rotation: 90,
      centre: { x: 0.2, y: 0.3 },
      brightness: 1,
      isInverted: true,
    });
    state().setLocked(false);
    state().changeView('left', { zoom: 4 });
    expect(state().wells.right.view.zoom).toBe(2);
    state().clearWell('right');
    expect(state()).toMatchObject({ activeSlot: 'left', wells: { right: { mediumId: undefined } } });
  });

  test('saves one file at a time, and reports a stopped save', async () => {
    await state().load(environmentId, first);
    const [one, two] = state().list?.media ?? [];
    const saving = state().save(one?.id ?? '', 'One');
    await state().save(two?.id ?? '', 'Two');
    expect(count('media.save')).toBe(1);
    expect(state().saving?.title).toBe('One');
    state().stopSaving();
    await saving;
    expect(state().saving?.done).toEqual({ text: 'Stopped. Nothing was saved.', tone: 'neutral' });
    state().forgetSaving();
    expect(state().saving).toBeUndefined();
  });
});
