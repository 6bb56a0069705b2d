import type { Bridge } from '../../preload/contract/bridge.ts';
import { enterSession, keepEntryToken } from './entry.ts';
import { showNoEntry } from './no-entry.ts';
import { SocketBridge } from './socket.ts';

declare global {
  interface Window {
    /** Put there by the preload script where the host has one. */
    assay?: Bridge;
  }
}

/**
 * The host's own bridge where it gives one, else a socket to where the page came from. Undefined when this page was not let in; it
 * then shows how to get in.
 */
export async function connectBridge(): Promise<Bridge | undefined> {
  if (window.assay !== undefined) {
    return window.assay;
  }
  const keep = keepEntryToken();
  const session = await enterSession(keep);
  if (session === undefined) {
    showNoEntry();
    return undefined;
  }
  return new SocketBridge({
    address: `ws://${location.host}/bridge`,
    session,
    onEntryToken: keep,
  });
}
