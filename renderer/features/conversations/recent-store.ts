import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RecentConversation } from '../../../preload/contract/conversations.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';

export interface Sample {
  id: string;
  title: string;
}

/** The conversations that can be opened without pasting an id: those opened before, and the sandbox's own. */
export interface RecentState {
  environmentId: string | undefined;
  recent: readonly RecentConversation[];
  samples: readonly Sample[];
  /** Nothing has been read for this environment yet. */
  loading: boolean;
  failure: FailureView | undefined;
  load(environmentId: string): Promise<void>;
  /** Forgets one, or all of the environment. */
  forget(conversationId?: string): Promise<void>;
  /** Called when another environment is selected: nothing of this one is offered any more. */
  leave(): void;
}

export function createRecentStore(bridge: BridgeClient): StoreApi<RecentState> {
  const latest = new LatestRequest();
  const empty = { recent: [], samples: [], loading: true, failure: undefined };
  return createStore<RecentState>()((set, get) => ({
    environmentId: undefined,
    ...empty,
    async load(environmentId) {
      if (get().environmentId !== environmentId) {
        set({ environmentId, ...empty });
      }
      await latest.run(
        (signal) =>
          Promise.all([
            bridge.invoke('conversations.recent', { environmentId }, { signal }),
            bridge.invoke('conversations.samples', { environmentId }, { signal }),
          ]),
        {
          done: ([{ recent }, { samples }]) => set({ recent, samples, loading: false, failure: undefined }),
          failed: (failure) => set({ failure, loading: false }),
        },
      );
    },
    async forget(conversationId) {
      const { environmentId } = get();
      if (environmentId === undefined) {
        return;
      }
      try {
        const { recent } = await bridge.invoke('conversations.forget', {
          environmentId,
          ...omitUndefined({ conversationId }),
        });
        if (get().environmentId === environmentId) {
          set({ recent, failure: undefined });
        }
      } catch (error) {
        if (get().environmentId === environmentId) {
          set({ failure: failureOf(error) });
        }
      }
    },
    leave() {
      latest.discard();
      set({ environmentId: undefined, ...empty });
    },
  }));
}
