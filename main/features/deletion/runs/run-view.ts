import {
  type DeletionRun,
  type ItemOutcome,
  itemOutcomes,
  missedAfterMs,
  type RunState,
} from '../../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { RunFailures } from './running/call-slots.ts';
import { itemsIn, type RunCounts, type StoredRun } from './store/records.ts';

/** The stored run and its progress, from which its view is made. */
export interface RunProgress {
  stored: StoredRun;
  counts: RunCounts;
  /** Items counted as waiting whose call has left. */
  leaving: number;
  /** Requests in progress. */
  jobs: number;
  /** Conversations to send that another run works on. */
  heldByOthers: number;
  failures: Pick<RunFailures, 'areReadsBlocked' | 'resumesAt' | 'stop' | 'waitAt'>;
  /** The end of the hold in milliseconds since the epoch. */
  heldUntil: number | undefined;
  /** Now by the monotonic clock, in milliseconds. */
  elapsed: number;
  /** Items finished per second, over the last seconds. */
  perSecond: number;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Returns the state of a run for the window. */
function runStateOf({
  stored: { state, startsAt = 0 },
  counts: { waiting, underWay },
  ...run
}: RunProgress): RunState {
  if (state === 'done' || (waiting === 0 && underWay === 0 && run.jobs === 0)) {
    return 'done';
  }
  if (state === 'planned') {
    return run.now - startsAt > missedAfterMs ? 'missed' : state;
  }
  if (state === 'holding' || state === 'interrupted' || state === 'paused') {
    return state;
  }
  if (run.failures.resumesAt > run.elapsed) {
    return 'waiting';
  }
  if (state === 'open' && waiting > 0 && underWay === 0 && run.heldByOthers === waiting) {
    return 'waiting';
  }
  return state === 'cancelled' || (waiting === 0 && run.jobs === 0) ? 'settling' : 'running';
}

/** Returns a run for the window. */
export function runViewOf(progress: RunProgress): DeletionRun {
  const { perSecond, now, leaving } = progress;
  const { areReadsBlocked, resumesAt, stop } = progress.failures;
  const { runId, environmentId, environmentName, mode, reason, pace, createdAt, startsAt } = progress.stored;
  const { outcomes, expired, leftOut } = progress.counts;
  const waiting = progress.counts.waiting - leaving;
  const underWay = progress.counts.underWay + leaving;
  const state = runStateOf(progress);
  const wait = progress.failures.waitAt(progress.elapsed);
  const isPausing = state === 'waiting' && wait !== undefined;
  const isStopped = state === 'paused' || (state !== 'done' && areReadsBlocked);
  const rate = state === 'running' || state === 'settling' ? perSecond : 0;
  return {
    runId,
    environmentId,
    environmentName,
    mode,
    reason,
    state,
    pace,
    total: itemsIn(progress.counts),
    waiting,
    underWay,
    outcomes: Object.fromEntries(itemOutcomes.map((outcome) => [outcome, outcomes[outcome] ?? 0])) as Record<
      ItemOutcome,
      number
    >,
    expired,
    rate,
    heldByOthers: progress.heldByOthers,
    leftOut,
    createdAt,
    ...omitUndefined({
      secondsLeft: rate > 0 ? (waiting + underWay) / rate : undefined,
      startsAt,
      heldUntil: state === 'holding' ? progress.heldUntil : undefined,
      resumesAt: isPausing ? now + resumesAt - progress.elapsed : undefined,
      failure: isPausing ? wait : isStopped ? (stop ?? wait) : undefined,
    }),
  };
}
