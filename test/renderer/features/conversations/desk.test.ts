import { describe, expect, test } from 'vitest';
import type { DeskArrangement } from '../../../../preload/contract/application.ts';
import type { MediaItem } from '../../../../preload/contract/service/metadata.ts';
import {
  dataWidth,
  defaultArrangement,
  limits,
  sizesOf,
} from '../../../../renderer/features/conversations/desk/arrangement.ts';
import { createDeskStore } from '../../../../renderer/features/conversations/desk/desk-store.ts';
import { filesFor, presetFor, sidesOf } from '../../../../renderer/features/conversations/desk/pictures.ts';
import { evidenceFiles, evidenceOf } from '../../../../renderer/features/conversations/findings/evidence.ts';

const file = (
  id: string,
  type: string,
  subtype = '',
  variant = '',
  contentType = 'image/jpeg',
): MediaItem => ({
  id,
  type,
  subtype,
  variant,
  contentType,
});
const front = file('front', 'DOCUMENT', 'PASSPORT', 'FRONT');
const back = file('back', 'DOCUMENT', 'PASSPORT', 'BACK');
const card = file('card', 'DOCUMENT', 'ID_CARD', 'FRONT');
const face = file('face', 'FACE');
const video = file('video', 'FACE', '', '', 'video/mp4');
const report = file('report', 'REPORT', '', '', 'application/pdf');

describe('the sizes of the desk', () => {
  const sizes = (width: number, arrangement: Partial<DeskArrangement> = {}) =>
    sizesOf({ ...defaultArrangement, ...arrangement }, 'document-face', { width, hasFiles: true });

  test('in a narrow window the right picture folds into the strip, unless the data are folded', () => {
    expect(sizes(1100)).toMatchObject({ right: 0, fitsRight: false, strip: 116 });
    expect(sizes(1100, { folded: ['data'] })).toMatchObject({ data: 0, fitsRight: false });
    expect(sizes(1100, { folded: ['data'] }).right).toBeGreaterThan(limits.well);
    expect(sizes(760, { folded: ['data'] }).right).toBeGreaterThan(limits.well / 2);
    expect(sizes(1820, { folded: ['right'] })).toMatchObject({ right: 0, fitsRight: true });
  });

  test.each([1440, 1820, 2460])('%i px are filled, and both pictures fit', (width) => {
    const { data, left, right } = sizes(width);
    expect(data + left + right + 2 * limits.splitter).toBe(width);
    expect(Math.min(left, right)).toBeGreaterThanOrEqual(limits.well - 1);
  });

  test('a part that was sized keeps to the available width', () => {
    expect(sizes(1000, { dataShares: { 'document-face': 0.9 } }).left).toBeGreaterThanOrEqual(limits.well);
    expect(dataWidth(5000, 1000)).toBe(1000 - limits.well - limits.splitter);
    expect(dataWidth(0, 1000)).toBe(limits.data);
    expect(sizes(1180, { stripHeight: 9999 }).strip).toBe(limits.strip.to);
  });

  test('without files there are only the data', () => {
    expect(sizesOf(defaultArrangement, 'front-back', { width: 900, hasFiles: false })).toMatchObject({
      data: 900,
      left: 0,
      right: 0,
      strip: 0,
    });
  });
});

describe('the preset of a case', () => {
  test.each([
    [[front, back, face], 'document-face'],
    [[front, back, report], 'front-back'],
    [[front, report], 'data-document'],
    [[report], 'data-document'],
    [[face], 'data-document'],
  ] as const)('is by its files where none was chosen (%#)', (files, preset) => {
    expect(presetFor(undefined, files)).toBe(preset);
  });

  test('is the one chosen last where the case has the files for it', () => {
    expect(presetFor('front-back', [front, back, face])).toBe('front-back');
    expect(presetFor('front-back', [front, face])).toBe('document-face');
    expect(presetFor('one-large', [])).toBe('one-large');
  });

  test('brings its files into the wells, pictures before videos, and the sides of one document', () => {
    expect(filesFor('document-face', [video, face, back, front])).toEqual({ left: 'front', right: 'face' });
    expect(filesFor('front-back', [card, front, back])).toEqual({ left: 'front', right: 'back' });
    expect(filesFor('data-document', [report, front])).toEqual({ left: 'front', right: undefined });
    expect(sidesOf([card, front], 'PASSPORT').front?.id).toBe('front');
  });
});

describe('the desk', () => {
  test('unfolds the data for a view of the case, and leaves it unfolded', () => {
    const store = createDeskStore(() => undefined);
    store.getState().choose('one-large');
    expect(store.getState().arrangement.folded).toContain('data');
    store.getState().unfold('data');
    store.getState().unfold('data');
    expect(store.getState().arrangement.folded).not.toContain('data');
  });

  test('keeps what was chosen, folded and sized, and the size of each preset of its own', () => {
    const kept: DeskArrangement[] = [];
    const store = createDeskStore((arrangement) => kept.push(arrangement));
    store.getState().choose('data-document');
    store.getState().resizeData(0.6);
    expect(kept).toHaveLength(1);
    store.getState().settle();
    store.getState().choose('front-back');
    store.getState().resizeData(0.3);
    store.getState().toggle('strip');
    const last = kept.at(-1);
    expect(last).toMatchObject({
      preset: 'front-back',
      dataShares: { 'data-document': 0.6, 'front-back': 0.3 },
    });
    expect(last?.folded).toEqual(['strip']);

    const next = createDeskStore(() => undefined);
    next.getState().restore(last);
    expect(next.getState().arrangement).toEqual(last);
    expect(next.getState().preset).toBe('front-back');
  });

  test('a case with other files folds by its own preset, and keeps what was folded by hand', () => {
    const store = createDeskStore(() => undefined);
    store.getState().choose('one-large');
    expect(store.getState().arrangement.folded).toEqual(['data', 'right']);
    store.getState().toggle('strip');
    store.getState().suit('document-face');
    expect(store.getState().arrangement.folded).toEqual(['strip']);
    expect(store.getState().arrangement.preset).toBe('one-large');
  });

  test('a case without a second file has no empty right picture, the first one opened nor one after a restart', () => {
    const kept: DeskArrangement[] = [];
    const store = createDeskStore((arrangement) => kept.push(arrangement));
    store.getState().suit('data-document');
    expect(store.getState().arrangement.folded).toEqual(['right']);
    store.getState().resizeLeft(0.4);
    store.getState().settle();
    store.getState().suit('document-face');
    expect(store.getState().arrangement.folded).toEqual([]);
    store.getState().settle();

    for (const arrangement of kept) {
      const next = createDeskStore(() => undefined);
      next.getState().restore(arrangement);
      next.getState().suit('document-face');
      expect(next.getState().arrangement.folded).toEqual([]);
      next.getState().suit('data-document');
      expect(next.getState().arrangement.folded).toEqual(['right']);
    }
  });

  test('what was folded by hand before any preset was chosen is folded after a restart', () => {
    const kept: DeskArrangement[] = [];
    const store = createDeskStore((arrangement) => kept.push(arrangement));
    store.getState().suit('document-face');
    store.getState().toggle('right');
    const next = createDeskStore(() => undefined);
    next.getState().restore(kept.at(-1));
    next.getState().suit('document-face');
    expect(next.getState().arrangement.folded).toEqual(['right']);
  });

  test('the data that made room for the right picture come back when it is empty, not after the desk was arranged', () => {
    const store = createDeskStore(() => undefined);
    store.getState().suit('document-face');
    store.getState().unfoldRight();
    expect(store.getState().arrangement.folded).toEqual(['data']);
    store.getState().restoreFolding();
    expect(store.getState().arrangement.folded).toEqual([]);
    store.getState().unfoldRight();
    store.getState().toggle('strip');
    store.getState().restoreFolding();
    expect(store.getState().arrangement.folded).toEqual(['data', 'strip']);
  });

  describe.each([
    ['data-document', 640],
    ['data-document', 1300],
    ['data-document', 2460],
    ['document-face', 1180],
    ['one-large', 1300],
  ] as const)('with “%s” at %i px', (preset, width) => {
    test('one press shows the right picture, the next one folds it and leaves the data as they were', () => {
      const kept: DeskArrangement[] = [];
      const store = createDeskStore((arrangement) => kept.push(arrangement));
      const press = () => {
        const { isRightShown, toggle, unfoldRight, settle } = store.getState();
        if (isRightShown) {
          toggle('right');
        } else {
          unfoldRight();
          settle();
        }
        const { right, fitsRight } = sizesOf(store.getState().arrangement, preset, { width, hasFiles: true });
        store.getState().showsRight(right > 0, fitsRight);
        return right > 0;
      };
      store.getState().choose(preset);
      const { data, fitsRight } = sizesOf(store.getState().arrangement, preset, { width, hasFiles: true });
      store.getState().showsRight(false, fitsRight);
      expect([press(), press(), press(), press()]).toEqual([true, false, true, false]);
      expect(sizesOf(store.getState().arrangement, preset, { width, hasFiles: true }).data).toBe(data);
      expect(kept.map(({ folded }) => folded.includes('data'))).toEqual(kept.map(() => data === 0));
    });
  });

  test('the data that made room for the right picture are shown beside a case with one picture', () => {
    const store = createDeskStore(() => undefined);
    store.getState().suit('document-face');
    store.getState().unfoldRight();
    store.getState().suit('data-document');
    expect(store.getState().arrangement.folded).toEqual(['right']);
  });

  test('lights the same place again', () => {
    const store = createDeskStore(() => undefined);
    store.getState().highlight(['a']);
    const first = store.getState().evidence;
    store.getState().highlight(['a']);
    expect(store.getState().evidence).not.toEqual(first);
    store.getState().leave();
    expect(store.getState().evidence).toBeUndefined();
  });
});

describe('the evidence of a finding', () => {
  const files = [front, back, card, face];

  test('a face is seen beside its document', () => {
    const evidence = evidenceOf({
      kind: 'cause',
      product: 'identity',
      code: 'SCAN_FACE_MISMATCH',
      weight: 90,
    });
    expect(evidenceFiles(evidence, files)).toEqual({ left: 'front', right: 'face' });
    expect(evidence.paths).toEqual(['result.identity.errors SCAN_FACE_MISMATCH', 'result.identity']);
  });

  test('an expired document is seen by its own pictures and its own place in the record', () => {
    const evidence = evidenceOf({ kind: 'document', product: 'identity', code: 'idCard', weight: 65 });
    expect(evidence.paths[0]).toBe('result.identity.user.person.ids.idCard');
    expect(evidenceFiles(evidence, files)).toEqual({ left: 'card', right: undefined });
  });

  test('a check leads to its field, and where that is not in the record to its row', () => {
    const evidence = evidenceOf({
      kind: 'check',
      product: 'identity',
      code: 'CONSISTENCY_CHECK',
      field: 'PERSON_IDS_NATIONAL_ID',
      weight: 70,
    });
    expect(evidence.paths).toEqual([
      'result.identity.user.person.ids.nationalId',
      'result.identity.checks CONSISTENCY_CHECK PERSON_IDS_NATIONAL_ID',
      'result.identity',
    ]);
  });

  test('a hit leads to its list, and takes no picture away', () => {
    const evidence = evidenceOf({ kind: 'aml', product: 'aml', code: 'PEP', weight: 90 });
    expect(evidence.paths[0]).toBe('result.aml.found PEP');
    expect(evidenceFiles(evidence, files)).toEqual({ left: undefined, right: undefined });
  });
});
