import type { Bridge } from '../../preload/contract/bridge.ts';
import { entryOfTab, keep } from './entry.ts';
import { showNoEntry } from './no-entry.ts';
import { openSocketBridge } from './socket.ts';

declare global {
  interface Window {
    /** Put there by the preload script where the host has one. */
    assay?: Bridge;
  }
}

/**
 * Returns the host's own bridge where it gives one, else a socket to where the page came from. Undefined when this page was not let in; it
 * then shows how to get in.
 */
export async function connectBridge(): Promise<Bridge | undefined> {
  if (window.assay !== undefined) {
    return window.assay;
  }
  const entry = await entryOfTab();
  if (entry !== undefined) {
    const bridge = await openSocketBridge(new WebSocket(`ws://${location.host}/bridge`), entry);
    if (bridge !== undefined) {
      keep({ session: entry.session });
      return bridge;
    }
  }
  showNoEntry();
  return undefined;
}
