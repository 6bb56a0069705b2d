import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallEntry, Shell } from '../../../preload/contract/calls.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';

export interface CallsState {
  environmentId: string | undefined;
  /** Newest first. */
  calls: readonly CallEntry[];
  failure: FailureView | undefined;
  loading: boolean;
  filter: string;
  selectedId: number | undefined;
  /** Reads the calls of an environment and keeps them up to date until `leave`. */
  open(environmentId: string): void;
  leave(): void;
  setFilter(filter: string): void;
  select(id: number | undefined): void;
  clear(): void;
  /** Returns a call as a cURL command. @throws CallFailure */
  curl(id: number, shell: Shell): Promise<string>;
}

/** Creates the store of the calls of this session in the environment that is selected. */
export function createCallsStore(bridge: BridgeClient): StoreApi<CallsState> {
  let known = new Map<number, CallEntry>();
  let revision = 0;
  let reading: AbortController | undefined;
  let again = false;

  const store = createStore<CallsState>()((set, get) => {
    const reset = () => {
      reading?.abort();
      reading = undefined;
      again = false;
      known = new Map();
      revision = 0;
    };

    /** Reads what is new since the last time; what changes meanwhile is read once it is done. */
    async function read(): Promise<void> {
      const { environmentId } = get();
      if (environmentId === undefined) {
        return;
      }
      if (reading !== undefined) {
        again = true;
        return;
      }
      const abort = new AbortController();
      reading = abort;
      try {
        for (let more = true; more; ) {
          const answer = await bridge.invoke(
            'calls.list',
            { environmentId, after: revision },
            { signal: abort.signal },
          );
          if (reading !== abort) {
            return;
          }
          for (const call of answer.calls) {
            known.set(call.id, call);
          }
          for (const id of known.keys()) {
            if (id < answer.oldestId) {
              known.delete(id);
            }
          }
          ({ revision, more } = answer);
        }
        set({ calls: [...known.values()].sort((a, b) => b.id - a.id), failure: undefined, loading: false });
      } catch (error) {
        if (reading === abort) {
          set({ failure: failureOf(error), loading: false });
        }
      }
      if (reading === abort) {
        reading = undefined;
        if (again) {
          again = false;
          await read();
        }
      }
    }

    return {
      environmentId: undefined,
      calls: [],
      failure: undefined,
      loading: false,
      filter: '',
      selectedId: undefined,
      open(environmentId) {
        if (get().environmentId !== environmentId) {
          reset();
          set({ environmentId, calls: [], selectedId: undefined, loading: true, failure: undefined });
        }
        void read();
      },
      leave() {
        reset();
        set({ environmentId: undefined, calls: [], selectedId: undefined, filter: '' });
      },
      setFilter: (filter) => set({ filter }),
      select: (selectedId) => set({ selectedId }),
      clear() {
        const { environmentId } = get();
        if (environmentId === undefined) {
          return;
        }
        void bridge.invoke('calls.clear', { environmentId }).then(
          () => {
            reset();
            set({ calls: [], selectedId: undefined });
            void read();
          },
          (error: unknown) => set({ failure: failureOf(error) }),
        );
      },
      async curl(id, shell) {
        const { environmentId = '' } = get();
        return (await bridge.invoke('calls.curl', { environmentId, id, shell })).command;
      },
    };
  });

  bridge.on('calls.changed', ({ environmentIds }) => {
    const { environmentId, open } = store.getState();
    if (environmentId !== undefined && environmentIds.includes(environmentId)) {
      open(environmentId);
    }
  });
  return store;
}

/** Returns the calls in which every word of a filter occurs, and that are about a conversation where one is given. */
export function filterCalls(
  calls: readonly CallEntry[],
  filter: string,
  conversationId: string | undefined,
): readonly CallEntry[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && conversationId === undefined) {
    return calls;
  }
  return calls.filter((call) => {
    if (conversationId !== undefined && call.conversationId !== conversationId) {
      return false;
    }
    const text = [
      call.method,
      call.path,
      call.status,
      call.state,
      call.requestId,
      call.repeat,
      call.failure?.code,
    ]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
