import '@mantine/core/styles.layer.css';
import '../../renderer/theme.css';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { App } from '../../renderer/app.tsx';
import { createStores, type Stores } from '../../renderer/stores.tsx';
import { type FakeBridge, fakeBridge, type Replies } from './fake-bridge.ts';
import { firstReplies } from './first-replies.ts';
import { recordFocus, recordLiveRegions } from './live-regions.ts';

export interface OpenedWindow {
  bridge: FakeBridge;
  stores: Stores;
}

/** Opens the console's window at an address such as `#/settings`, with the replies of a first start but for those given. */
export async function openWindow(
  replies: Replies = {},
  { hash = '', environments }: { hash?: string; environments?: EnvironmentView[] } = {},
): Promise<OpenedWindow> {
  history.replaceState(null, '', hash || '#/');
  const bridge = fakeBridge({ ...firstReplies(environments && { environments }), ...replies });
  const stores = createStores(bridge, window);
  await stores.preferences.getState().load();
  const place = document.createElement('div');
  place.id = 'root';
  document.body.replaceChildren(place);
  const root = createRoot(place);
  const live = recordLiveRegions();
  const focus = recordFocus(place);
  root.render(<App nonce="" stores={stores} />);
  onTestFinished(async () => {
    const faults = [...(await focus.end()), ...bridge.faults, ...live.end()];
    root.unmount();
    // A copied text would be cleared a minute later, in another test.
    document.dispatchEvent(new Event('copy'));
    if (faults.length > 0) {
      throw new Error(faults.join('\n'));
    }
  });
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  return { bridge, stores };
}

/** Shows personal data in the whole window. */
export const showData = () => page.getByRole('button', { name: 'Show personal data' }).first().click();

/** Presses a key as a person does, such as `Control+k` or `Shift+J`. */
export async function press(keys: string): Promise<void> {
  const parts = keys.split('+');
  const last = parts.pop() ?? '';
  const held = parts.map((part) => `{${part}>}`).join('');
  const released = parts
    .map((part) => `{/${part}}`)
    .reverse()
    .join('');
  await userEvent.keyboard(`${held}${last.length > 1 ? `{${last}}` : last}${released}`);
}
