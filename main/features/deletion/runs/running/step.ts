import type { DeletionMode } from '../../../../../preload/contract/deletion.ts';
import type { PlanStep } from '../../../../../preload/contract/deletion-runs.ts';
import type { Failure } from '../../../../common/failure.ts';
import type { ServiceClient } from '../../../../service/port.ts';
import type { LoginDigests } from '../../login-digests.ts';
import type { SentRequests } from '../../sent-requests.ts';
import type { StoredItem, StoredRun } from '../store/records.ts';
import type { RunStore } from '../store/run-store.ts';
import type { CallSlot, CallSlots } from './call-slots.ts';

export interface StepDeps {
  run(): StoredRun;
  store: Pick<RunStore, 'apply'>;
  /**
   * Returns the client of the run's environment.
   * @throws Failure if its settings changed since the run began
   */
  client(): ServiceClient;
  /** Returns whether a call may be sent now. */
  maySend(): boolean;
  /** Returns whether the run was cancelled: no call is ever sent again. */
  isCancelled(): boolean;
  /** Returns whether a user stopped the reading of results: each item ends with what is known. */
  isReadingStopped(): boolean;
  /** Returns whether no request of the run may begin now, for example as long as `Retry-After` asks. */
  isWaiting(): boolean;
  /** Makes all requests of the run wait from now on, before the result of this one is on disk. */
  waitFor(wait: { afterMs: number | undefined; failure: Failure }): void;
  /** The slots for requests to the service; that of a failed one is held until its result was counted. */
  slots: Pick<CallSlots, 'acquire'>;
  signal: AbortSignal;
  logins: LoginDigests;
  sentRequests: SentRequests;
  /** The position in `sentRequests` before the preview was read; undefined if that was in an earlier session. */
  previewedAt: number | undefined;
  /** Makes the run the only one that sends calls for a conversation. False while another run or a single deletion works on it. */
  take(conversationId: string): boolean;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  holdMs: number;
  redact<T>(value: T): T;
}

/**
 * The result of a step, on disk already. `answered`: the service gave its answer, which may be a refusal (409); the failures in a row begin
 * again at zero. `failed`: one more failure in a row, and the run pauses after as many as its pace allows. `blocked`: the run pauses, since
 * nothing can succeed before a user has changed something. `neutral`: counts as none of them. `delayMs`: continue after this time.
 */
export interface StepResult {
  item: StoredItem;
  kind: 'answered' | 'failed' | 'blocked' | 'neutral';
  failure?: Failure | undefined;
  delayMs?: number | undefined;
  /** The slot of a failed request, released once the result was counted, so that no other begins before a pause that it causes. */
  slot?: CallSlot | undefined;
}

/** The pause before the first repetition of a step, in milliseconds; it doubles with each further one. */
export const firstDelayMs = 500;

/**
 * Returns the current step of an item.
 * @throws Error if the item has no step left
 */
export function stepOf(item: StoredItem): PlanStep {
  const step = item.plan[item.step];
  if (step === undefined) {
    throw new Error('An item has no step left.');
  }
  return step;
}

/** Returns the member `mode` of a step, for what a read proves about it (rules.ts). */
export function modeOf(step: PlanStep): DeletionMode {
  return step === 'EXPIRE' ? 'EXPIRE' : 'DELETE_DATA';
}
