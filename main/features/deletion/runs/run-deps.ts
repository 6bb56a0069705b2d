import type { ConversationOwners } from '../conversation-owners.ts';
import type { StepDeps } from './running/step.ts';
import type { RunCounts, StoredRun } from './store/records.ts';
import type { RunStore } from './store/run-store.ts';

/** The parts of the console that a run needs. */
export interface RunDeps
  extends Omit<
    StepDeps,
    | 'run'
    | 'maySend'
    | 'isCancelled'
    | 'isReadingStopped'
    | 'isWaiting'
    | 'waitFor'
    | 'slots'
    | 'signal'
    | 'take'
  > {
  stored: StoredRun;
  counts: RunCounts;
  store: Pick<RunStore, 'apply' | 'request'>;
  /** Milliseconds since the epoch. */
  heldUntil: number | undefined;
  /** True if the console was closed during the run. */
  isInterrupted: boolean;
  /** Monotonic clock, in milliseconds. */
  elapsed(): number;
  changed(): void;
  log(error: unknown): void;
  owners: ConversationOwners;
  /** Returns whether a single deletion of this conversation is in progress. */
  isUnderWay(conversationId: string): boolean;
}
