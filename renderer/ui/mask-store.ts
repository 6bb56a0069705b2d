import { createStore, type StoreApi } from 'zustand/vanilla';

/** The milliseconds without use of the window after which revealed personal data is hidden again. */
export const revealFor = 5 * 60_000;
/** The milliseconds without focus of the window after which it is hidden, too. */
export const hideAfterBlur = 60_000;

export interface MaskState {
  /** Keys of the revealed data: `scope field` for one field, `scope *` for all of a scope. */
  revealed: ReadonlySet<string>;
  /** Counts how often everything was masked at once. */
  maskedAll: number;
  reveal(scope: string, field: string): void;
  revealAll(scope: string): void;
  hide(scope: string, field: string): void;
  /** Hides everything of one scope, or everything there is. */
  hideAll(scope?: string): void;
}

const keyOf = (scope: string, field: string) => `${scope}\u0000${field}`;

export function isRevealed(state: MaskState, scope: string, field: string): boolean {
  return state.revealed.has(keyOf(scope, '*')) || state.revealed.has(keyOf(scope, field));
}

export function isAllRevealed(state: MaskState, scope: string): boolean {
  return state.revealed.has(keyOf(scope, '*'));
}

/** Returns how many fields of a scope are shown; all of it counts as one. */
export function revealedIn({ revealed }: MaskState, scope: string): number {
  const prefix = keyOf(scope, '');
  return [...revealed].filter((key) => key.startsWith(prefix)).length;
}

/** The clock behind the mask: `after` runs a function once, later, and returns one that stops it. */
export interface MaskClock {
  after(ms: number, run: () => void): () => void;
}

/** The part of a window that reports whether it has the focus. */
type Focusable = Pick<Window, 'addEventListener'>;

/** Holds what is masked and what is shown. Everything is masked until it is requested. */
export function createMaskStore(window: Focusable, clock: MaskClock): StoreApi<MaskState> {
  const stops = new Map<string, () => void>();
  let stopBlur: (() => void) | undefined;

  const store = createStore<MaskState>()((set, get) => {
    const forget = (keys: Iterable<string>) => {
      const revealed = new Set(get().revealed);
      for (const key of keys) {
        stops.get(key)?.();
        stops.delete(key);
        revealed.delete(key);
      }
      set({ revealed });
    };
    const startTimer = (key: string) => {
      stops.get(key)?.();
      stops.set(
        key,
        clock.after(revealFor, () => forget([key])),
      );
    };
    const remember = (key: string) => {
      startTimer(key);
      set({ revealed: new Set(get().revealed).add(key) });
    };
    const used = () => {
      for (const key of get().revealed) {
        startTimer(key);
      }
    };
    for (const event of ['keydown', 'pointerdown', 'wheel']) {
      window.addEventListener(event, used, { capture: true, passive: true });
    }
    return {
      revealed: new Set<string>(),
      maskedAll: 0,
      reveal: (scope, field) => remember(keyOf(scope, field)),
      revealAll: (scope) => remember(keyOf(scope, '*')),
      hide: (scope, field) => forget([keyOf(scope, field)]),
      hideAll(scope) {
        if (scope === undefined) {
          set({ maskedAll: get().maskedAll + 1 });
        }
        const prefix = scope === undefined ? '' : keyOf(scope, '');
        const keys = [...get().revealed].filter((key) => key.startsWith(prefix));
        if (keys.length > 0) {
          forget(keys);
        }
      },
    };
  });

  window.addEventListener('blur', () => {
    stopBlur?.();
    stopBlur = clock.after(hideAfterBlur, () => store.getState().hideAll());
  });
  window.addEventListener('focus', () => {
    stopBlur?.();
    stopBlur = undefined;
  });
  return store;
}
