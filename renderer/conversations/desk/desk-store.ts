import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeskArrangement, DeskPart, DeskPreset } from '../../../preload/contract/application.ts';
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
  highlighted: Evidence | undefined;
  /** The preset of the open case: the last chosen one, or one that suits its files. */
  preset: DeskPreset;
  /** The right picture is in the page: wanted, and it fits. */
  isRightShown: boolean;
  /** Says so, by the desk. */
  showsRight(isShown: boolean): void;
  /** The right picture is asked for: where it does not fit beside the data, they fold. */
  makeRoomForRight(): void;
  /** Restores the saved arrangement. */
  restore(kept: DeskArrangement | undefined): void;
  /** Applies a preset that suits the files, without saving it. */
  suit(preset: DeskPreset): void;
  choose(preset: DeskPreset): void;
  toggle(part: DeskPart): void;
  /** While a boundary is moved; `settle` keeps the result. */
  resizeData(share: number): void;
  resizeLeft(share: number): void;
  resizeStrip(pixels: number): void;
  settle(): void;
  /** Highlights a place in the data. */
  highlight(paths: readonly string[]): void;
  /** Called when another case is opened: removes the highlight. */
  leave(): void;
}

/**
 * The arrangement of the review desk: sizes, folded parts, preset. `keep` stores it.
 */
export function createDeskStore(keep: (arrangement: DeskArrangement) => void): StoreApi<DeskState> {
  return createStore<DeskState>()((set, get) => {
    const change = (changes: Partial<DeskArrangement>) =>
      set({ arrangement: { ...get().arrangement, ...changes } });
    const settle = () => keep(get().arrangement);
    const share = (value: number) => Math.round(between(value, 0.1, 0.9) * 1000) / 1000;
    return {
      arrangement: defaultArrangement,
      highlighted: undefined,
      preset: 'data-document',
      isRightShown: false,
      showsRight: (isRightShown) => set({ isRightShown }),
      makeRoomForRight() {
        const { arrangement, isRightShown } = get();
        if (isRightShown) {
          return;
        }
        const { folded } = arrangement;
        change({
          folded: folded.includes('right') ? folded.filter((part) => part !== 'right') : [...folded, 'data'],
        });
      },
      restore(kept) {
        if (kept) {
          set({ arrangement: kept, preset: kept.preset ?? get().preset });
        }
      },
      suit(preset) {
        const { arrangement, preset: before } = get();
        if (preset === before) {
          return;
        }
        // What the user folded stays folded; what a preset folded does not.
        const byHand = arrangement.folded.filter((part) => !foldedBy[before].includes(part));
        change({ folded: [...new Set([...byHand, ...foldedBy[preset]])] });
        set({ preset });
      },
      choose(preset) {
        const strip = get().arrangement.folded.filter((part) => part === 'strip');
        change({ preset, folded: [...foldedBy[preset], ...strip] });
        set({ preset });
        settle();
      },
      toggle(part) {
        const { folded } = get().arrangement;
        change({ folded: folded.includes(part) ? folded.filter((one) => one !== part) : [...folded, part] });
        settle();
      },
      resizeData(wanted) {
        const { arrangement, preset } = get();
        change({ dataShares: { ...arrangement.dataShares, [preset]: share(wanted) } });
      },
      resizeLeft: (wanted) => change({ leftShare: share(wanted) }),
      resizeStrip: (pixels) =>
        change({ stripHeight: Math.round(between(pixels, limits.strip.from, limits.strip.to)) }),
      settle,
      highlight: (paths) => set({ highlighted: { paths, times: (get().highlighted?.times ?? 0) + 1 } }),
      leave: () => set({ highlighted: undefined }),
    };
  });
}
