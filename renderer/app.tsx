import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { ActionsProvider } from './actions/actions-context.tsx';
import { BridgeProvider } from './bridge/use-bridge.tsx';
import { colorSchemeManager } from './shell/color-scheme.ts';
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
      <StoresProvider stores={stores}>
        <BridgeProvider bridge={stores.bridge} queries={stores.queries}>
          <UiServicesProvider services={stores.ui}>
            <ActionsProvider store={stores.actions}>
              <Shell />
            </ActionsProvider>
            <LiveRegion store={stores.announcements} />
          </UiServicesProvider>
        </BridgeProvider>
      </StoresProvider>
    </MantineProvider>
  );
}
