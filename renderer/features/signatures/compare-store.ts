import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { BodyInput, Comparison } from '../../../preload/contract/signatures.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';

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
  bodyInput: () => BodyInput | undefined,
): StoreApi<CompareState> {
  const latest = new LatestRequest();
  const blank = { busy: false, comparison: undefined, failure: undefined };
  return createStore<CompareState>()((set) => ({
    ...blank,
    async compare(environmentId) {
      const body = bodyInput();
      if (!body) {
        return;
      }
      set({ ...blank, busy: true });
      await latest.run((signal) => bridge.invoke('signatures.compare', { environmentId, body }, { signal }), {
        done: (comparison) => set({ comparison, busy: false }),
        failed: (failure) => set({ failure, busy: false }),
      });
    },
    reset() {
      latest.discard();
      set(blank);
    },
  }));
}
