import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core';
import { useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { ActionsProvider } from './actions/actions-context.ts';
import { BridgeProvider } from './bridge/use-bridge.tsx';
import type { PreferenceState } from './preferences/preference-store.ts';
import { Shell } from './shell/shell.tsx';
import { type Stores, StoresProvider } from './stores.tsx';
import { theme } from './theme.ts';
import { LiveRegion } from './ui/live-region.tsx';
import { UiServicesProvider } from './ui/services.tsx';

export function App({ nonce, stores }: { nonce: string; stores: Stores }) {
  const [schemes] = useState(() => colorSchemeManager(stores.preferences));
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      getStyleNonce={() => nonce}
    >
      <StoresProvider value={stores}>
        <BridgeProvider bridge={stores.bridge} queries={stores.queries} announce={stores.ui.announce}>
          <UiServicesProvider value={stores.ui}>
            <ActionsProvider value={stores.actions}>
              <Shell />
            </ActionsProvider>
            <LiveRegion store={stores.announcements} />
          </UiServicesProvider>
        </BridgeProvider>
      </StoresProvider>
    </MantineProvider>
  );
}

/** Returns the theme as a preference, for the library of components. */
function colorSchemeManager(store: StoreApi<PreferenceState>): MantineColorSchemeManager {
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
