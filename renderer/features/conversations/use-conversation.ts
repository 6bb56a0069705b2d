import { useEffect } from 'react';
import type { CaseRow } from '../../../preload/contract/cases.ts';
import type { ErrorCode } from '../../../preload/contract/envelope.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../../environments/use-environment.ts';

/** The service no longer gives the conversation to this key: what was read before must not be shown any more, and its files would be refused too. */
export const takesAway: readonly ErrorCode[] = ['gone', 'not-found', 'forbidden', 'credentials-rejected'];
/** Database verification has results once its status has reached one of these (interface 4.8; PARTIAL by its meaning in 3.2). */
const sourcesReady = ['FINISHED', 'PARTIAL', 'FAILED'];

/**
 * Reads a conversation while it is shown. The last good response is kept while it is read again, and when that fails for a temporary reason.
 * With a response that is about another conversation (`isAboutAnother`), nothing may be done.
 */
export function useConversation(conversationId: string) {
  return useEnvironmentQuery(
    'conversations.open',
    { conversationId },
    { dropsReply: takesAway, structuralSharing: false },
  );
}

/** Reads database verification's sources (interface 4.8) once they are ready, and again after each response of the conversation. */
export function useDatabaseSources(conversationId: string) {
  const { data: reading } = useConversation(conversationId);
  const { data, refresh, ...query } = useEnvironmentQuery(
    'conversations.databaseSources',
    { conversationId },
    { enabled: false, structuralSharing: false },
  );
  const status = reading?.conversation.result?.databaseVerification?.status;
  const isReady = data !== undefined || (status !== undefined && sourcesReady.includes(status));
  // biome-ignore lint/correctness/useExhaustiveDependencies: each response of the conversation is followed by one read
  useEffect(() => {
    if (reading && isReady) {
      refresh();
    }
  }, [reading?.readingId]);
  return { ...query, refresh, data: reading && data };
}

/** Releases what main holds of a conversation, such as raw responses, when its page is left. */
export function useLeaving(conversationId: string): void {
  const { run } = useEnvironmentAction('conversations.leave', { conversationId });
  // biome-ignore lint/correctness/useExhaustiveDependencies: run once, when another conversation or page is shown
  useEffect(() => () => void run(), [conversationId]);
}

/**
 * Returns when a result that differs from the one on the page was read, by watching, a list or a callback; undefined if the page shows the latest.
 *
 * @param shownAt when the result on the page was received, ISO 8601
 */
export function newerResultAt(
  { changed, changedAt }: Pick<CaseRow, 'changed' | 'changedAt'>,
  shownAt: string | undefined,
): number | undefined {
  const isNewer = changed && changedAt !== undefined && shownAt !== undefined;
  return isNewer && changedAt > Date.parse(shownAt) ? changedAt : undefined;
}
