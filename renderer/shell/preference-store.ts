import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Preferences } from '../../preload/contract/application.ts';
import { type BridgeClient, CallFailure } from '../bridge/bridge-client.ts';

export interface PreferenceState extends Preferences {
  load(): Promise<void>;
  /** Holds at once, and is kept by main for the next start. */
  change(changes: Partial<Preferences>): void;
}

/** How the person wants the window. Main keeps it: a page's own storage is another one at each start of the browser host. */
export function createPreferenceStore(bridge: BridgeClient): StoreApi<PreferenceState> {
  return createStore<PreferenceState>()((set) => {
    const ask = async (changes: Partial<Preferences>) => {
      try {
        set(await bridge.invoke('application.preferences', changes));
      } catch (error) {
        // A choice that could not be kept still holds in this window.
        if (!(error instanceof CallFailure)) {
          throw error;
        }
      }
    };
    return {
      theme: 'auto',
      singleKeys: true,
      contentProtection: false,
      load: () => ask({}),
      change(changes) {
        set(changes);
        void ask(changes);
      },
    };
  });
}
