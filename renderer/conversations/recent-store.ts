import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RecentConversation } from '../../preload/contract/conversations.ts';
import type { FailureView } from '../../preload/contract/envelope.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';

export interface Sample {
  id: string;
  title: string;
}

/** What can be opened without pasting anything: the conversations opened before, and the sandbox's own. */
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
  /** Another environment was selected: nothing of this one's stays on offer. */
  leave(): void;
}

export function createRecentStore(bridge: BridgeClient): StoreApi<RecentState> {
  let current = new AbortController();
  const empty = { recent: [], samples: [], loading: true, failure: undefined };
  return createStore<RecentState>()((set, get) => ({
    environmentId: undefined,
    ...empty,
    async load(environmentId) {
      current.abort();
      const mine = new AbortController();
      current = mine;
      if (get().environmentId !== environmentId) {
        set({ environmentId, ...empty });
      }
      try {
        const options = { signal: mine.signal };
        const [{ recent }, { samples }] = await Promise.all([
          bridge.invoke('conversations.recent', { environmentId }, options),
          bridge.invoke('conversations.samples', { environmentId }, options),
        ]);
        if (current === mine) {
          set({ recent, samples, loading: false, failure: undefined });
        }
      } catch (error) {
        if (current === mine) {
          set({ failure: failureOf(error), loading: false });
        }
      }
    },
    async forget(conversationId) {
      const { environmentId } = get();
      if (environmentId === undefined) {
        return;
      }
      try {
        const { recent } = await bridge.invoke('conversations.forget', {
          environmentId,
          ...(conversationId === undefined ? {} : { conversationId }),
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
      current.abort();
      current = new AbortController();
      set({ environmentId: undefined, ...empty });
    },
  }));
}
