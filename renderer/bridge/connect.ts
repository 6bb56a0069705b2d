import type { Bridge } from '../../preload/contract/bridge.ts';
import { socketBridge } from './socket.ts';

declare global {
  interface Window {
    /** Put there by the preload script where the host has one. */
    assay?: Bridge;
  }
}

/** The host's own bridge where it gives one, else a socket to wherever the page came from. */
export async function connectBridge(): Promise<Bridge> {
  if (window.assay !== undefined) return window.assay;
  // An address opened a second time still carries its used-up token: it has no business in the address bar.
  if (location.hash.startsWith('#token=')) history.replaceState(null, '', '/');
  return socketBridge({ address: `ws://${location.host}/bridge` });
}
