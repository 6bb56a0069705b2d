import type { DeletionStep, DeletionView } from '../../../preload/contract/deletion.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { withoutEffect } from './failures.ts';
import { type DeletionRecord, isSettled } from './record.ts';
import { answerText, checkTexts, stateText } from './wording.ts';

/** A deletion in this session: its record on disk and the state of its check. */
export interface Job {
  record: DeletionRecord;
  /** Set while the conversation is being checked; aborting it stops the check. */
  checking: AbortController | undefined;
  /** The number of reads of the conversation after the response. */
  reads: number;
  /** ISO 8601. */
  lastReadAt?: string;
  /** The result of the last read: a status or the code of a failure. */
  found?: string;
  /** ISO 8601. */
  nextReadAt?: string;
  /** ISO 8601: when the user stopped the check. */
  stoppedAt?: string;
  /** The reason why nothing was deleted, or why the last read failed. */
  failure?: FailureView;
  acknowledged: boolean;
}

/** Returns whether a deletion is being sent or checked. */
export function isRunning({ record, checking }: Job): boolean {
  return record.outcome === undefined || checking !== undefined;
}

/** Returns a deletion as sent to the windows. */
export function viewOf(job: Job): DeletionView {
  const { record, checking, failure } = job;
  const { deletionId, environmentId, conversationId, mode, outcome, statusDetail, requestId } = record;
  return {
    deletionId,
    environmentId,
    conversationId,
    mode,
    phase: phaseOf(job),
    ...stateText(record, checking !== undefined, failure !== undefined),
    steps: stepsOf(job),
    acknowledged: job.acknowledged,
    ...omitUndefined({
      outcome,
      statusDetail,
      // The failure shows its own request id.
      requestId: requestId === failure?.requestId ? undefined : requestId,
      failure: failure && withoutEffect(failure),
      nextReadAt: checking && job.nextReadAt,
    }),
  };
}

function phaseOf({ record, checking }: Job): DeletionView['phase'] {
  if (isSettled(record)) {
    return 'settled';
  }
  if (record.outcome === undefined) {
    return 'sending';
  }
  return checking ? 'checking' : 'unsettled';
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
