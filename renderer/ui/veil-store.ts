import { createStore, type StoreApi } from 'zustand/vanilla';
import { hideAfterBlur, type MaskClock } from './mask-store.ts';

export interface VeilState {
  /** Pictures and data are blurred: the window is not in use. */
  isVeiled: boolean;
  /** Blurs at once, as when the screen is locked; the next focus, key or press in the window ends it. */
  veil(): void;
}

type VeilWindow = Pick<Window, 'addEventListener'> & { document: Pick<Document, 'hasFocus'> };

/**
 * Blurs pictures and data until the window has the focus, and again when it has been without it for a minute. That what was shown
 * is masked as well is the mask's own (mask-store.ts): it keeps the values out of the page, this keeps what is still there from
 * being read from afar.
 */
export function createVeilStore(window: VeilWindow, clock: MaskClock): StoreApi<VeilState> {
  let stopTimer: (() => void) | undefined;
  const store = createStore<VeilState>()((set) => ({
    isVeiled: !window.document.hasFocus(),
    veil: () => set({ isVeiled: true }),
  }));
  const end = () => {
    stopTimer?.();
    stopTimer = undefined;
    if (store.getState().isVeiled) {
      store.setState({ isVeiled: false });
    }
  };
  window.addEventListener('focus', end);
  // After the screen was locked the window may have kept the focus all the time.
  window.addEventListener('keydown', end, true);
  window.addEventListener('pointerdown', end, true);
  window.addEventListener('blur', () => {
    stopTimer?.();
    stopTimer = clock.after(hideAfterBlur, () => store.getState().veil());
  });
  return store;
}
