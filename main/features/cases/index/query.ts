import {
  type CaseFilter,
  type CaseGroup,
  type CaseSort,
  caseStates,
  type DayStarts,
  findingKinds,
  shownStates,
} from '../../../../preload/contract/cases.ts';
import { findingSource } from '../../../../preload/wording/console-findings.ts';

type Value = string | number | Buffer;

/** A condition on `conversation` rows (named `c`) with its values. */
export interface Condition {
  sql: string;
  values: Value[];
}

/** @property leavesAll true if all cases of the environment meet it */
export type FilterCondition = Condition & { leavesAll: boolean };

/** The parts of a filter that need a lookup, because label names and texts are sealed. */
export interface ResolvedFilter {
  /** The time from which on results are within the target of the environment; undefined for none. Milliseconds since the epoch. */
  withinTargetFrom: number | undefined;
  labelIds: readonly number[];
  /** The id of this console in its team, and its role. */
  me: readonly string[];
  /** For `text`: the labels whose name contains it, its hashes as an identifier, and the cases of people it names or whose notes have it. */
  text?: Record<'labelIds' | 'people', readonly number[]> & { hashes: readonly Buffer[] };
}

const timeColumns = {
  'first-seen': 'first_seen_at',
  opened: 'opened_at',
  read: 'read_at',
  changed: 'changed_at',
  decided: 'decided_at',
} as const;

/** When the result of a case was first seen here. */
export const resultAt = 'coalesce(c.changed_at, c.first_seen_at)';
const waitsSince = "json_extract(c.waits, '$[#-1][0]')";
/** A function of the list (`CaseList`): the day by the console's clock. */
const today = 'today()';

/** The condition of a case that waits for the user: until its result changes, or it is approved or rejected. */
export const isWaiting = `c.state = 'waiting' AND coalesce(c.changed_at <= ${waitsSince}, TRUE)
  AND NOT coalesce(c.decision IN ('clear', 'reject') AND c.decided_at >= ${waitsSince}, FALSE)`;

/** When the result of a case came, later by the time for which the case has waited since. A result that comes ends a wait. */
export const ageFrom = `CASE c.waits WHEN '[]' THEN ${resultAt} ELSE ${resultAt} +
  (SELECT coalesce(sum(json_extract(value, '$[1]') - json_extract(value, '$[0]')), 0) FROM json_each(c.waits)
   WHERE json_array_length(value) = 2 AND json_extract(value, '$[0]') >= ${resultAt}) END`;

/** The condition of a case whose day has come, without a decision since. */
export const isFollowUpDue = `c.follow_up_on <= ${today}
  AND coalesce(date(c.decided_at / 1000, 'unixepoch', 'localtime') < c.follow_up_on, TRUE)`;
/** The condition of a case whose day is to come and whose result has not changed since it was set. */
export const isPostponed = `coalesce(c.follow_up_on > ${today} AND coalesce(c.changed_at <= c.follow_up_at, TRUE), FALSE)`;

/** The condition of a case that awaits this console in its second review. */
const isToReviewAgain = `coalesce(c.second_review IN ('second', 'third') AND c.verdict <> 'gone', FALSE)`;

/** The condition of a case with a question that awaits this console. */
const isAsked = `coalesce(c.question IN ('mine', 'answered'), FALSE)`;

export const needsReview = `${isFollowUpDue} OR
  (c.verdict IN ('review', 'failed') AND c.decision IS NULL OR c.since_decided IS NOT NULL OR c.conflict IS NOT NULL
  OR ${isToReviewAgain} OR ${isAsked}) AND NOT (${isWaiting}) AND NOT ${isPostponed}`;

/** The state that a user set, unless it has ended. */
const setState = `CASE WHEN c.state = 'waiting' AND NOT (${isWaiting}) THEN 'open' ELSE c.state END`;
/** The condition of a case in which neither a second review nor a question awaits somebody here. */
const isSettled = `(coalesce(c.second_review, 'open') = 'open' AND coalesce(c.question, 'open') = 'open')`;
/** The state that a case is shown in, as `stateTerm` has it. */
const shownState = `CASE WHEN ${isFollowUpDue} THEN 'to-review' WHEN ${isWaiting} THEN 'waiting'
  WHEN c.decision IS NOT NULL AND c.since_decided IS NULL AND c.conflict IS NULL AND ${isSettled}
    THEN replace(c.decision, 'ask-again', 'waiting')
  WHEN c.since_decided IS NOT NULL OR c.conflict IS NOT NULL OR NOT ${isSettled} OR c.verdict IN ('review', 'failed')
    THEN iif(${isPostponed}, 'follow-up', 'to-review') END`;
const shownStateRank = `CASE ${shownState} ${shownStates.map((state, rank) => `WHEN '${state}' THEN ${rank}`).join(' ')} END`;

/** The columns to sort by in SQL. User keys, names and label names are sealed, so the caller sorts those. */
const sortColumns: Readonly<Record<CaseSort['by'], string | undefined>> = {
  ...timeColumns,
  verdict: 'verdict_rank',
  findings: 'findings_rank',
  status: 'status',
  country: 'country',
  state: shownStateRank,
  age: ageFrom,
  products: 'product_names',
  conversationId: 'conversation_id',
  userKey: undefined,
  person: undefined,
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

/**
 * Rows without a value come last; equal rows newest first. The sign keeps SQLite from reading all rows in the order of the column's index:
 * what a filter leaves is sorted sooner.
 */
export function orderBy(column: string, { descending }: CaseSort, leavesAll: boolean): string {
  return `${leavesAll ? '' : '+'}${column} ${descending ? 'DESC' : 'ASC'} NULLS LAST, c.id DESC`;
}

/** The environment of a filter, and its parts that were looked up. */
type FilterScope = ResolvedFilter & { environmentId: string };

type Conditions = {
  [M in keyof CaseFilter]-?: (value: NonNullable<CaseFilter[M]>, scope: FilterScope) => Condition;
};

const oneOf = (column: string) => (values: readonly Value[]) => ({
  sql: `c.${column} IN (${marks(values)})`,
  values: [...values],
});

const fact = (kind: string) => (values: readonly string[]) => ({
  sql: `c.id IN (SELECT case_id FROM fact WHERE kind = ? AND value IN (${marks(values)}))`,
  values: [kind, ...values],
});

/** `IS TRUE` stops at the first part that decides; `coalesce` would compute all of them for each row. */
const mark = (condition: string) => (isSet: boolean) => ({
  sql: `(${condition}) IS ${isSet ? '' : 'NOT '}TRUE`,
  values: [],
});

/** The condition of each filter. A list of values is never empty here, nor a text. */
const conditions: Conditions = {
  verdicts: oneOf('verdict'),
  statuses: oneOf('status'),
  states(values) {
    const [setStates, shownAs] = [caseStates, shownStates].map((all: readonly string[]) =>
      values.filter((value) => all.includes(value)),
    ) as [string[], string[]];
    return {
      sql: `(${setStates.length > 0 ? `${setState} IN (${marks(setStates)})` : 'FALSE'} OR ${shownAs.length > 0 ? `coalesce(${shownState} IN (${marks(shownAs)}), FALSE)` : 'FALSE'})`,
      values: [...setStates, ...shownAs],
    };
  },
  products: fact('product'),
  causes: fact('cause'),
  countries: fact('country'),
  aml: (values) => (values.includes('*') ? { sql: "c.aml <> '[]'", values: [] } : fact('aml')(values)),
  decisions(values) {
    const kinds = values.filter((one) => one !== 'none' && one !== 'changed');
    const none = values.includes('none') ? 'c.decision IS NULL OR ' : '';
    const changedCondition = values.includes('changed') ? 'c.since_decided IS NOT NULL OR ' : '';
    return { sql: `(${none}${changedCondition}c.decision IN (${marks(kinds)}))`, values: kinds };
  },
  foundBy(sources) {
    const kinds = findingKinds.filter((kind) => sources.includes(findingSource(kind)));
    return {
      sql: `EXISTS (SELECT 1 FROM json_each(c.findings) WHERE json_extract(value, '$.kind') IN (${marks(kinds)}))`,
      values: kinds,
    };
  },
  labels: (_, { labelIds }) => ({
    sql: `c.id IN (SELECT case_id FROM case_label WHERE label_id IN (${marks(labelIds)}))`,
    values: [...labelIds],
  }),
  watched: mark('c.watched = 1'),
  changed: mark('c.is_changed = 1'),
  reviewed: mark('c.reviewed_at IS NOT NULL'),
  toReview: mark(needsReview),
  hasNotes: mark('c.note_count > 0'),
  unsettled: mark(
    'EXISTS (SELECT 1 FROM json_each(c.finding_keys) WHERE value NOT IN (SELECT key FROM settlement WHERE case_id = c.id))',
  ),
  waiting: mark(isWaiting),
  followUp: mark('c.follow_up_on IS NOT NULL'),
  conflict: mark('c.conflict IS NOT NULL'),
  question: mark(isAsked),
  secondReview: mark(isToReviewAgain),
  assigned: mark('c.assigned_to IS NOT NULL'),
  assignedToMe: (isSet, { me }) => ({
    sql: `(c.assigned_to IN (${marks(me)})) IS ${isSet ? '' : 'NOT '}TRUE`,
    values: [...me],
  }),
  overTarget: (isSet, { withinTargetFrom }) =>
    mark(withinTargetFrom === undefined ? 'FALSE' : `(${needsReview}) AND ${ageFrom} < ${withinTargetFrom}`)(
      isSet,
    ),
  time: ({ of, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER }) => ({
    sql: `c.${timeColumns[of]} BETWEEN ? AND ?`,
    values: [from, to],
  }),
  text: (part, { environmentId, text = { labelIds: [], hashes: [], people: [] } }) => ({
    // A subquery, so that SQLite searches the ids in their index instead of reading every row.
    sql: `c.id IN (SELECT id FROM conversation WHERE environment_id = ? AND instr(lower(conversation_id), ?) > 0
      UNION ALL SELECT case_id FROM case_label WHERE label_id IN (${marks(text.labelIds)})
      UNION ALL SELECT case_id FROM identifier WHERE hash IN (${marks(text.hashes)})
      UNION ALL SELECT value FROM json_each(?))`,
    values: [
      environmentId,
      part.toLowerCase(),
      ...text.labelIds,
      ...text.hashes,
      JSON.stringify(text.people),
    ],
  }),
};

/** Returns the SQL condition of a filter within one environment. */
export function conditionOf(
  environmentId: string,
  filter: CaseFilter,
  resolvedFilter: ResolvedFilter,
): FilterCondition {
  const all: Condition[] = [{ sql: 'c.environment_id = ?', values: [environmentId] }];
  for (const member of Object.keys(conditions) as (keyof CaseFilter)[]) {
    const value = filter[member];
    const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    if (!isEmpty) {
      // The condition and the value of one member belong together; TypeScript cannot follow the pairing through the union.
      all.push(conditions[member](value as never, { ...resolvedFilter, environmentId }));
    }
  }
  return {
    sql: all.map(({ sql }) => sql).join(' AND '),
    values: all.flatMap(({ values }) => values),
    leavesAll: all.length === 1,
  };
}

/** Returns the groups that have rows, in row order. A period ends where the previous one begins. @param timeAt null for rows without a time */
export function groupsOf(
  total: number,
  timeAt: (index: number) => number | null,
  { descending }: CaseSort,
  { today, yesterday, week }: DayStarts,
): CaseGroup[] {
  const from = { today, yesterday, week, earlier: Number.NEGATIVE_INFINITY } as const;
  const newestFirst = ['today', 'yesterday', 'week', 'earlier'] as const;
  const periodAt = (index: number) => {
    const at = timeAt(index);
    return at === null ? 'never' : newestFirst.find((period) => at >= from[period]);
  };
  const keys = [...(descending ? newestFirst : newestFirst.toReversed()), 'never' as const];
  let start = 0;
  return keys.flatMap((key, rank) => {
    const end = firstIndex(start, total, (index) => keys.indexOf(periodAt(index) ?? 'never') > rank);
    const count = end - start;
    start = end;
    return count === 0 ? [] : [{ key, count }];
  });
}

/** Returns the first index from which a condition is true, which once true stays so. */
function firstIndex(from: number, to: number, isTrue: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = isTrue(middle) ? [low, middle] : [middle + 1, high];
  }
  return low;
}

function marks(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
