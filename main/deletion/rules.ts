import type { DeletionMode } from '../../preload/contract/deletion.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';

/** What the service will answer, as far as interface 3.3 lets it be known from a read. */
export interface Expectation {
  expectation: 'accepted' | 'refused' | 'unknown';
  statusDetail?: 'ConversationAlreadyFinished' | 'ConversationNotYetFinished' | 'ActiveSubscriptionExists';
}

/** The rules of deletion (interface 3.1, 3.3), from the status and the subscription just read. */
export function expect(
  mode: DeletionMode,
  status: string | undefined,
  subscriptionActive: boolean,
): Expectation {
  const active = status === 'CREATED' || status === 'IN_PROGRESS';
  if (mode === 'EXPIRE') {
    if (status === 'FINISHED') return { expectation: 'refused', statusDetail: 'ConversationAlreadyFinished' };
    return { expectation: active ? 'accepted' : 'unknown' };
  }
  if (active) return { expectation: 'refused', statusDetail: 'ConversationNotYetFinished' };
  if (status !== 'FINISHED') return { expectation: 'unknown' };
  return subscriptionActive
    ? { expectation: 'refused', statusDetail: 'ActiveSubscriptionExists' }
    : { expectation: 'accepted' };
}

export function subscriptionIsActive(conversation: Conversation): boolean {
  return conversation.result?.aml?.subscription?.active === true;
}

/**
 * Whether a read shows the effect: for EXPIRE the status, for DELETE_DATA that data given `before` is no longer given. Where
 * there was none before, its absence proves nothing; then only a conversation that is gone (410, 404) does.
 */
export function effectIsSeen(mode: DeletionMode, before: Conversation, after: Conversation): boolean {
  if (mode === 'EXPIRE') return after.status === 'EXPIRED';
  return holdsData(before) && !holdsData(after);
}

/** Whether a reply still holds anything collected about the user. */
function holdsData(conversation: Conversation): boolean {
  const { identity, auth, aml, verify } = conversation.result ?? {};
  return [identity?.user, auth?.token, auth?.challenge, aml?.found, verify?.details].some(hasContent);
}

function hasContent(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return false;
  if (typeof value !== 'object') return true;
  return Object.values(value).some(hasContent);
}
