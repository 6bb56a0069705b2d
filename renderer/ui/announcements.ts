import { createStore, type StoreApi } from 'zustand/vanilla';

/** Milliseconds for which a text stays in the page, so that it is read before the next one replaces it. */
export const stays = 500;
/** Milliseconds before the first text, in which the focus follows the same act: some screen readers drop what is announced before that. */
export const settles = 300;
/** Milliseconds before it is asked again whether focus and keys rest. */
export const asksAgain = 100;
/** Milliseconds for which Alt counts as held: its release is not seen in another window. */
const longestHold = 2000;

export interface AnnouncementState {
  text: string;
  /** Counts up, so that a repeated text is announced again. */
  count: number;
  /** Announces the result of an action of the user. */
  announce(text: string): void;
  /** Announces a change that the user did not make, after every result that waits. */
  announceCondition(text: string): void;
}

/** Runs something once, later, after this many milliseconds. */
type After = (ms: number, run: () => void) => unknown;

/**
 * Texts for screen readers, one after the other: none replaces another that was not read yet. Results that wait become one text, since some
 * screen readers drop the first of two. The first waits until `isAtRest`.
 */
export function createAnnouncementStore(after: After, isAtRest: () => boolean): StoreApi<AnnouncementState> {
  const results: string[] = [];
  const conditions: string[] = [];
  let isReading = false;
  return createStore<AnnouncementState>()((set, get) => {
    const next = () => {
      const text =
        results.length > 0 ? results.splice(0).join('. ').replaceAll('.. ', '. ') : conditions.shift();
      isReading = text !== undefined;
      if (text !== undefined) {
        set({ text, count: get().count + 1 });
        after(stays, next);
      }
    };
    const settle = () => (isAtRest() ? next() : after(asksAgain, settle));
    const add = (waiting: string[], text: string) => {
      if (text === '' || waiting.includes(text)) {
        return;
      }
      waiting.push(text);
      if (!isReading) {
        isReading = true;
        // Texts announced in the same moment are put in order meanwhile.
        after(settles, settle);
      }
    };
    return {
      text: '',
      count: 0,
      announce: (text) => add(results, text),
      announceCondition: (text) => add(conditions, text),
    };
  });
}

/**
 * Returns whether the focus of the window has rested and no key was pressed or released for a moment. Orca drops what is announced while Alt and a
 * digit are held, which switch pages in a browser.
 */
export function restOf(window: Window): () => boolean {
  let lastInput = Number.NEGATIVE_INFINITY;
  let isAltHeld = false;
  for (const kind of ['focusin', 'keydown', 'keyup'] as const) {
    const note = (event: FocusEvent | KeyboardEvent) => {
      lastInput = event.timeStamp;
      isAltHeld = 'altKey' in event ? event.altKey : isAltHeld;
    };
    window.addEventListener(kind, note, true);
  }
  return () => performance.now() - lastInput >= (isAltHeld ? longestHold : settles);
}
