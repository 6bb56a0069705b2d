import type { ConversationOwners } from '../conversation-owners.ts';
import type { StepDeps } from './running/call-sender.ts';
import type { RunCounts, StoredRun } from './store/records.ts';
import type { RunStore } from './store/run-store.ts';

/** The parts of the console that a run needs. */
export interface RunDeps
  extends Pick<
    StepDeps,
    'client' | 'checkSendable' | 'logins' | 'sentRequests' | 'previewedAt' | 'newId' | 'now' | 'log'
  > {
  stored: StoredRun;
  counts: RunCounts;
  store: Pick<RunStore, 'apply' | 'request'>;
  /** The time in which a run can be cancelled before its first call, in milliseconds. */
  holdMs: number;
  /** Milliseconds since the epoch. */
  heldUntil: number | undefined;
  /** True if the console was closed during the run. */
  isInterrupted: boolean;
  /** Monotonic clock, in milliseconds. */
  elapsed(): number;
  /** Calls `action` after this many milliseconds unless the returned function was called. */
  later(ms: number, action: () => void): () => void;
  changed(): void;
  owners: ConversationOwners;
}
