import type { PlanStep } from '../../../preload/contract/deletion-runs.ts';
import type { Failure } from '../../failure.ts';
import type { ServiceClient } from '../../service/port.ts';
import type { LoginDigests } from '../login-digests.ts';
import type { SentRequests } from '../sent-requests.ts';
import type { CallSlot, CallSlots } from './call-slots.ts';
import type { StoredItem, StoredRun } from './run-requests.ts';
import type { RunStore } from './run-store.ts';

export interface StepDeps {
  run(): StoredRun;
  store: Pick<RunStore, 'apply'>;
  /**
   * The client of the run's environment.
   * @throws Failure if its settings changed since the run began
   */
  client(): ServiceClient;
  /** True if a call may be sent now. */
  maySend(): boolean;
  /** True while all requests of the run wait, for example as long as `Retry-After` asks. */
  isWaiting(): boolean;
  /** Makes all requests of the run wait from now on, before the result of this one is on disk. */
  waitFor(wait: { afterMs: number | undefined; failure: Failure }): void;
  /** Each request to the service takes one; a failed one is kept until its result was counted. */
  slots: CallSlots;
  signal: AbortSignal;
  logins: LoginDigests;
  sentRequests: SentRequests;
  /** True if another deletion of this conversation is in progress. */
  isUnderWay(conversationId: string): boolean;
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  holdMs: number;
  redact<T>(value: T): T;
}

/**
 * The result of a step. `blocked`: nothing can succeed before a person has changed something. `delayMs`: continue after this time.
 */
export interface StepResult {
  item: StoredItem;
  kind: 'succeeded' | 'failed' | 'blocked' | 'neutral';
  failure?: Failure | undefined;
  delayMs?: number | undefined;
  /** Of a request that failed: released once the result was counted, so that no other begins before a pause that it causes. */
  slot?: CallSlot | undefined;
}

/** The pause before the first repetition of a step, in milliseconds; it doubles with each further one. */
export const firstDelayMs = 500;

/**
 * The current step of an item.
 * @throws Error if the item has no step left
 */
export function stepOf(item: StoredItem): PlanStep {
  const step = item.plan[item.step];
  if (step === undefined) {
    throw new Error('An item has no step left.');
  }
  return step;
}
