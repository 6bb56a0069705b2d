import type { RecentConversation } from '../../preload/contract/conversations.ts';

/** Where opened conversations are remembered: ids, times and the last status seen, no personal data. */
export interface Recents {
  /** `at` in milliseconds since the epoch. Without a status the last known one stays. */
  remember(seen: {
    environmentId: string;
    conversationId: string;
    status?: string | undefined;
    at: number;
  }): void;
  /** Newest first. */
  list(environmentId: string): RecentConversation[];
  /** One, or all of an environment. */
  forget(environmentId: string, conversationId?: string): void;
}
