import { isConsolePage } from './addresses.ts';

/** The properties of a frame by which it is trusted. */
export interface SenderFrame {
  url: string;
  origin: string;
  parent: unknown;
  detached: boolean;
}

/**
 * Returns whether a message comes from the console's own page: its top frame, at its own address, still loaded (security
 * checklist 17). The frame is `null` once it has navigated or was removed.
 */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && !frame.detached && frame.parent === null && isConsolePage(frame.url);
}
