import type { CallbackRow } from '../../preload/contract/callbacks.ts';
import type { PlausibilityFinding } from '../../preload/contract/plausibility.ts';

/** A received and verified callback, before it is kept: what the inbox (main/features/callbacks) gives to the list of cases. */
export interface NewCallback {
  /** Milliseconds since the epoch. */
  receivedAt: number;
  state: CallbackRow['state'];
  /** True if its signature is valid. */
  isGenuine: boolean;
  isKnown: boolean;
  answered: number | undefined;
  callbackId: string | undefined;
  conversationId: string | undefined;
  content: CallbackContent;
  body: Uint8Array;
  /** The findings of the console's own checks in its conversation. */
  checks?: readonly PlausibilityFinding[] | undefined;
}

/** The content kept sealed beside the body: the members of the row that are texts of the callback, and those that the inbox adds. */
export interface CallbackContent extends Pick<CallbackRow, 'source' | 'target' | 'event' | 'created'> {
  [name: string]: unknown;
}
