import type { DeletionStep, DeletionView } from '../../../preload/contract/deletion.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { isoTime } from '../../common/iso-time.ts';
import { withoutEffect } from './failures.ts';
import { type DeletionRecord, isSettled } from './record.ts';
import type { StoredItem, StoredRun } from './runs/store/records.ts';
import { answerText, checkTexts, stateText } from './wording.ts';

/** A deletion as it is shown: what is recorded, and the state of its check. */
export interface Job {
  record: DeletionRecord;
  /** True while the conversation is read for the effect. */
  isChecking: boolean;
  /** The number of reads of the conversation after the response. */
  reads: number;
  /** ISO 8601. */
  lastReadAt?: string;
  /** ISO 8601. */
  nextReadAt?: string | undefined;
  /** ISO 8601: when the user stopped the check. */
  stoppedAt?: string;
  /** The reason why nothing was deleted, or why the last read failed. */
  failure?: FailureView | undefined;
  acknowledged: boolean;
}

/** Returns whether a deletion is being sent or checked. */
export function isRunning({ record, isChecking }: Job): boolean {
  return record.outcome === undefined || isChecking;
}

/** Returns a deletion as sent to the windows. */
export function viewOf(job: Job): DeletionView {
  const { record, isChecking, failure } = job;
  const { deletionId, environmentId, conversationId, mode, outcome, statusDetail, requestId } = record;
  return {
    deletionId,
    environmentId,
    conversationId,
    mode,
    phase: phaseOf(job),
    ...stateText(record, isChecking, failure !== undefined),
    steps: stepsOf(job),
    acknowledged: job.acknowledged,
    ...omitUndefined({
      outcome,
      statusDetail,
      // The failure shows its own request id.
      requestId: requestId === failure?.requestId ? undefined : requestId,
      failure: failure && withoutEffect(failure),
      nextReadAt: isChecking ? job.nextReadAt : undefined,
    }),
  };
}

function phaseOf({ record, isChecking }: Job): DeletionView['phase'] {
  if (isSettled(record)) {
    return 'settled';
  }
  if (record.outcome === undefined) {
    return 'sending';
  }
  return isChecking ? 'checking' : 'unsettled';
}

function stepsOf({ record, reads, lastReadAt, stoppedAt, failure }: Job): DeletionStep[] {
  const { mode, sentAt, answeredAt, settledAt, outcome } = record;
  const steps: DeletionStep[] = [{ kind: 'neutral', message: checkTexts.sent(mode), at: sentAt }];
  if (answeredAt !== undefined) {
    const kind = record.httpStatus === 202 ? 'active' : outcome === 'refused' ? 'bad' : 'caution';
    steps.push({ kind, message: answerText(record), at: answeredAt });
  }
  if (lastReadAt !== undefined && !isSettled(record)) {
    const message = failure ? checkTexts.unreadable(reads) : checkTexts.unchanged(reads);
    steps.push({ kind: failure ? 'caution' : 'active', message, at: lastReadAt });
  }
  if (stoppedAt !== undefined && !isSettled(record)) {
    steps.push({ kind: 'neutral', message: checkTexts.stopped, at: stoppedAt });
  }
  if (settledAt !== undefined && (outcome === 'confirmed' || outcome === 'finished')) {
    const kind = outcome === 'confirmed' ? 'good' : 'caution';
    steps.push({ kind, message: checkTexts.readBack(outcome, mode), at: settledAt });
  }
  return steps;
}

/** Returns a deletion that is not being checked. */
export function newJob(record: DeletionRecord): Job {
  return { record, isChecking: false, reads: 0, acknowledged: false };
}

/** The outcomes of an item that say that nothing was done. */
const notDone: ReadonlySet<string> = new Set(['failed', 'gone', 'missing']);

/** Returns a deletion as it is shown. */
export function recordOf(
  run: StoredRun,
  { conversationId, state, outcome: ended, record }: StoredItem,
): DeletionRecord {
  const { answer, askedAt = run.createdAt, answeredAt, foundAt, failedBy } = record;
  const outcome = (
    ended === undefined ? answer : notDone.has(ended) ? 'not-done' : ended
  ) as DeletionRecord['outcome'];
  const settledAt = outcome === 'confirmed' || outcome === 'finished' ? foundAt : answeredAt;
  const isProved = state === 'done' && outcome !== 'accepted' && outcome !== 'unknown';
  return {
    deletionId: run.runId,
    environmentId: run.environmentId,
    baseUrl: run.baseUrl,
    conversationId,
    mode: run.mode,
    hadData: record.hadData ?? false,
    sentAt: isoTime(askedAt),
    ...omitUndefined({
      answeredAt: answeredAt === undefined ? undefined : isoTime(answeredAt),
      httpStatus: record.httpStatus,
      requestId: record.requestId,
      failedBy,
      statusDetail: outcome === 'refused' ? record.detail : undefined,
      outcome,
      settledAt: isProved && settledAt !== undefined ? isoTime(settledAt) : undefined,
    }),
  };
}
