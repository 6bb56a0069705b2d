import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ListenerState } from '../../../preload/contract/callbacks.ts';
import type { BridgeClient } from '../../bridge/bridge-client.ts';

export interface ListenersState {
  /** The listeners that are on, of all environments. */
  listeners: readonly ListenerState[];
  load(): Promise<void>;
  stop(environmentId: string): Promise<void>;
}

/** Creates the store of the listeners for callbacks, which go on whatever is shown. */
export function createListenersStore(bridge: BridgeClient): StoreApi<ListenersState> {
  const store = createStore<ListenersState>()((set) => ({
    listeners: [],
    async load() {
      try {
        set(await bridge.invoke('callbacks.listeners', {}));
      } catch {
        // Shown again with the next event of a listener.
      }
    },
    async stop(environmentId) {
      try {
        await bridge.invoke('callbacks.stop', { environmentId });
      } catch {
        // It stays in the list as long as it is on.
      }
    },
  }));
  bridge.on('callbacks.changed', (changed) =>
    store.setState(({ listeners }) => {
      const others = listeners.filter(({ environmentId }) => environmentId !== changed.environmentId);
      return { listeners: changed.url === undefined ? others : [...others, changed] };
    }),
  );
  return store;
}
