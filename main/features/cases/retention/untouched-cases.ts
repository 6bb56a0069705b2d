import type { DatabaseSync } from 'node:sqlite';
import { type DecisionKind, decisionKinds } from '../../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { isHeld } from '../due/due-cases.ts';

/**
 * The condition of a case in work: one that is watched, in review or waiting, whose day is to come, whose decision (escalated,
 * resubmission requested) awaits an answer, that changed since it was decided, or that is kept on purpose. Retention keeps it.
 */
export const isUnfinished = `watched = 1 OR (environment_id, conversation_id) IN
  (SELECT environment_id, conversation_id FROM retained WHERE ${isHeld}) OR state IN ('in-review', 'waiting') OR coalesce(follow_up_on >= today(), FALSE) OR since_decided IS NOT NULL
  OR second_review IS NOT NULL OR (state <> 'done' AND decision IS NOT NULL AND decision IN ('escalate', 'ask-again'))`;

/** A case of which only the decision is left, and which was not opened or changed since. */
export const isReduced = 'reduced_at IS NOT NULL AND reduced_at >= touched_at';

/** A case that was not opened or changed for long. `touchedAt` in milliseconds since the epoch. */
interface UntouchedCase {
  conversationId: string;
  touchedAt: number;
  decision?: DecisionKind;
}

const untouched = 'FROM conversation WHERE environment_id = ?1 AND touched_at < ?2';

/**
 * Returns cases last opened or changed before a time, oldest first, up to a limit.
 *
 * @param keepUnfinished leaves out cases in work
 * @param withReduced adds those of which only the decision is left
 */
export function untouchedSince(
  database: DatabaseSync,
  environmentId: string,
  before: number,
  max: number,
  { keepUnfinished, withReduced }: { keepUnfinished: boolean; withReduced: boolean },
): UntouchedCase[] {
  return database
    .prepare(
      `SELECT conversation_id, decision, touched_at ${untouched} ${keepUnfinished ? `AND NOT (${isUnfinished})` : ''} ${withReduced ? '' : `AND NOT (${isReduced})`}
       ORDER BY touched_at LIMIT ?3`,
    )
    .all(environmentId, before, max)
    .map((row) => ({
      conversationId: String(row.conversation_id),
      touchedAt: Number(row.touched_at),
      ...omitUndefined({ decision: decisionKinds.find((one) => one === row.decision) }),
    }));
}

/**
 * Returns how many cases last opened or changed before a time lose everything but the decision, are removed, or are kept because they are
 * in work.
 *
 * @param decisionsBefore decided cases older than this are removed
 */
export function countUntouched(
  database: DatabaseSync,
  environmentId: string,
  before: number,
  decisionsBefore: number,
) {
  const row = database
    .prepare(
      `SELECT coalesce(sum(${isUnfinished}), 0) AS unfinished, coalesce(sum(NOT (${isUnfinished}) AND decision IS NOT NULL
         AND touched_at >= ?3 AND NOT (${isReduced})), 0) AS reduced,
         coalesce(sum(NOT (${isUnfinished}) AND (decision IS NULL AND NOT (${isReduced}) OR touched_at < ?3)), 0) AS removed ${untouched}`,
    )
    .get(environmentId, before, decisionsBefore);
  return { reduced: Number(row?.reduced), removed: Number(row?.removed), kept: Number(row?.unfinished) };
}
