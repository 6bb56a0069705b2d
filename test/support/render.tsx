import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createStore } from 'zustand/vanilla';
import { createActionStore } from '../../renderer/actions/action-store.ts';
import { ActionsProvider } from '../../renderer/actions/actions-context.ts';
import { createAwaitedRequests } from '../../renderer/bridge/awaited-requests.ts';
import type { BridgeClient } from '../../renderer/bridge/bridge-client.ts';
import { createQueryClient } from '../../renderer/bridge/query-client.ts';
import { BridgeProvider } from '../../renderer/bridge/use-bridge.tsx';
import type { MaskState } from '../../renderer/ui/mask-store.ts';
import { UiServicesProvider } from '../../renderer/ui/services.tsx';
import { createUndoStore } from '../../renderer/ui/undo-store.ts';

/** The output of a component: its markup, its text without tags, and the button labels in order. */
export interface Rendered {
  html: string;
  text: string;
  buttons: string[];
}

/** Nothing is read before the first rendering. */
const bridge: BridgeClient = {
  awaitedRequests: createAwaitedRequests(),
  invoke: () => new Promise(() => undefined),
  on: () => () => undefined,
  onConnectionLost: () => () => undefined,
};

const announce = () => undefined;

/** Renders a component once, without a browser, with everything masked or everything revealed. */
export function render(component: ReactNode, { revealed = false } = {}): Rendered {
  const mask = createStore<MaskState>()(() => ({
    shownUntil: revealed ? 1 : undefined,
    timesMasked: 0,
    show: async () => true,
    mask: () => undefined,
  }));
  const html = renderToString(
    <MantineProvider>
      <BridgeProvider bridge={bridge} queries={createQueryClient(bridge)} announce={announce}>
        <ActionsProvider value={createActionStore()}>
          <UiServicesProvider
            value={{
              mask,
              clipboard: { copy: async () => undefined },
              undo: createUndoStore(),
              announce,
              go: () => undefined,
              keptScroll: () => 0,
              place: () => '',
              watchScroll: () => () => undefined,
            }}
          >
            {component}
          </UiServicesProvider>
        </ActionsProvider>
      </BridgeProvider>
    </MantineProvider>,
  );
  const buttons = [...html.matchAll(/<button([^>]*)>(.*?)<\/button>/gs)].map(
    ([, attributes = '', content = '']) => /aria-label="([^"]*)"/.exec(attributes)?.[1] ?? textOf(content),
  );
  return { html, text: textOf(html), buttons };
}

function textOf(html: string): string {
  return html
    .replaceAll(/<style.*?<\/style>/gs, '')
    .replaceAll(/<kbd.*?<\/kbd>/gs, '')
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
