import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { BodyAtHand, Comparison } from '../../preload/contract/signatures.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';

export interface CompareState {
  busy: boolean;
  comparison: Comparison | undefined;
  failure: FailureView | undefined;
  /** Reads the conversation from the service and sets it beside the callback's. */
  compare(environmentId: string): Promise<void>;
  reset(): void;
}

export function createCompareStore(
  bridge: BridgeClient,
  bodyAtHand: () => BodyAtHand | undefined,
): StoreApi<CompareState> {
  let current = new AbortController();
  const blank = { busy: false, comparison: undefined, failure: undefined };
  return createStore<CompareState>()((set) => ({
    ...blank,
    async compare(environmentId) {
      const body = bodyAtHand();
      if (!body) {
        return;
      }
      current.abort();
      const mine = new AbortController();
      current = mine;
      set({ ...blank, busy: true });
      try {
        const comparison = await bridge.invoke(
          'signatures.compare',
          { environmentId, body },
          { signal: mine.signal },
        );
        if (current === mine) {
          set({ comparison, busy: false });
        }
      } catch (error) {
        if (current === mine) {
          set({ failure: failureOf(error), busy: false });
        }
      }
    },
    reset() {
      current.abort();
      current = new AbortController();
      set(blank);
    },
  }));
}
