import { createStore, type StoreApi } from 'zustand/vanilla';

/** The milliseconds without use of the window after which personal data is masked again. */
export const maskAfter = 10 * 60_000;

export interface MaskState {
  /** When personal data is masked without further use, in milliseconds since the epoch; undefined while it is masked. */
  shownUntil: number | undefined;
  /** Counts how often everything was masked: what is shown on its own request, such as an expected signature, is hidden then. */
  timesMasked: number;
  show(): void;
  mask(): void;
}

export function isShown({ shownUntil }: MaskState): boolean {
  return shownUntil !== undefined;
}

/** The clock behind the mask: `after` runs a function once, later, and returns one that stops it. */
export interface MaskClock {
  after(ms: number, run: () => void): () => void;
}

/** The part of a window that reports that it is used. */
type UsedWindow = Pick<Window, 'addEventListener'>;

/** Holds whether personal data is shown in the whole console. It is masked until requested. */
export function createMaskStore(window: UsedWindow, clock: MaskClock): StoreApi<MaskState> {
  let stop: (() => void) | undefined;
  const store = createStore<MaskState>()((set, get) => {
    const mask = () => {
      stop?.();
      stop = undefined;
      set({ shownUntil: undefined, timesMasked: get().timesMasked + 1 });
    };
    return {
      shownUntil: undefined,
      timesMasked: 0,
      show() {
        stop?.();
        stop = clock.after(maskAfter, mask);
        set({ shownUntil: Date.now() + maskAfter });
      },
      mask,
    };
  });
  const used = () => {
    if (isShown(store.getState())) {
      store.getState().show();
    }
  };
  for (const event of ['keydown', 'pointerdown', 'wheel']) {
    window.addEventListener(event, used, { capture: true, passive: true });
  }
  return store;
}
