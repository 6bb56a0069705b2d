import type { DeletionMode } from '../../../preload/contract/deletion.ts';
import { holdsAnything } from '../../../preload/contract/objects.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import { isAboutAnother } from '../../../preload/wording/console-findings.ts';
import { isUserKeyHash } from '../records/receipts/receipt.ts';

/** The expected result by interface 3.3, as far as a read can tell. */
export interface Expectation {
  expectation: 'accepted' | 'refused' | 'unknown';
  statusDetail?: 'ConversationAlreadyFinished' | 'ConversationNotYetFinished' | 'ActiveSubscriptionExists';
}

/** Returns the rules of deletion (interface 3.1, 3.3), from the status and subscription just read. */
export function forecastOutcome(
  mode: DeletionMode,
  status: string | undefined,
  subscriptionActive: boolean,
): Expectation {
  const active = status === 'CREATED' || status === 'IN_PROGRESS';
  if (mode === 'EXPIRE') {
    if (status === 'FINISHED') {
      return { expectation: 'refused', statusDetail: 'ConversationAlreadyFinished' };
    }
    return { expectation: active ? 'accepted' : 'unknown' };
  }
  if (active) {
    return { expectation: 'refused', statusDetail: 'ConversationNotYetFinished' };
  }
  if (status !== 'FINISHED') {
    return { expectation: 'unknown' };
  }
  return subscriptionActive
    ? { expectation: 'refused', statusDetail: 'ActiveSubscriptionExists' }
    : { expectation: 'accepted' };
}

export function subscriptionIsActive(conversation: Conversation): boolean {
  return conversation.result?.aml?.subscription?.active === true;
}

/**
 * Returns true if a response proves that monitoring has ended: it has the product, and no subscription or one that says it is not active.
 * @param readWhole every member of the response was valid
 */
export function monitoringEnded({ result }: Conversation, readWhole: boolean): boolean {
  const subscription = result?.aml?.subscription;
  return (
    readWhole && result?.aml !== undefined && (subscription === undefined || subscription.active === false)
  );
}

/** The proof by a read after the DELETE: of the effect, of the applicant having finished first, or of neither. */
export type Proof = 'confirmed' | 'finished' | 'none';

/**
 * Returns what a conversation read after the DELETE proves. EXPIRE: by its status; a FINISHED one can no longer be
 * expired (interface 3.3). DELETE_DATA: by the absence of all data it held before. If it held none before, part of the
 * response was unreadable, or the response may not be this conversation's, missing data proves nothing.
 *
 * @param sent `hadData`: whether the conversation held data just before the DELETE
 * @param readWhole every member of the response was valid
 */
export function proofOf(
  sent: { mode: DeletionMode; hadData: boolean; conversationId: string },
  after: Conversation,
  readWhole: boolean,
): Proof {
  if (!isConversation(after, sent.conversationId)) {
    return 'none';
  }
  if (sent.mode === 'EXPIRE') {
    if (after.status === 'EXPIRED') {
      return 'confirmed';
    }
    return after.status === 'FINISHED' ? 'finished' : 'none';
  }
  return sent.hadData && readWhole && !holdsData(after) ? 'confirmed' : 'none';
}

/** Returns whether a response belongs to this conversation: by its id or, when it has none, by having a status. */
function isConversation({ id, status }: Conversation, conversationId: string): boolean {
  return id === undefined || id === '' ? Boolean(status) : !isAboutAnother(conversationId, id);
}

/** Returns whether the conversation has another user key than the preview showed. */
export function isOtherUserKey(expected: string | undefined, { userKey }: Conversation): boolean {
  const isGiven = typeof userKey === 'string' && userKey.trim() !== '';
  return expected !== undefined && isGiven && !isUserKeyHash(expected, userKey);
}

/** Members of a product that are not collected data. */
const withoutData: ReadonlySet<string> = new Set(['status', 'errors', 'causes', 'checks']);

/** Returns whether a response holds data of any product, including unknown products. */
export function holdsData(conversation: Conversation): boolean {
  return Object.values(conversation.result ?? {}).some((product) => {
    if (typeof product !== 'object' || product === null) {
      return holdsAnything(product);
    }
    return Object.entries(product).some(([name, value]) => !withoutData.has(name) && holdsAnything(value));
  });
}
