import type { DatabaseSync } from 'node:sqlite';
import type {
  ItemOutcome,
  PlanStep,
  RegisterRow,
  RunLine,
} from '../../../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../../../preload/contract/objects.ts';
import { sealedText } from '../../../records/receipts/receipt.ts';
import { type Row, runOf } from './records.ts';
import type { SealedTexts } from './sealed-texts.ts';

export interface Page {
  from: number;
  count: number;
}

export type LinesQuery = Page & { runId: string };

/** Returns the runs that are over, the newest first. */
export function listRegister(
  database: DatabaseSync,
  texts: SealedTexts,
  { from, count }: Page,
): { runs: RegisterRow[]; total: number } {
  const total = database.prepare("SELECT count(*) AS count FROM run WHERE state = 'done'").get();
  const rows = database
    .prepare(
      `SELECT *, (SELECT count(*) FROM unsent WHERE unsent.run_id = run.run_id) AS left_out,
       (SELECT json_group_object(outcome, items) FROM
         (SELECT outcome, count(*) AS items FROM item WHERE item.run_id = run.run_id GROUP BY outcome)) AS outcomes
       FROM run WHERE state = 'done' ORDER BY created_at DESC, rowid DESC LIMIT ? OFFSET ?`,
    )
    .all(count, from) as Row[];
  return { runs: rows.map((row) => registerRowOf(row, texts)), total: Number(total?.count) };
}

function registerRowOf(row: Row, texts: SealedTexts): RegisterRow {
  const { runId, environmentId, environmentName, mode, reason, createdAt } = runOf(row);
  const outcomes = JSON.parse(String(row.outcomes)) as Partial<Record<ItemOutcome, number>>;
  const { ticket, actor } = texts.textsOf(row) ?? { ticket: sealedText, actor: sealedText };
  return {
    runId,
    environmentId,
    environmentName,
    mode,
    reason,
    user: actor,
    createdAt,
    total: Object.values(outcomes).reduce((sum, items) => sum + items, 0),
    outcomes,
    leftOut: Number(row.left_out),
    ...omitUndefined({ ticket }),
  };
}

/** Returns every line that a run was given, in their order, whether a call was to be sent for it or not. */
export function listLines(
  database: DatabaseSync,
  { runId, from, count }: LinesQuery,
): { lines: RunLine[]; total: number } {
  const all = `FROM (SELECT item_id AS place, line, conversation_id, plan, outcome, json_extract(record, '$.detail') AS detail,
      (SELECT json_group_array(receipt_id ORDER BY seq) FROM receipt WHERE receipt.item_id = item.item_id) AS receipt_ids
    FROM item WHERE run_id = :runId
    UNION ALL SELECT unsent_id, line, conversation_id, '', reason, NULL, '[]' FROM unsent WHERE run_id = :runId)`;
  const total = database.prepare(`SELECT count(*) AS count ${all}`).get({ runId });
  const rows = database
    .prepare(`SELECT * ${all} ORDER BY line IS NULL, line, plan = '', place LIMIT :count OFFSET :from`)
    .all({ runId, count, from });
  const lines = rows.map((row) => ({
    plan: String(row.plan).split(',').filter(Boolean) as PlanStep[],
    receiptIds: JSON.parse(String(row.receipt_ids)) as string[],
    ...omitUndefined({
      line: row.line === null ? undefined : Number(row.line),
      conversationId: row.conversation_id === null ? undefined : String(row.conversation_id),
      outcome: row.outcome === null ? undefined : String(row.outcome),
      detail: row.detail === null ? undefined : String(row.detail),
    }),
  }));
  return { lines, total: Number(total?.count) };
}
