import type { Plausibility } from '../../preload/contract/plausibility.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';

/**
 * The checks, loaded with their libraries on first use to keep the start fast. Never rejects; if they cannot be loaded, the result is
 * empty and incomplete.
 */
export function lazyPlausibility(
  log: (error: unknown) => void,
): (conversation: Conversation, receivedAt: string) => Promise<Plausibility> {
  return async (conversation, receivedAt) => {
    try {
      const { checkPlausibility } = await import('./check-plausibility.ts');
      return checkPlausibility(conversation, receivedAt);
    } catch (error) {
      log(error);
      return { findings: [], comparisons: 0, complete: false };
    }
  };
}
