import { createStore, type StoreApi } from 'zustand/vanilla';

/** Milliseconds for which a text stays in the page, so that it is read before the next one replaces it. */
export const stays = 500;
/**
 * Milliseconds before the first text in which the focus has not moved and no key was pressed or released: the focus follows the same act, and some
 * screen readers drop what is announced before that. Orca drops it while Alt and a digit are held, which switch pages in a browser.
 */
export const settles = 300;

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
 * screen readers drop the first of two. `sinceInput` returns for how many milliseconds focus and keys have rested.
 */
export function createAnnouncementStore(after: After, sinceInput: () => number): StoreApi<AnnouncementState> {
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
    const settle = () => {
      const left = settles - sinceInput();
      if (left > 0) {
        after(left, settle);
      } else {
        next();
      }
    };
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
