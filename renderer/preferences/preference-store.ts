import { createStore, type StoreApi } from 'zustand/vanilla';
import { defaultPreferences, type Preferences } from '../../preload/contract/application.ts';
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

function ignoreCallFailure(error: unknown): void {
  if (!(error instanceof CallFailure)) {
    throw error;
  }
}

/** Preferences. Main stores them: the browser host starts with empty page storage each time. */
export function createPreferenceStore(bridge: BridgeClient): StoreApi<PreferenceState> {
  let pending: Partial<Preferences> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  return createStore<PreferenceState>()((set) => {
    /** Stores changes. The reply is not applied: meanwhile the value may have changed again. One that cannot be stored still applies to this window. */
    const save = (changes: Partial<Preferences>) => {
      bridge.invoke('application.preferences', changes).catch(ignoreCallFailure);
    };
    return {
      ...defaultPreferences,
      load: () => bridge.invoke('application.preferences', {}).then(set, ignoreCallFailure),
      change(changes) {
        set(changes);
        save(changes);
      },
      changeDebounced(changes) {
        set(changes);
        pending = { ...pending, ...changes };
        clearTimeout(timer);
        timer = setTimeout(() => {
          const changed = pending;
          pending = {};
          save(changed);
        }, debounceMs);
      },
    };
  });
}
