import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Preferences } from '../../preload/contract/application.ts';
import { type BridgeClient, CallFailure } from '../bridge/bridge-client.ts';

export interface PreferenceState extends Preferences {
  load(): Promise<void>;
  /** Takes effect at once, and is stored by main for the next start. */
  change(changes: Partial<Preferences>): void;
  /** Changes like `change`, for values that change many times a second, such as a dragged width: they are stored after the last change. */
  changeDebounced(changes: Partial<Preferences>): void;
}

/** Milliseconds after the last change before such a value is stored. */
const debounceMs = 300;

/** Preferences. Main stores them: the browser host starts with empty page storage each time. */
export function createPreferenceStore(bridge: BridgeClient): StoreApi<PreferenceState> {
  let pending: Partial<Preferences> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  return createStore<PreferenceState>()((set) => {
    const apply = async (changes: Partial<Preferences>) => {
      try {
        set(await bridge.invoke('application.preferences', changes));
      } catch (error) {
        // A preference that could not be stored still applies to this window.
        if (!(error instanceof CallFailure)) {
          throw error;
        }
      }
    };
    return {
      theme: 'auto',
      singleKeys: true,
      contentProtection: false,
      load: () => apply({}),
      change(changes) {
        set(changes);
        void apply(changes);
      },
      changeDebounced(changes) {
        set(changes);
        pending = { ...pending, ...changes };
        clearTimeout(timer);
        timer = setTimeout(() => {
          const changed = pending;
          pending = {};
          // The reply is not applied: meanwhile the value may have changed again.
          bridge.invoke('application.preferences', changed).catch(() => undefined);
        }, debounceMs);
      },
    };
  });
}
