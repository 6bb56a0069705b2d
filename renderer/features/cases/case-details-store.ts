import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CaseDetails } from '../../../preload/contract/cases.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';

export interface CaseDetailsState {
  target: { environmentId: string; conversationId: string } | undefined;
  /** Stays until the details of the next case are loaded. Null if the console does not know the case. */
  details: CaseDetails | null | undefined;
  failure: FailureView | undefined;
  show(environmentId: string, conversationId: string): Promise<void>;
  /** Reloads after an entry or a read. */
  refresh(): Promise<void>;
  leave(): void;
}

/** Creates the store of the console's own data about one case: findings, notes, labels and history. */
export function createCaseDetailsStore(bridge: BridgeClient): StoreApi<CaseDetailsState> {
  const latest = new LatestRequest();
  return createStore<CaseDetailsState>()((set, get) => ({
    target: undefined,
    details: undefined,
    failure: undefined,
    async show(environmentId, conversationId) {
      const { target } = get();
      const same = target?.environmentId === environmentId && target.conversationId === conversationId;
      if (!same) {
        set({ target: { environmentId, conversationId } });
      }
      await latest.run(
        (signal) => bridge.invoke('cases.get', { environmentId, conversationId }, { signal }),
        {
          done: (answer) => set({ details: answer.case ?? null, failure: undefined }),
          failed: (failure) => set(failure.code === 'cancelled' ? {} : { failure, details: undefined }),
        },
      );
    },
    async refresh() {
      const { target, show } = get();
      if (target) {
        await show(target.environmentId, target.conversationId);
      }
    },
    leave() {
      latest.discard();
      set({ target: undefined, details: undefined, failure: undefined });
    },
  }));
}
