import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CasesStatus } from '../../preload/contract/cases.ts';
import type { BridgeClient } from '../bridge/bridge-client.ts';
import { LatestRequest } from '../bridge/latest-request.ts';

export interface StorageState {
  /** The storage of the cases of the selected environment. */
  status: CasesStatus | undefined;
  load(environmentId: string): Promise<void>;
}

/** Creates the store of the place where the list of cases is kept. */
export function createStorageStore(bridge: BridgeClient): StoreApi<StorageState> {
  const latest = new LatestRequest();
  return createStore<StorageState>()((set) => ({
    status: undefined,
    load: (environmentId) =>
      latest.run((signal) => bridge.invoke('cases.status', { environmentId }, { signal }), {
        done: (status) => set({ status }),
        // The list itself shows why it cannot be read.
        failed: () => set({ status: undefined }),
      }),
  }));
}
