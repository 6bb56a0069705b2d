import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApplicationInfo } from '../../preload/contract/application.ts';
import { type BridgeClient, CallFailure } from '../bridge/bridge-client.ts';

export interface ApplicationState {
  info: ApplicationInfo | undefined;
  /** The connection to main. When it is lost, only a new load of the page connects again. */
  connection: 'up' | 'lost';
  load(): Promise<void>;
}

/** Creates the store of the application's versions and capabilities, and whether main can be reached. */
export function createApplicationStore(bridge: BridgeClient): StoreApi<ApplicationState> {
  const store = createStore<ApplicationState>()((set) => ({
    info: undefined,
    connection: 'up',
    async load() {
      try {
        set({ info: await bridge.invoke('application.info', {}) });
      } catch (error) {
        // The window still works, with no capabilities of the host.
        if (!(error instanceof CallFailure)) {
          throw error;
        }
      }
    },
  }));
  bridge.on('application.changed', () => void store.getState().load());
  bridge.onConnectionLost(() => store.setState({ connection: 'lost' }));
  return store;
}
