import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import type { MediaList as MediaListRead } from '../../../../preload/contract/media.ts';
import { MediaList } from '../../../../renderer/features/media/media-list.tsx';
import { NothingListed } from '../../../../renderer/features/media/media-list-notes.tsx';
import type { MediaState } from '../../../../renderer/features/media/media-state.ts';
import { mismatchesOf } from '../../../../renderer/features/media/media-titles.ts';
import { MediaWell } from '../../../../renderer/features/media/media-well.tsx';
import { SaveProgress } from '../../../../renderer/features/media/save-progress.tsx';
import { createMediaStore } from '../../../../renderer/features/media/store.ts';
import { ThumbnailStrip } from '../../../../renderer/features/media/thumbnail-strip.tsx';
import type { Contents } from '../../../../renderer/features/media/use-contents.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { render } from '../../../support/render.tsx';

let composed: Composed;
let list: MediaListRead;
let listed: MediaState;
let opened: MediaState;
let conversationId = '';
const environmentId = 'sandbox';

beforeAll(async () => {
  composed = await startComposed();
  const { samples } = await composed.bridge.invoke('conversations.samples', { environmentId });
  conversationId = samples.find(({ title }) => title.startsWith('Everything that can be'))?.id ?? '';
  const store = createMediaStore(composed.bridge);
  const target = { environmentId, conversationId };
  list = await composed.bridge.invoke('media.list', target);
  store.getState().showCase(target, list.media);
  listed = store.getState();
  await store.getState().open('left');
  opened = store.getState();
});
afterAll(() => composed.close());

const unchecked: Contents = {
  mismatches: new Map(),
  files: new Map(),
  isChecking: false,
  isComplete: false,
  isEnded: false,
  check: () => undefined,
};

/** The list, the left well and the strip as they show a state of the store. */
const panel = (
  state: MediaState,
  change: Partial<MediaState> = {},
  revealed = false,
  known: Partial<Contents> = {},
) => {
  const store = createStore(() => ({ ...state, ...change }));
  const { media, facts } = store.getState();
  const contents = { ...unchecked, ...known };
  const mismatched = mismatchesOf(media, facts, contents.mismatches);
  return render(
    <>
      <MediaList
        store={store}
        list={{ ...list, media: [...media] }}
        contents={contents}
        mismatches={mismatched}
        onReload={() => undefined}
        onShowRaw={() => undefined}
      />
      <SaveProgress store={store} />
      <MediaWell store={store} slot="left" />
      <ThumbnailStrip store={store} openSlots={['left']} mismatches={mismatched} onCheck={contents.check} />
    </>,
    { revealed },
  );
};
/** A change of the left well. */
const left = (change: Partial<MediaState['wells']['left']>): Partial<MediaState> => ({
  wells: { ...opened.wells, left: { ...opened.wells.left, ...change } },
});
const failure: FailureView = {
  code: 'connection-lost',
  message: 'The service cannot be reached.',
  retryable: true,
};

describe('the files of a conversation', () => {
  test('are listed by type with their count, and masked until requested', () => {
    const { text, buttons, html } = panel(listed);
    expect(text).toContain(`${list.media.length} files`);
    expect(text).toMatch(/Documents.*Face.*Report/);
    expect(text).toContain('Masked');
    expect(buttons).toContain('Show personal data');
    expect(html).not.toContain('<img');
  });

  test('are counted in the singular when there is one', () => {
    expect(panel(listed, { media: list.media.slice(0, 1) }).text).toMatch(/\b1 file\b/);
  });

  test('show a picture once revealed, with its tools', () => {
    expect(opened.wells.left.opened?.form).toBe('image');
    const { html, buttons } = panel(opened, {}, true);
    expect(html).toContain(`src="${opened.wells.left.opened?.address}"`);
    expect(buttons).toEqual(
      expect.arrayContaining(['Zoom in', 'Zoom out', 'Rotate right', 'Loupe', 'Save…']),
    );
    expect(buttons).not.toContain('Show personal data');
  });

  test('are marked in the strip as shown only where their well is in the page', () => {
    const [first, second] = list.media.map(({ id }) => id);
    const wells = {
      left: { ...listed.wells.left, mediumId: first },
      right: { ...listed.wells.right, mediumId: second },
    };
    const { html } = panel(listed, { wells });
    expect(html).toContain('shown left');
    expect(html).not.toContain('shown right');
  });

  test('report that a picture is incomplete', () => {
    expect(panel(opened, left({ arrival: { isCut: true } }), true).text).toContain('This file is incomplete');
    expect(panel(opened, left({ arrival: { isCut: false } }), true).text).not.toContain(
      'This file is incomplete',
    );
  });

  test('explain why a file is not shown, and that it can be saved', () => {
    const reason = 'Its content is not an image.';
    const shown = opened.wells.left.opened;
    const refused = shown && { ...shown, form: 'none' as const, reason };
    const { text, buttons } = panel(opened, left({ opened: refused }), true);
    expect(text).toContain(`${reason} You can save it; open it with care.`);
    expect(buttons).toContain('Save…');
  });

  test('offer another try when a file could not be read', () => {
    const noFile = panel(listed, left({ opened: undefined, failure }), true);
    expect(noFile.text).toContain(failure.message);
    expect(noFile.buttons).toEqual(expect.arrayContaining(['Try again', 'Save…']));
  });

  test.each([
    ['while the first bytes of many files are read', true, '12 of 250 checked'],
    ['when the first bytes of some could not be read', false, '238 could not be checked'],
  ])('say how many may not be what they claim, %s', (_when, isChecking, text) => {
    const media = Array.from({ length: 250 }, (_, index) => ({ id: `m${index}`, type: 'FACE' }));
    const files = media.slice(0, 12).map(({ id }) => [id, { mediaId: id, fileName: id }] as const);
    const known = { files: new Map(files), isChecking, isEnded: !isChecking };
    expect(panel(listed, { media }, false, known).text).toContain(text);
    const checked = panel(listed, { media }, false, { ...known, isChecking: false, isComplete: true });
    expect(checked.text).not.toMatch(/checked/);
  });

  test('are said to be unchecked where none could be checked, once the check ended', () => {
    expect(panel(listed, {}, false, { isEnded: true }).text).toContain(
      `${list.media.length} could not be checked`,
    );
    expect(panel(listed, {}, false).text).not.toMatch(/checked/);
  });

  test('of a small case are checked before anybody could read a number', () => {
    expect(panel(listed, {}, false, { isChecking: true }).text).not.toMatch(/checked/);
  });

  test.each([
    ['whole', 'No files'],
    ['in-part', 'The list of files could not be read'],
    ['not-at-all', 'The response contains no list of files'],
  ] as const)('if there are none: a list given %s shows “%s”', (given, title) => {
    const { text, buttons } = render(
      <NothingListed
        list={{ ...list, media: [], withoutId: [], others: {}, given }}
        onReload={() => undefined}
        onShowRaw={() => undefined}
      />,
    );
    expect(text).toContain(title);
    expect(buttons).toEqual(expect.arrayContaining(['Reload', 'Raw response']));
  });

  test('report how a save ended, and that a second one waits for the first', () => {
    const saving = { mediaId: 'm', title: 'Passport, front', since: 0, bytes: 1 };
    const { text, buttons } = panel(listed, {
      saving: { ...saving, done: { text: 'Saved as a.png.', tone: 'good' } },
    });
    expect(text).toContain('Passport, front: Saved as a.png.');
    expect(buttons).toContain('Dismiss');
    const folder = { ...saving, title: '2 files', files: { done: 2, of: 2 } };
    const ended = panel(listed, {
      saving: { ...folder, done: { text: '2 files saved in a.', tone: 'good' } },
    });
    expect(ended.text).toContain('2 files saved in a.');
    expect(ended.text).not.toContain('2 files: ');
    const save = (state: Partial<MediaState>) =>
      /<button[^>]*aria-label="Save…"[^>]*>/s.exec(panel(listed, state).html)?.[0] ?? '';
    expect(save({ saving })).toMatch(/disabled/);
    expect(save({ saving: undefined })).not.toMatch(/data-disabled/);
  });
});
