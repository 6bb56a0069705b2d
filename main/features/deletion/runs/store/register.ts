import type { DatabaseSync } from 'node:sqlite';
import type {
  ItemOutcome,
  RegisterFilter,
  RegisterRow,
  RegisterSort,
} from '../../../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../../../preload/contract/objects.ts';
import { isUserKeyHash } from '../../../records/receipts/receipt.ts';
import { hasText } from '../../../records/receipts/receipt-search.ts';
import { whereOf } from './conditions.ts';
import { itemOf, type Row, runOf, type StoredLine } from './records.ts';
import { type SealedTexts, unreadableTexts } from './sealed-texts.ts';

interface Page {
  from: number;
  count: number;
}

/** `seqs`: the receipts that the text of the filter finds. */
export type RegisterQuery = Page & {
  filter: RegisterFilter;
  sort: RegisterSort;
  seqs?: readonly number[] | undefined;
};
export type LinesQuery = Page & {
  runId: string;
  text?: string | undefined;
  seqs?: readonly number[] | undefined;
  /** True if those that need attention come first. */
  isUrgentFirst?: boolean;
};

const sortColumns: Readonly<Record<RegisterSort['by'], string>> = {
  when: 'created_at',
  environment: 'environment_name',
  reason: 'reason',
};

/** Returns whether a line is of the person with this user key: 1 or 0 for SQL. A line without a receipt has the digest alone. */
export function isPerson(hash: unknown, text: unknown): number {
  return Number(typeof hash === 'string' && isUserKeyHash(hash, String(text)));
}

/** True for an item of the conversation or person without a receipt, by which it would be found. */
const isFoundItem = `CASE WHEN EXISTS (SELECT 1 FROM receipt WHERE receipt.item_id = item.item_id) THEN 0
  ELSE instr(lower(conversation_id), lower(:text)) > 0 OR is_person(record ->> 'userKeyHash', :text) END`;

/** True for a run that has a line with the text, or of the person, or one of the receipts. */
const isFound = `run_id IN (SELECT run_id FROM receipt WHERE seq IN (SELECT value FROM json_each(:seqs))
  UNION SELECT run_id FROM item WHERE ${isFoundItem}
  UNION SELECT run_id FROM unsent WHERE instr(lower(conversation_id), lower(:text)) > 0)`;

/** True for an item that was only to be expired, and was. */
export const isExpired = "(outcome IS 'confirmed' AND plan = 'EXPIRE')";

/** Returns the runs that are over and that the filter finds. */
export function listRegister(
  database: DatabaseSync,
  texts: SealedTexts,
  { filter, sort, seqs = [], from, count }: RegisterQuery,
): { runs: RegisterRow[]; total: number } {
  const { user, text } = filter;
  const period =
    filter.from === undefined && filter.to === undefined
      ? [undefined]
      : [filter.from ?? 0, filter.to ?? Number.MAX_SAFE_INTEGER];
  const { where, values } = whereOf([
    ["state = 'done'"],
    ['environment_id = ?', filter.environmentId],
    ['EXISTS (SELECT 1 FROM item WHERE item.run_id = run.run_id AND instr(plan, ?) > 0)', filter.mode],
    ['reason = ?', filter.reason],
    // A planned run, or one that was paused, may have deleted long after it was asked for.
    [
      '(created_at BETWEEN ? AND ? OR EXISTS (SELECT 1 FROM receipt WHERE receipt.run_id = run.run_id AND at BETWEEN ? AND ?))',
      ...[...period, ...period],
    ],
  ]);
  const direction = sort.descending ? 'DESC' : 'ASC';
  const order = `ORDER BY ${sortColumns[sort.by]} ${direction}, created_at DESC, rowid DESC`;
  let runIds: readonly string[];
  let total: number;
  if (user === undefined && text === undefined) {
    total = Number(database.prepare(`SELECT count(*) AS count FROM run ${where}`).get(...values)?.count);
    runIds = database
      .prepare(`SELECT run_id FROM run ${where} ${order} LIMIT ? OFFSET ?`)
      .all(...values, count, from)
      .map((row) => String(row.run_id));
  } else {
    // Tickets and users are sealed: they are compared here.
    const matches = database
      .prepare(`SELECT *, ${isFound} AS is_found FROM run ${where} ${order}`)
      .all({ seqs: JSON.stringify(seqs), text: text ?? '' }, ...values)
      .filter((row) => {
        const { ticket, actor } = texts.textsOf(row) ?? {};
        const isText =
          text === undefined || row.is_found === 1 || hasText([String(row.run_id), ticket], text);
        return isText && (user === undefined || actor === user);
      });
    total = matches.length;
    runIds = matches.slice(from, from + count).map((row) => String(row.run_id));
  }
  const rows = database
    .prepare(
      `SELECT run.*, (SELECT count(*) FROM unsent WHERE unsent.run_id = run.run_id) AS left_out,
       (SELECT count(*) FROM item WHERE item.run_id = run.run_id AND ${isExpired}) AS expired,
       (SELECT json_group_object(outcome, items) FROM
         (SELECT outcome, count(*) AS items FROM item WHERE item.run_id = run.run_id GROUP BY outcome)) AS outcomes
       FROM json_each(?) AS runIds JOIN run ON run_id = runIds.value ORDER BY runIds.key`,
    )
    .all(JSON.stringify(runIds)) as Row[];
  return { runs: rows.map((row) => registerRowOf(row, texts)), total };
}

function registerRowOf(row: Row, texts: SealedTexts): RegisterRow {
  const { runId, environmentId, environmentName, mode, reason, createdAt, startsAt } = runOf(row);
  const outcomes = JSON.parse(String(row.outcomes)) as Partial<Record<ItemOutcome, number>>;
  const { ticket, actor } = texts.textsOf(row) ?? unreadableTexts;
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
    expired: Number(row.expired),
    leftOut: Number(row.left_out),
    ...omitUndefined({ ticket, startsAt }),
  };
}

/**
 * Returns every line that a run was given, in their order, also those for which no call was to be sent. The line of a forgotten case has its conversation
 * only if a receipt names it.
 */
export function listLines(
  database: DatabaseSync,
  texts: SealedTexts,
  { runId, text = '', seqs = [], from, count, isUrgentFirst = false }: LinesQuery,
): { lines: StoredLine[]; total: number } {
  const all = `FROM (SELECT item_id, NULL AS unsent_id, line AS place,
      :isUrgentFirst AND outcome IN ('failed', 'unknown', 'refused', 'changed', 'accepted', 'incomplete') AS is_urgent,
      CASE WHEN :text = '' THEN 1 ELSE ${isFoundItem} END AS is_found FROM item WHERE run_id = :runId
      UNION ALL SELECT NULL, unsent_id, line, 0, :text = '' OR instr(lower(conversation_id), lower(:text)) > 0 FROM unsent
        WHERE run_id = :runId) AS page
    WHERE is_found OR item_id IN (SELECT item_id FROM receipt WHERE seq IN (SELECT value FROM json_each(:seqs)))`;
  const order =
    'ORDER BY is_urgent DESC, place IS NULL, place, page.item_id IS NULL, page.item_id, unsent_id';
  const run = database.prepare('SELECT * FROM run WHERE run_id = ?').get(runId);
  // A ticket finds the whole run.
  const isWhole = hasText([runId, run && texts.textsOf(run)?.ticket], text);
  const searchValues = { runId, text: isWhole ? '' : text, seqs: JSON.stringify(seqs) };
  const given = { ...searchValues, isUrgentFirst: Number(isUrgentFirst) };
  const total = Number(database.prepare(`SELECT count(*) AS count ${all}`).get(given)?.count);
  // Members beside the order are read for the lines of the page only.
  const rows = database
    .prepare(
      `SELECT item.*, page.item_id, place, reason,
         (SELECT json_group_array(receipt_id ORDER BY seq) FROM receipt WHERE receipt.item_id = page.item_id) AS receipt_ids,
         coalesce(nullif(item.conversation_id, ''), unsent.conversation_id,
           (SELECT conversation_id FROM receipt WHERE receipt.item_id = page.item_id)) AS conversation_id
       FROM (SELECT page.* ${all} ${order} LIMIT :count OFFSET :from) AS page
         LEFT JOIN item USING (item_id) LEFT JOIN unsent USING (unsent_id) ${order}`,
    )
    .all({ ...given, count, from }) as Row[];
  return { lines: rows.map(lineOf), total };
}

function lineOf(row: Row): StoredLine {
  const item = row.item_id === null ? undefined : itemOf(row);
  const { done = [], detail, httpStatus, requestId } = item?.record ?? {};
  return {
    plan: item?.plan ?? [],
    done,
    receiptIds: JSON.parse(String(row.receipt_ids)) as string[],
    ...omitUndefined({
      line: row.place === null ? undefined : Number(row.place),
      conversationId: row.conversation_id === null ? undefined : String(row.conversation_id),
      outcome: item === undefined ? String(row.reason) : item.outcome,
      detail,
      httpStatus,
      requestId,
    }),
  };
}
