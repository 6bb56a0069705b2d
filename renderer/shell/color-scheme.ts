import type { MantineColorSchemeManager } from '@mantine/core';
import type { StoreApi } from 'zustand/vanilla';
import type { PreferenceState } from '../preferences/preference-store.ts';

/** Returns the theme as a preference, for the library of components. */
export function colorSchemeManager(store: StoreApi<PreferenceState>): MantineColorSchemeManager {
  let stop: (() => void) | undefined;
  return {
    get: () => store.getState().theme,
    set: (theme) => {
      if (theme !== store.getState().theme) {
        store.getState().change({ theme });
      }
    },
    subscribe(onUpdate) {
      stop = store.subscribe(({ theme }, before) => theme !== before.theme && onUpdate(theme));
    },
    unsubscribe: () => stop?.(),
    clear: () => store.getState().change({ theme: 'auto' }),
  };
}
