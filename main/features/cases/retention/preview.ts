import type { DatabaseSync } from 'node:sqlite';
import { decisionKinds, type RetentionStep, retentionHorizons } from '../../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { OperationOutput, ParsedInput } from '../../../../preload/contract/operations.ts';
import { isHeld } from '../due/due-cases.ts';
import { countUntouched, isReduced, isUnfinished, untouchedSince } from './untouched-cases.ts';

const dayMs = 86_400_000;
/** The most cases named. */
const maxNamed = 100;

/** `at` in milliseconds since the epoch. */
export type RetentionToPreview = ParsedInput<'cases.retentionPreview'> & { at: number };

/** Returns what the next sweep would delete with these periods, and what later ones would. */
export function previewRetention(
  { database }: { database: DatabaseSync },
  input: RetentionToPreview,
): OperationOutput<'cases.retentionPreview'> {
  const { environmentId, retentionDays, decisionDays, at } = input;
  const before = at - retentionDays * dayMs;
  const decisionsBefore = decisionDays === null ? Number.MIN_SAFE_INTEGER : at - decisionDays * dayMs;
  const due = { keepUnfinished: true, withReduced: decisionDays !== null };
  const cases = untouchedSince(database, environmentId, before, maxNamed, due).map((one) => ({
    ...one,
    keepsDecision: one.decision !== undefined && one.touchedAt >= decisionsBefore,
  }));
  return {
    ...countUntouched(database, environmentId, before, decisionsBefore),
    cases,
    steps: [
      ...stepsOf(database, 'data', environmentId, before, retentionDays),
      ...(decisionDays === null
        ? []
        : stepsOf(database, 'decision', environmentId, decisionsBefore, decisionDays)),
    ],
    held: heldOf(database, environmentId, before),
  };
}

/** @param before the time before which cases were touched that go now */
function stepsOf(
  database: DatabaseSync,
  what: RetentionStep['what'],
  environmentId: string,
  before: number,
  days: number,
): RetentionStep[] {
  const ends = retentionHorizons.map((horizon) => before + horizon * dayMs);
  const horizonOf = `CASE ${ends.map((end, at) => `WHEN touched_at < ${end} THEN ${at}`).join(' ')} ELSE ${ends.length} END`;
  const isMeant = what === 'data' ? `NOT (${isReduced})` : `(decision IS NOT NULL OR ${isReduced})`;
  const rows = database
    .prepare(
      `SELECT decision, ${horizonOf} AS horizon, count(*) AS cases, min(touched_at) AS first FROM conversation
       WHERE environment_id = ? AND NOT (${isUnfinished}) AND ${isMeant} GROUP BY decision, horizon ORDER BY decision, horizon`,
    )
    .all(environmentId);
  return [...Map.groupBy(rows, ({ decision }) => decision)].map(([decision, all]) => ({
    what,
    ...omitUndefined({ decision: decisionKinds.find((one) => one === decision) }),
    counts: [...ends, 0].map((_, at) => Number(all.find(({ horizon }) => horizon === at)?.cases ?? 0)),
    firstAt: Number(all[0]?.first) + days * dayMs,
  }));
}

/** Returns the cases that are old enough but kept on purpose, the oldest by name. */
function heldOf(database: DatabaseSync, environmentId: string, before: number) {
  const holds = `FROM conversation WHERE environment_id = ?1 AND touched_at < ?2 AND conversation_id IN
    (SELECT conversation_id FROM retained WHERE environment_id = ?1 AND ${isHeld})`;
  const count = database.prepare(`SELECT count(*) AS total ${holds}`).get(environmentId, before);
  const names = database.prepare(`SELECT conversation_id ${holds} ORDER BY touched_at LIMIT ${maxNamed}`);
  return {
    total: Number(count?.total),
    conversationIds: names.all(environmentId, before).map((row) => String(row.conversation_id)),
  };
}
