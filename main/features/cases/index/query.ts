import {
  type CaseFilter,
  type CaseGroup,
  type CaseSort,
  type DayStarts,
  findingKinds,
} from '../../../../preload/contract/cases.ts';
import { findingSource } from '../../../../preload/wording/console-findings.ts';

type Value = string | number | Buffer;

/** A condition on `conversation` rows (named `c`) with its values. */
export interface Condition {
  sql: string;
  values: Value[];
}

/** The parts of a filter that need a lookup, because label names and texts are sealed. */
export interface ResolvedFilter {
  labelIds: readonly number[];
  /** For `text`: the labels whose name contains it, and its hashes as an identifier. */
  text?: { labelIds: readonly number[]; hashes: readonly Buffer[] };
}

const timeColumns = {
  'first-seen': 'first_seen_at',
  opened: 'opened_at',
  read: 'read_at',
  changed: 'changed_at',
  decided: 'decided_at',
} as const;

const needsReview = "c.verdict IN ('review', 'failed') AND c.decision IS NULL OR c.since_decided IS NOT NULL";

/** The columns to sort by in SQL. User keys and label names are sealed, so the caller sorts those. */
const sortColumns: Readonly<Record<CaseSort['by'], string | undefined>> = {
  ...timeColumns,
  verdict: 'verdict_rank',
  findings: 'findings_rank',
  status: 'status',
  country: 'country',
  state: 'state_rank',
  products: 'product_names',
  conversationId: 'conversation_id',
  userKey: undefined,
  labels: undefined,
};

/** Returns the time column to sort by, if any: its rows are grouped by period. */
export function timeColumnOf(sort: CaseSort): string | undefined {
  return Object.hasOwn(timeColumns, sort.by) ? timeColumns[sort.by as keyof typeof timeColumns] : undefined;
}

/** Returns the SQL expression to sort by; undefined if SQL cannot sort by it. */
export function sortColumnOf(sort: CaseSort): string | undefined {
  return sortColumns[sort.by];
}

/** Rows without a value come last; equal rows newest first. */
export function orderBy(column: string, { descending }: CaseSort): string {
  return `${column} ${descending ? 'DESC' : 'ASC'} NULLS LAST, c.id DESC`;
}

/** Returns the SQL condition of a filter within one environment. */
export function conditionOf(
  environmentId: string,
  filter: CaseFilter,
  { labelIds, text }: ResolvedFilter,
): Condition {
  const all: Condition[] = [{ sql: 'c.environment_id = ?', values: [environmentId] }];
  const add = (sql: string, values: readonly Value[] = []) => all.push({ sql, values: [...values] });
  const oneOf = (column: string, values: readonly Value[]) => add(`${column} IN (${marks(values)})`, values);
  const fact = (kind: string, values: readonly string[]) =>
    add(`c.id IN (SELECT case_id FROM fact WHERE kind = ? AND value IN (${marks(values)}))`, [
      kind,
      ...values,
    ]);

  if (filter.verdicts?.length) {
    oneOf('c.verdict', filter.verdicts);
  }
  if (filter.statuses?.length) {
    oneOf('c.status', filter.statuses);
  }
  if (filter.states?.length) {
    oneOf('c.state', filter.states);
  }
  if (filter.products?.length) {
    fact('product', filter.products);
  }
  if (filter.causes?.length) {
    fact('cause', filter.causes);
  }
  if (filter.countries?.length) {
    fact('country', filter.countries);
  }
  if (filter.aml?.includes('*')) {
    add("c.aml <> '[]'");
  } else if (filter.aml?.length) {
    fact('aml', filter.aml);
  }
  if (filter.decisions?.length) {
    const named = filter.decisions.filter((one) => one !== 'none' && one !== 'changed');
    const none = filter.decisions.includes('none') ? 'c.decision IS NULL OR ' : '';
    const changed = filter.decisions.includes('changed') ? 'c.since_decided IS NOT NULL OR ' : '';
    add(`(${none}${changed}c.decision IN (${marks(named)}))`, named);
  }
  if (filter.foundBy?.length) {
    const kinds = findingKinds.filter((kind) => filter.foundBy?.includes(findingSource(kind)));
    add(
      `EXISTS (SELECT 1 FROM json_each(c.findings) WHERE json_extract(value, '$.kind') IN (${marks(kinds)}))`,
      kinds,
    );
  }
  if (filter.labels?.length) {
    add(`c.id IN (SELECT case_id FROM case_label WHERE label_id IN (${marks(labelIds)}))`, labelIds);
  }
  if (filter.watched !== undefined) {
    add('c.watched = ?', [Number(filter.watched)]);
  }
  if (filter.changed !== undefined) {
    add('c.is_changed = ?', [Number(filter.changed)]);
  }
  if (filter.reviewed !== undefined) {
    add(filter.reviewed ? 'c.reviewed_at IS NOT NULL' : 'c.reviewed_at IS NULL');
  }
  if (filter.toReview !== undefined) {
    add(`${filter.toReview ? '' : 'NOT '}(${needsReview})`);
  }
  if (filter.hasNotes !== undefined) {
    add(filter.hasNotes ? 'c.note_count > 0' : 'c.note_count = 0');
  }
  if (filter.time !== undefined) {
    const column = `c.${timeColumns[filter.time.of]}`;
    add(`${column} BETWEEN ? AND ?`, [
      filter.time.from ?? Number.MIN_SAFE_INTEGER,
      filter.time.to ?? Number.MAX_SAFE_INTEGER,
    ]);
  }
  if (filter.text && text) {
    add(
      // A subquery, so that SQLite searches the ids in their index instead of reading every row.
      `c.id IN (SELECT id FROM conversation WHERE environment_id = ? AND instr(lower(conversation_id), ?) > 0
        UNION ALL SELECT case_id FROM case_label WHERE label_id IN (${marks(text.labelIds)})
        UNION ALL SELECT case_id FROM identifier WHERE hash IN (${marks(text.hashes)}))`,
      [environmentId, filter.text.toLowerCase(), ...text.labelIds, ...text.hashes],
    );
  }
  return { sql: all.map(({ sql }) => sql).join(' AND '), values: all.flatMap(({ values }) => values) };
}

/** SQL that counts the rows per group. A period ends where the previous one begins. */
export function groupCounts(column: string, { today, yesterday, week }: DayStarts): Condition {
  const earliest = Math.min(today, yesterday, week);
  return {
    sql: `sum(${column} >= ?) AS today, sum(${column} < ? AND ${column} >= ?) AS yesterday,
      sum(${column} < ? AND ${column} >= ?) AS week, sum(${column} < ?) AS earlier, sum(${column} IS NULL) AS never`,
    values: [today, today, yesterday, Math.min(today, yesterday), week, earliest],
  };
}

/** Returns the groups that have rows, in row order. */
export function groupsOf(counts: Record<string, unknown>, { descending }: CaseSort): CaseGroup[] {
  const newestFirst = ['today', 'yesterday', 'week', 'earlier'] as const;
  const keys = descending ? newestFirst : newestFirst.toReversed();
  return [...keys, 'never' as const]
    .map((key) => ({ key, count: Number(counts[key] ?? 0) }))
    .filter(({ count }) => count > 0);
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
