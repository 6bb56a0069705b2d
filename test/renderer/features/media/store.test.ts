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

/** Shows the files of a case as its page does. */
async function show(conversationId: string): Promise<void> {
  const target = { environmentId, conversationId };
  const { media } = await composed.bridge.invoke('media.list', target);
  state().showCase(target, media);
}

describe('the media store', () => {
  test('opens a file only on request, and releases its address when another is selected', async () => {
    await show(first);
    expect(count('media.open')).toBe(0);
    await state().open('left');
    expect(state().wells.left.opened?.address).toBeDefined();
    const other = state().media[1]?.id ?? '';
    state().showInWell(other, 'left');
    expect(state().wells.left).toMatchObject({ mediumId: other, opened: undefined });
    // It stays open for a while, and is closed with the view.
    expect(count('media.close')).toBe(0);
    state().close();
    expect(count('media.close')).toBe(1);
  });

  test('opens a file once for its two viewers, and once more on request', async () => {
    await show(first);
    const third = state().media[2]?.id ?? '';
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
    await show(first);
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
    await show(first);
    const opening = state().open('left');
    state().showInWell(state().media[1]?.id ?? '', 'left');
    await opening;
    expect(state().wells.left).toMatchObject({ opened: undefined, failure: undefined, isOpening: false });
  });

  test('keeps the selected file when the list is read again', async () => {
    await show(first);
    const third = state().media[2]?.id ?? '';
    state().showInWell(third, 'right');
    await show(first);
    expect(state().wells.right.mediumId).toBe(third);
  });

  test('keeps nothing of a conversation that is closed, or followed by another', async () => {
    await show(first);
    await state().open('left');
    state().close();
    expect(state()).toMatchObject({ target: undefined, media: [] });
    expect(state().wells.left.mediumId).toBeUndefined();
    await vi.waitUntil(() => count('media.close') === 1);
    await show(first);
    await state().open('left');
    await show(second);
    expect(state()).toMatchObject({ target: { conversationId: second }, media: [], facts: new Map() });
    expect(state().wells.left.mediumId).toBeUndefined();
    await vi.waitUntil(() => count('media.close') === 2);
  });

  test('shows two files beside each other, and moves them together once they are locked', async () => {
    await show(first);
    const [one, two] = state().media.map(({ id }) => id);
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
    await show(first);
    const [one, two] = state().media ?? [];
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
