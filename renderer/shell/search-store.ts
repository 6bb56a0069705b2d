import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CaseMatch } from '../../preload/contract/cases.ts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { LatestRequest } from '../bridge/latest-request.ts';

export interface CaseSearchState {
  /** The text that `matches` belong to; undefined until an answer came. */
  searched: string | undefined;
  /** Cases whose id, user key, document number or national id is exactly this text. */
  matches: readonly CaseMatch[];
  search(environmentId: string | undefined, text: string): void;
}

/** The longest text that can be a user key or a document number, in characters. */
const longest = 512;
/** Milliseconds after the last keystroke before the search. */
const pause = 60;

/** Creates the store of the cases of this console found by exactly the typed text. */
export function createCaseSearchStore(bridge: BridgeClient): StoreApi<CaseSearchState> {
  const latest = new LatestRequest();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const nothing = { searched: undefined, matches: [] };
  return createStore<CaseSearchState>()((set) => ({
    ...nothing,
    search(environmentId, typed) {
      const text = typed.trim();
      clearTimeout(timer);
      latest.discard();
      set(nothing);
      if (environmentId === undefined || text === '' || text.length > longest) {
        return;
      }
      timer = setTimeout(() => {
        void latest.run((signal) => bridge.invoke('cases.search', { environmentId, text }, { signal }), {
          done: ({ matches }) => set({ searched: text, matches }),
          // The text can still be opened as an id.
          failed: () => set({ searched: text, matches: [] }),
        });
      }, pause);
    },
  }));
}
