import type { RecentConversation } from '../../preload/contract/conversations.ts';

/** Recently opened conversations: ids, times and the last known status; no personal data. */
export interface Recents {
  /** `at` in milliseconds since the epoch. Without a status the last known one is kept. */
  remember(seen: {
    environmentId: string;
    conversationId: string;
    status?: string | undefined;
    at: number;
  }): void;
  /** Newest first. */
  list(environmentId: string): RecentConversation[];
  /** Removes one conversation, or all of an environment. */
  forget(environmentId: string, conversationId?: string): void;
}
