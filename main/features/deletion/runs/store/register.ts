import type { DatabaseSync } from 'node:sqlite';
import type {
  ItemOutcome,
  PlanStep,
  RegisterFilter,
  RegisterRow,
  RegisterSort,
  RunLine,
} from '../../../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../../../preload/contract/objects.ts';
import { receiptContent, sealedText } from '../../../records/receipts/receipt.ts';
import { hasText } from '../../../records/receipts/receipt-search.ts';
import { itemOf, type NewRun, type Row, type RunItem, runOf } from './records.ts';
import type { SealedTexts } from './sealed-texts.ts';

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
};
export type ItemsQuery = Page & { runId: string; outcome: ItemOutcome | undefined };

const sortColumns: Readonly<Record<RegisterSort['by'], string>> = {
  when: 'created_at',
  environment: 'environment_name',
  reason: 'reason',
};

/** True for a run that has a line with the text or one of the receipts. */
const isFound = `run_id IN (SELECT run_id FROM receipt WHERE seq IN (SELECT value FROM json_each(:seqs))
  UNION SELECT run_id FROM item WHERE instr(lower(conversation_id), lower(:text)) > 0
  UNION SELECT run_id FROM unsent WHERE instr(lower(conversation_id), lower(:text)) > 0)`;

/** Returns the runs that are over and that the filter finds. */
export function listRegister(
  database: DatabaseSync,
  texts: SealedTexts,
  { filter, sort, seqs = [], from, count }: RegisterQuery,
): { runs: RegisterRow[]; total: number } {
  const { user, text } = filter;
  const conditions: [string, string | number | undefined][] = [
    ['environment_id = ?', filter.environmentId],
    ['EXISTS (SELECT 1 FROM item WHERE item.run_id = run.run_id AND instr(plan, ?) > 0)', filter.mode],
    ['reason = ?', filter.reason],
    ['created_at >= ?', filter.from],
    ['created_at <= ?', filter.to],
  ];
  const given = conditions.filter((one): one is [string, string | number] => one[1] !== undefined);
  const where = ["state = 'done'", ...given.map(([condition]) => condition)].join(' AND ');
  const values = given.map(([, value]) => value);
  const direction = sort.descending ? 'DESC' : 'ASC';
  const order = `ORDER BY ${sortColumns[sort.by]} ${direction}, created_at DESC, rowid DESC`;
  let shown: readonly string[];
  let total: number;
  if (user === undefined && text === undefined) {
    total = Number(
      database.prepare(`SELECT count(*) AS count FROM run WHERE ${where}`).get(...values)?.count,
    );
    shown = database
      .prepare(`SELECT run_id FROM run WHERE ${where} ${order} LIMIT ? OFFSET ?`)
      .all(...values, count, from)
      .map((row) => String(row.run_id));
  } else {
    // Tickets and users are sealed: they are compared here.
    const found = database
      .prepare(`SELECT *, ${isFound} AS is_found FROM run WHERE ${where} ${order}`)
      .all({ seqs: JSON.stringify(seqs), text: text ?? '' }, ...values)
      .filter((row) => {
        const { ticket, actor } = texts.textsOf(row) ?? {};
        const isText =
          text === undefined || row.is_found === 1 || hasText([String(row.run_id), ticket], text);
        return isText && (user === undefined || actor === user);
      });
    total = found.length;
    shown = found.slice(from, from + count).map((row) => String(row.run_id));
  }
  const rows = database
    .prepare(
      `SELECT run.*, (SELECT count(*) FROM unsent WHERE unsent.run_id = run.run_id) AS left_out,
       (SELECT json_group_object(outcome, items) FROM
         (SELECT outcome, count(*) AS items FROM item WHERE item.run_id = run.run_id GROUP BY outcome)) AS outcomes
       FROM json_each(?) AS shown JOIN run ON run_id = shown.value ORDER BY shown.key`,
    )
    .all(JSON.stringify(shown)) as Row[];
  return { runs: rows.map((row) => registerRowOf(row, texts)), total };
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

const receiptIds =
  '(SELECT json_group_array(receipt_id ORDER BY seq) FROM receipt WHERE receipt.item_id = item.item_id)';

/**
 * Returns every line that a run was given, in their order, whether a call was to be sent for it or not. That of a forgotten case has its conversation
 * only if a receipt names it.
 */
export function listLines(
  database: DatabaseSync,
  texts: SealedTexts,
  { runId, text = '', seqs = [], from, count }: LinesQuery,
): { lines: RunLine[]; total: number } {
  const all = `FROM (SELECT item_id AS place, line, plan, outcome, json_extract(record, '$.detail') AS detail, ${receiptIds} AS receipt_ids,
      coalesce(nullif(conversation_id, ''), (SELECT conversation_id FROM receipt WHERE receipt.item_id = item.item_id)) AS conversation_id,
      EXISTS (SELECT 1 FROM receipt WHERE receipt.item_id = item.item_id AND seq IN (SELECT value FROM json_each(:seqs))) AS is_found
    FROM item WHERE run_id = :runId
    UNION ALL SELECT unsent_id, line, '', reason, NULL, '[]', conversation_id, 0 FROM unsent WHERE run_id = :runId)
    WHERE :text = '' OR is_found OR instr(lower(conversation_id), lower(:text)) > 0`;
  const run = database.prepare('SELECT * FROM run WHERE run_id = ?').get(runId);
  // A ticket finds the whole run.
  const isWhole = hasText([runId, run && texts.textsOf(run)?.ticket], text);
  const given = { runId, text: isWhole ? '' : text, seqs: JSON.stringify(seqs) };
  const total = Number(database.prepare(`SELECT count(*) AS count ${all}`).get(given)?.count);
  const rows = database
    .prepare(`SELECT * ${all} ORDER BY line IS NULL, line, plan = '', place LIMIT :count OFFSET :from`)
    .all({ ...given, count, from });
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
  return { lines, total };
}

/** Returns the conversations of a run with their outcomes, for its report. */
export function listItems(
  database: DatabaseSync,
  { runId, outcome, from, count }: ItemsQuery,
): { items: RunItem[]; total: number } {
  const condition = outcome === undefined ? '' : 'AND outcome = ?';
  const parameters = outcome === undefined ? [runId] : [runId, outcome];
  const total = database
    .prepare(`SELECT count(*) AS count FROM item WHERE run_id = ? ${condition}`)
    .get(...parameters);
  const rows = database
    .prepare(
      `SELECT *, ${receiptIds} AS receipt_ids FROM item WHERE run_id = ? ${condition} ORDER BY item_id LIMIT ? OFFSET ?`,
    )
    .all(...parameters, count, from) as Row[];
  const items = rows.map((row) => {
    const { conversationId, plan, outcome: ended, record } = itemOf(row);
    const line = row.line === null ? undefined : Number(row.line);
    const { detail, httpStatus, requestId, done = [] } = record;
    return {
      conversationId,
      plan,
      done,
      receiptIds: JSON.parse(String(row.receipt_ids)) as string[],
      ...omitUndefined({ outcome: ended, detail, httpStatus, requestId, line }),
    };
  });
  return { items, total: Number(total?.count) };
}

/**
 * Makes a run of each receipt of a former version that belongs to none, so that the register has it. Those that cannot be opened wait for the next
 * start. Called within the caller's transaction.
 */
export function adoptReceipts(
  database: DatabaseSync,
  texts: SealedTexts,
  insert: (run: NewRun) => void,
): void {
  const rows = database.prepare('SELECT * FROM receipt WHERE run_id IS NULL ORDER BY seq').all();
  const bind = database.prepare(
    `UPDATE receipt SET run_id = :runId, item_id = (SELECT item_id FROM item WHERE run_id = :runId) WHERE seq = :seq`,
  );
  for (const row of rows) {
    const content = texts.contentOf(row);
    if (content === undefined) {
      continue;
    }
    const { receiptId, environment, conversationId, mode, reason, ticket, outcome, askedAt, user } =
      receiptContent.parse(JSON.parse(content));
    // A later receipt of the same deletion has the same id and a number.
    const former = database
      .prepare("SELECT run_id FROM run WHERE run_id = ?1 OR ?1 GLOB run_id || '-*'")
      .get(receiptId);
    if (former === undefined) {
      insert({
        run: {
          ...{ runId: receiptId, environmentId: environment.id, environmentName: environment.name },
          ...{ environmentKind: environment.kind, baseUrl: environment.baseUrl, state: 'done' },
          mode: mode === 'EXPIRE' ? mode : 'DELETE_DATA',
          reason: reason as NewRun['run']['reason'],
          createdAt: Date.parse(askedAt),
          pace: { concurrency: 1, stopAfter: 1 },
        },
        texts: { actor: user, ...(ticket === null ? {} : { ticket }) },
        items: [
          {
            conversationId,
            plan: [mode],
            state: 'done',
            outcome: outcome as ItemOutcome,
            record: { attempts: 1 },
          },
        ],
      });
    }
    bind.run({ runId: String(former?.run_id ?? receiptId), seq: Number(row.seq) });
  }
}
