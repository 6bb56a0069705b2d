import { createStore, type StoreApi } from 'zustand/vanilla';

/** The milliseconds without use of the window after which personal data is masked again. */
export const maskAfter = 10 * 60_000;

export interface MaskState {
  /** When personal data is masked without further use, in milliseconds since the epoch; undefined while it is masked. */
  shownUntil: number | undefined;
  /** Counts how often everything was masked: what is shown on its own request, such as an expected signature, is hidden then. */
  timesMasked: number;
  /** Returns whether personal data is shown: after the screen was locked, the system may ask who uses the console. */
  show(): Promise<boolean>;
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

/**
 * Holds whether personal data is shown in the whole console. It is masked until requested.
 *
 * @param afterMs the time without use that the policy of the company sets, `maskAfter` at most
 * @param unlock resolves to false where the system refuses; undefined where it asks nothing
 */
export function createMaskStore(
  window: UsedWindow,
  clock: MaskClock,
  unlock: () => Promise<boolean> | undefined = () => undefined,
  afterMs: () => number = () => maskAfter,
): StoreApi<MaskState> {
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
      async show() {
        const unlocking = isShown(get()) ? undefined : unlock();
        if (unlocking !== undefined && !(await unlocking)) {
          return false;
        }
        stop?.();
        const ms = afterMs();
        stop = clock.after(ms, mask);
        set({ shownUntil: Date.now() + ms });
        return true;
      },
      mask,
    };
  });
  const renew = () => {
    if (isShown(store.getState())) {
      void store.getState().show();
    }
  };
  for (const event of ['keydown', 'pointerdown', 'wheel']) {
    window.addEventListener(event, renew, { capture: true, passive: true });
  }
  return store;
}
