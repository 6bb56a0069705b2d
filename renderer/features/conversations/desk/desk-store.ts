import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskArrangement, DeskPart, DeskPreset } from '../../../../preload/contract/application.ts';
import { between, defaultArrangement, foldedBy, limits } from './arrangement.ts';

/** The place of a value in the data: the path of a field, a list or a product. */
export interface Evidence {
  /** The most exact path first; the next one is used if it is not on the page. */
  paths: readonly string[];
  /** Increases with each request, so that the same place can be requested again. */
  times: number;
}

export interface DeskState {
  arrangement: DeskArrangement;
  evidence: Evidence | undefined;
  /** The preset of the open case: the last chosen one, or one that suits its files. */
  preset: DeskPreset;
  /** The part that was asked for last; `times` increases with each request, also for the same again. */
  request: { part: DeskPart | 'left'; times: number };
  /** True if the right picture is in the page: wanted, and with enough room. */
  isRightShown: boolean;
  /** Records whether the right picture is in the page, and whether there is room for it beside the data. */
  showsRight(isShown: boolean, fits: boolean): void;
  /** Unfolds the right picture; where it does not fit beside the data, folds the data. */
  unfoldRight(): void;
  /** Undoes `unfoldRight` when the right picture is empty again, unless the arrangement was changed since. */
  restoreFolding(): void;
  /** Restores the saved arrangement. */
  restore(arrangement: DeskArrangement | undefined): void;
  /** Applies a preset that suits the files, without saving it. */
  suit(preset: DeskPreset): void;
  /** Brings a part into view where the parts are below one another. */
  ask(part: DeskPart | 'left'): void;
  choose(preset: DeskPreset): void;
  /** Folds or unfolds a part. Data folded to make room for the right picture unfold when it is folded. */
  toggle(part: DeskPart): void;
  unfold(part: DeskPart): void;
  /** Resizes while a boundary is moved; `settle` keeps the result. */
  resizeData(share: number): void;
  resizeLeft(share: number): void;
  resizeStrip(pixels: number): void;
  settle(): void;
  /** Highlights a place in the data. */
  highlight(paths: readonly string[]): void;
  /** Called when another case is opened: removes the highlight. */
  leave(): void;
}

/** The preset of a desk for which none was chosen. */
const firstPreset: DeskPreset = 'data-document';

/**
 * Creates the store of the arrangement of the review desk: sizes, folded parts, preset. `keep` stores it.
 */
export function createDeskStore(keep: (arrangement: DeskArrangement) => void): StoreApi<DeskState> {
  return createStore<DeskState>()((set, get) => {
    const change = (changes: Partial<DeskArrangement>) =>
      set({ arrangement: { ...get().arrangement, ...changes } });
    // The preset whose folded parts are among those of the arrangement.
    let lastPreset: DeskPreset | undefined = firstPreset;
    // The change by `unfoldRight`.
    let foldChange: { before: DeskArrangement['folded']; after: DeskArrangement['folded'] } | undefined;
    const foldedByHand = () => {
      const { folded } = get().arrangement;
      const ofPreset = lastPreset === undefined ? [] : foldedBy[lastPreset];
      return folded.filter((part) => !ofPreset.includes(part));
    };
    let fitsRight = false;
    // True while the data are folded only to make room for the right picture.
    let dataGaveWay = false;
    const withDataBack = (parts: readonly DeskPart[]) =>
      parts.filter((part) => !(dataGaveWay && part === 'data'));
    const foldedWith = (preset: DeskPreset | undefined) => {
      const ofPreset = preset === undefined ? [] : foldedBy[preset];
      const byHand = foldedByHand();
      return [...new Set([...(ofPreset.includes('right') ? withDataBack(byHand) : byHand), ...ofPreset])];
    };
    /** Saves the arrangement without parts that the preset of this one case or the right picture folded. */
    const settle = () => {
      const { arrangement } = get();
      foldChange = undefined;
      const parts = lastPreset === arrangement.preset ? arrangement.folded : foldedWith(arrangement.preset);
      keep({ ...arrangement, folded: withDataBack(parts) });
    };
    const share = (value: number) => Math.round(between(value, 0.1, 0.9) * 1000) / 1000;
    return {
      arrangement: { ...defaultArrangement, folded: [...foldedBy[firstPreset]] },
      evidence: undefined,
      preset: firstPreset,
      request: { part: 'data', times: 0 },
      isRightShown: false,
      showsRight(isRightShown, fits) {
        fitsRight = fits;
        set({ isRightShown });
      },
      unfoldRight() {
        const { arrangement, isRightShown } = get();
        if (isRightShown) {
          return;
        }
        const { folded } = arrangement;
        const after = folded.filter((part) => part !== 'right');
        if (!fitsRight && !after.includes('data')) {
          after.push('data');
          dataGaveWay = true;
        }
        foldChange = { before: folded, after };
        change({ folded: after });
      },
      restoreFolding() {
        if (foldChange && foldChange.after === get().arrangement.folded) {
          change({ folded: foldChange.before });
          dataGaveWay = false;
        }
        foldChange = undefined;
      },
      restore(stored) {
        if (stored) {
          lastPreset = stored.preset;
          dataGaveWay = false;
          set({ arrangement: stored, preset: stored.preset ?? get().preset });
        }
      },
      suit(preset) {
        if (preset === lastPreset) {
          return;
        }
        // Parts folded by the user stay folded; those folded by a preset do not.
        change({ folded: foldedWith(preset) });
        lastPreset = preset;
        set({ preset });
      },
      ask: (part) => set({ request: { part, times: get().request.times + 1 } }),
      choose(preset) {
        const strip = get().arrangement.folded.filter((part) => part === 'strip');
        dataGaveWay = false;
        change({ preset, folded: [...foldedBy[preset], ...strip] });
        lastPreset = preset;
        set({ preset });
        get().ask(preset === 'data-document' ? 'data' : 'left');
        settle();
      },
      toggle(part) {
        const { folded } = get().arrangement;
        if (folded.includes(part)) {
          change({ folded: folded.filter((one) => one !== part) });
          get().ask(part);
        } else {
          change({ folded: [...(part === 'right' ? withDataBack(folded) : folded), part] });
        }
        dataGaveWay &&= part === 'strip';
        settle();
      },
      unfold(part) {
        if (get().arrangement.folded.includes(part)) {
          get().toggle(part);
        }
      },
      resizeData(target) {
        const { arrangement, preset } = get();
        change({ dataShares: { ...arrangement.dataShares, [preset]: share(target) } });
      },
      resizeLeft: (target) => change({ leftShare: share(target) }),
      resizeStrip: (pixels) =>
        change({ stripHeight: Math.round(between(pixels, limits.strip.from, limits.strip.to)) }),
      settle,
      highlight: (paths) => set({ evidence: { paths, times: (get().evidence?.times ?? 0) + 1 } }),
      leave: () => set({ evidence: undefined }),
    };
  });
}
