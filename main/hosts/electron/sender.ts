import { isConsolePage } from './addresses.ts';

/** What must be known of a frame to believe it. */
export interface SenderFrame {
  url: string;
  origin: string;
  parent: unknown;
  detached: boolean;
}

/**
 * Whether a message comes from the console's own page: its top frame, at its own address, still there (security
 * checklist 17). The frame is `null` once it has navigated or gone, and then nobody is to be answered.
 */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && !frame.detached && frame.parent === null && isConsolePage(frame.url);
}
