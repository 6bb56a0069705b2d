import type { DeletionMode, DeletionStep } from '../../preload/contract/deletion.ts';
import type { Conversation } from '../../preload/contract/service/conversation.ts';
import { Failure } from '../failure.ts';
import type { ServiceClient } from '../service/port.ts';
import { effectIsSeen } from './rules.ts';
import { steps } from './words.ts';

/** Pauses before each look for the effect, in milliseconds; about a minute in all. */
export const pausesMs: readonly number[] = [0, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
/** After an unknown outcome fewer looks are enough: what was not done will not become done. */
export const settlingPausesMs: readonly number[] = [0, 1000, 3000, 6000];

export interface Watching {
  client: ServiceClient;
  conversationId: string;
  mode: DeletionMode;
  /** The conversation as read just before asking. */
  before: Conversation;
  signal: AbortSignal;
  tell(step: Omit<DeletionStep, 'at'>): void;
  /** Resolves after so many milliseconds, or at once when the signal is aborted. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Reads the conversation until the effect is seen. `seen`; `unchanged` when the last read still shows it as it was; `unread`
 * when no read came through. Stops early, with what is known, when the signal is aborted.
 */
export async function watchForEffect(
  watching: Watching,
  pauses: readonly number[],
): Promise<'seen' | 'unchanged' | 'unread'> {
  let known: 'unchanged' | 'unread' = 'unread';
  for (const [index, ms] of pauses.entries()) {
    await watching.pause(ms, watching.signal);
    if (watching.signal.aborted) return known;
    watching.tell({ step: 'reading', message: steps.reading, attempt: index + 1 });
    const look = await lookOnce(watching);
    if (look === 'seen') {
      watching.tell({ step: 'seen', message: steps.seen[watching.mode], attempt: index + 1 });
      return 'seen';
    }
    if (look === 'unchanged') known = 'unchanged';
  }
  watching.tell({ step: 'not-seen', message: steps.notSeen, attempt: pauses.length });
  return known;
}

async function lookOnce({
  client,
  conversationId,
  mode,
  before,
  signal,
}: Watching): Promise<'seen' | 'unchanged' | 'unread'> {
  try {
    const { value } = await client.readConversation(conversationId, { signal });
    return effectIsSeen(mode, before, value) ? 'seen' : 'unchanged';
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // Interface 7.3.5: removed data is answered with 410; 404 means the service knows nothing of it any more.
    const gone = error.code === 'gone' || error.code === 'not-found';
    return gone && mode === 'DELETE_DATA' ? 'seen' : 'unread';
  }
}
