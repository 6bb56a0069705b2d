import type { ConversationOwners } from '../conversation-owners.ts';
import type { StepDeps, StepResult } from './running/call-sender.ts';
import type { RunCounts, StoredItem, StoredRun } from './store/records.ts';
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
  /** Follows a single deletion. */
  watch?: RunWatch | undefined;
  changed(): void;
  owners: ConversationOwners;
}

/** Receives the steps of a single deletion. */
export interface RunWatch {
  /** @throws Failure if nothing may be sent */
  checkSendable?(): void;
  /** Called when the first byte of its call is sent. */
  sent?(): void;
  /** Called when its call was not sent, with the failure if there was one; nothing was sent, unless `sent` was called. */
  notSent?(error: unknown): void;
  /** Called with an item before and after its call or a read. `isBlocked`: no read follows before a user changes something. */
  stepped(before: StoredItem, result: StepResult, isBlocked: boolean): void;
}
