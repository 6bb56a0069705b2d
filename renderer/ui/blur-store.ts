import { createStore, type StoreApi } from 'zustand/vanilla';
import type { MaskClock } from './mask-store.ts';

/** The milliseconds without focus of the window after which it is blurred. */
export const blurAfter = 60_000;

export interface BlurState {
  /** Pictures and data are blurred: the window is not in use. */
  isBlurred: boolean;
  /** Blurs at once, as when the screen is locked; the next focus, key or press in the window ends it. */
  blur(): void;
}

type BlurWindow = Pick<Window, 'addEventListener'> & { document: Pick<Document, 'hasFocus'> };

/**
 * Blurs pictures and data until the window has the focus, and again when it has been without it for a minute. The mask
 * (mask-store.ts) keeps the values out of the page; this keeps those in the page from being read from afar.
 */
export function createBlurStore(window: BlurWindow, clock: MaskClock): StoreApi<BlurState> {
  let stopTimer: (() => void) | undefined;
  const store = createStore<BlurState>()((set) => ({
    isBlurred: !window.document.hasFocus(),
    blur: () => set({ isBlurred: true }),
  }));
  const end = () => {
    stopTimer?.();
    stopTimer = undefined;
    if (store.getState().isBlurred) {
      store.setState({ isBlurred: false });
    }
  };
  window.addEventListener('focus', end);
  // After the screen was locked the window may have kept the focus all the time.
  window.addEventListener('keydown', end, true);
  window.addEventListener('pointerdown', end, true);
  window.addEventListener('blur', () => {
    stopTimer?.();
    stopTimer = clock.after(blurAfter, () => store.getState().blur());
  });
  return store;
}
