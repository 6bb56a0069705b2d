import type { DatabaseSync } from 'node:sqlite';
import type { UnsentLine } from '../../../../../preload/contract/deletion-runs.ts';
import { isoTime } from '../../../../common/iso-time.ts';
import { hasText } from '../../../records/receipts/receipt-search.ts';
import type { UnsentRow } from '../../../records/receipts/register-table.ts';
import { whereOf } from './conditions.ts';
import type { ReceiptFilter } from './records.ts';
import { isPerson } from './register.ts';
import { type SealedTexts, unreadableTexts } from './sealed-texts.ts';

/** Called within the caller's transaction. */
export function addUnsent(database: DatabaseSync, runId: string, lines: readonly UnsentLine[]): void {
  const insert = database.prepare(
    'INSERT INTO unsent (run_id, line, conversation_id, reason) VALUES (?, ?, ?, ?)',
  );
  for (const { line, conversationId, reason } of lines) {
    insert.run(runId, line ?? null, conversationId ?? null, reason);
  }
}

/** Keeps that a line was asked for, without the conversation. Called within the caller's transaction. */
export function forgetUnsent(
  database: DatabaseSync,
  environmentId: string,
  conversationIds: readonly string[],
): void {
  database
    .prepare(
      `UPDATE unsent SET conversation_id = NULL WHERE conversation_id IN (SELECT value FROM json_each(?))
       AND run_id IN (SELECT run_id FROM run WHERE environment_id = ?)`,
    )
    .run(JSON.stringify(conversationIds), environmentId);
}

/** Items whose last step has no receipt, with what was asked for in the end. */
const ofItems = `UNION ALL SELECT run_id, item_id, line, conversation_id, outcome,
    CASE WHEN instr(plan, 'DELETE_DATA') > 0 THEN 'DELETE_DATA' ELSE plan END, record ->> 'userKeyHash'
  FROM item WHERE state = 'done' AND (outcome NOT IN ('confirmed', 'accepted', 'finished', 'unknown')
    OR NOT EXISTS (SELECT 1 FROM receipt WHERE receipt.item_id = item.item_id))`;

export interface UnsentQuery {
  filter: ReceiptFilter;
  from: number;
  count: number;
}

/**
 * Returns what was requested in runs and has no receipt: it was left out, or ended without one. The newest run first, in the order of its list.
 */
export function listUnsent(
  database: DatabaseSync,
  texts: SealedTexts,
  { filter, from, count }: UnsentQuery,
): { rows: UnsentRow[]; total: number } {
  const { where, values } = whereOf([
    ['environment_id = ?', filter.environmentId],
    ['coalesce(aim, mode) = ?', filter.mode],
    ['run.reason = ?', filter.reason],
    ['created_at >= ?', filter.from],
    ['created_at <= ?', filter.to],
  ]);
  const rows = `FROM (SELECT run_id, unsent_id AS place, line, conversation_id, reason AS outcome, NULL AS aim, NULL AS person FROM unsent
    ${ofItems}) AS asked JOIN run USING (run_id) ${where}`;
  const select = `SELECT asked.*, run.* ${rows} ORDER BY created_at DESC, run.run_id, line IS NULL, line, place`;
  const { user, text } = filter;
  if (user !== undefined || text !== undefined) {
    const matches = database
      .prepare(select)
      .all(...values)
      .map((row) => ({ row: rowOf(row, texts), person: row.person }))
      .filter(
        ({ row, person }) =>
          (user === undefined || row.user === user) &&
          (text === undefined ||
            hasText([row.conversationId, row.ticket, row.runId], text) ||
            isPerson(person, text) === 1),
      );
    return { rows: matches.slice(from, from + count).map(({ row }) => row), total: matches.length };
  }
  const total = database.prepare(`SELECT count(*) AS count ${rows}`).get(...values);
  const matches = database.prepare(`${select} LIMIT ? OFFSET ?`).all(...values, count, from);
  return { rows: matches.map((row) => rowOf(row, texts)), total: Number(total?.count) };
}

function rowOf(row: Record<string, unknown>, texts: SealedTexts): UnsentRow {
  const { ticket, actor } = texts.textsOf(row) ?? unreadableTexts;
  return {
    environmentId: String(row.environment_id),
    environmentName: String(row.environment_name),
    mode: (row.aim ?? row.mode) as UnsentRow['mode'],
    reason: String(row.reason),
    runId: String(row.run_id),
    at: isoTime(Number(row.created_at)),
    user: actor,
    outcome: String(row.outcome),
    ...(row.line === null ? {} : { line: Number(row.line) }),
    ...(row.conversation_id === null ? {} : { conversationId: String(row.conversation_id) }),
    ...(ticket === undefined ? {} : { ticket }),
  };
}
