import type { DatabaseSync } from 'node:sqlite';
import type { Verdict } from '../../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type {
  AgreementGroup,
  ChangedCase,
  DecisionGroup,
  OpenAge,
  ReportedKind,
  ReportGrouping,
} from '../../../../preload/contract/reports.ts';
import {
  type Forgery,
  forgeries,
  type TestGroup,
  testOutcome,
} from '../../../../preload/contract/test-cases.ts';
import { addDays, localDay } from '../../../../preload/shared/calendar.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import type { FoundEntry, JournalStore } from '../../records/journal/journal-store.ts';
import { isNotHeld } from '../../records/journal/second-review.ts';
import { caseChange } from '../index/case-change.ts';
import type { CaseTable, StoredCase } from '../index/case-table.ts';
import { ageFrom, isWaiting, needsReview } from '../index/query.ts';
import type { KeptTestCases } from '../kept-test-cases.ts';

/** The most decisions that one report reads: each is decrypted and compared with its hashes. */
export const maxReported = 20_000;
/** The most changed cases that are listed. */
const maxChanged = 100;
/** The ages at which the groups of open cases begin, in days. */
const ageSteps = [0, 1, 3, 7, 30];
const dayMs = 86_400_000;
/** A case that was opened longer ago was not worked on all the time. Milliseconds. */
const longestOnCase = 2 * 3_600_000;

/** A decision as the journal has it, or the withdrawal of one. */
export interface ReportedDecision {
  conversationId: string;
  /** Milliseconds since the epoch. */
  at: number;
  reviewer: string;
  kind: ReportedKind;
  reason: string | undefined;
  comment: string | undefined;
  /** When who decided had last opened the case before, in this console; undefined where that is not known. */
  openedAt: number | undefined;
  /** When the console had the result it was made on, or the case at all; undefined for a case that is in the list no more. */
  resultAt: number | undefined;
  userKey: string | undefined;
}

interface Span {
  environmentId: string;
  from?: number | undefined;
  to?: number | undefined;
}

/** Counts of an environment's decisions and open cases. */
export class Reports {
  readonly #journal: JournalStore;
  readonly #table: CaseTable;
  readonly #testCases: KeptTestCases;
  readonly #sql;

  constructor(database: DatabaseSync, journal: JournalStore, table: CaseTable, testCases: KeptTestCases) {
    this.#journal = journal;
    this.#table = table;
    this.#testCases = testCases;
    const open = `c.environment_id = :environment AND c.conversation_id NOT IN (SELECT value FROM json_each(:tests)) AND ${ageFrom} <= :newest AND ${ageFrom} > :oldest`;
    this.#sql = prepareAll(database, {
      ages: `SELECT sum(c.state <> 'in-review' AND (${needsReview})) AS toReview, sum(c.state = 'in-review') AS inReview,
         sum(${isWaiting}) AS waiting FROM conversation AS c WHERE ${open}`,
      verdicts: `SELECT c.verdict, count(*) AS count FROM conversation AS c
         WHERE ${open} AND (c.state = 'in-review' OR (${needsReview})) GROUP BY c.verdict`,
      countChanged:
        'SELECT count(*) AS total FROM conversation WHERE environment_id = ? AND since_decided IS NOT NULL',
      changed: `SELECT * FROM conversation WHERE environment_id = ? AND since_decided IS NOT NULL
         ORDER BY changed_at DESC, id DESC LIMIT ?`,
    });
  }

  /** Returns the decisions of a time, newest first, and how many entries cannot be counted. */
  reportedDecisions({ environmentId, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER }: Span) {
    const decisions: ReportedDecision[] = [];
    let unreadable = 0;
    const openings = this.#openings(environmentId, from, to);
    // Retention keeps a decision as an entry of its own, with the time of the decision inside.
    const entries = this.#journal.where(
      `environment_id = ? AND ${isNotHeld} AND (kind = 'decided' AND at BETWEEN ? AND ? OR kind = 'decision-kept') ORDER BY seq DESC`,
      ...[environmentId, from, to],
    );
    for (const { at: enteredAt, actor, kind, content, isUnchanged } of entries) {
      const { conversationId = '', details } = content ?? {};
      if (details === undefined || !isUnchanged) {
        unreadable++;
        continue;
      }
      const change = caseChange(kind, details);
      if (change?.kind !== 'decided' && !(change?.kind === 'decision-kept' && change.decision)) {
        continue;
      }
      const keptDecision = change.kind === 'decision-kept' ? change : undefined;
      const at = keptDecision?.decidedAt ?? enteredAt;
      if (at < from || at > to) {
        continue;
      }
      if (decisions.length === maxReported) {
        return { decisions, unreadable, isLimited: true };
      }
      const row = this.#table.find(environmentId, conversationId);
      decisions.push({
        conversationId,
        at,
        reviewer: keptDecision?.reviewer ?? actor,
        kind: change.decision ?? 'withdrawn',
        reason: change.reason,
        comment: change.kind === 'decided' ? change.comment : undefined,
        resultAt: row && resultAt(row, at),
        userKey: row && this.#table.userKeyOf(row),
        openedAt: openings.get(`${actor} ${conversationId}`)?.find((opening) => opening.at <= at)?.at,
      });
    }
    return { decisions, unreadable, isLimited: false };
  }

  /** Returns when each user opened each case, newest first; of a long time only the newest. */
  #openings(environmentId: string, from: number, to: number): Map<string, FoundEntry[]> {
    const earliest = Math.max(from - longestOnCase, Number.MIN_SAFE_INTEGER);
    const entries = this.#journal.where(
      `environment_id = ? AND kind = 'opened' AND at BETWEEN ? AND ? ORDER BY seq DESC LIMIT ?`,
      ...[environmentId, earliest, to, 2 * maxReported],
    );
    return Map.groupBy(entries, ({ actor, content }) => `${actor} ${content?.conversationId}`);
  }

  decisionReport({ by, ...span }: Span & { by: ReportGrouping }) {
    const { decisions, unreadable, isLimited } = this.reportedDecisions(span);
    // A decision with several reasons counts for each.
    const counting = by === 'reason' ? decisions.flatMap(byReason) : decisions;
    const groups = Map.groupBy(counting, (decision) => keyOf(decision, by));
    const groupRows = Array.from(groups, ([key, some]) => groupOf(key, some, by));
    const isByTime = by === 'day' || by === 'week' || by === 'day-reviewer';
    groupRows.sort((one, other) => {
      if (by === 'reviewer') {
        // By name: people are not ranked.
        return compare(one.key, other.key);
      }
      return isByTime || one.total === other.total ? compare(other.key, one.key) : other.total - one.total;
    });
    const second = secondDecisions(decisions);
    return {
      all: groupOf('', decisions, 'day'),
      groups: groupRows,
      second,
      ...this.#agreement(span),
      ...this.#testResults(span),
      isLimited,
      unreadable,
    };
  }

  /** Counts the second reviews in which two people decided the same, by the first decision: all, then those of each reason. */
  #agreement({ environmentId, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER }: Span) {
    const groups = new Map<string, AgreementGroup>();
    for (const { first, second } of this.#journal.team.reviews.reviewsOf(environmentId)) {
      if (second.at < from || second.at > to) {
        continue;
      }
      const kind = first.decision;
      const codes = (first.reason ?? '').split(' ');
      const kindCodes = codes.map((code) => ({ key: `${kind}/${code}`, kind, reason: code || undefined }));
      for (const { key, ...what } of [{ key: 'all' }, ...kindCodes]) {
        const group = groups.get(key) ?? { key, ...omitUndefined(what), total: 0, agreed: 0 };
        groups.set(key, group);
        group.total += 1;
        group.agreed += first.decision === second.decision ? 1 : 0;
      }
    }
    const all = [...groups.values()].sort(
      (one, other) => other.total - one.total || compare(one.key, other.key),
    );
    return all.length === 0 ? {} : { agreement: all };
  }

  /** Counts the test cases decided in a time by what was forged in them. One that is escalated or asked for again is not let through. */
  #testResults({ environmentId, from = Number.MIN_SAFE_INTEGER, to = Number.MAX_SAFE_INTEGER }: Span) {
    const groups = new Map<Forgery, TestGroup>();
    const entries = this.#journal.where(
      `environment_id = ? AND kind = 'tested' AND at BETWEEN ? AND ?`,
      ...[environmentId, from, to],
    );
    for (const { content, isUnchanged } of entries) {
      const { data } = testOutcome.safeParse(isUnchanged ? content?.details : undefined);
      if (data !== undefined) {
        const { forgery, decision } = data;
        const { total, agreed } = groups.get(forgery) ?? { total: 0, agreed: 0 };
        const isRight = (decision === 'clear') === (forgery === 'none');
        groups.set(forgery, { forgery, total: total + 1, agreed: agreed + (isRight ? 1 : 0) });
      }
    }
    return groups.size === 0 ? {} : { tests: forgeries.flatMap((forgery) => groups.get(forgery) ?? []) };
  }

  openReport({ environmentId, at }: { environmentId: string; at: number }): {
    ages: OpenAge[];
    changed: { total: number; cases: ChangedCase[] };
  } {
    const tests = JSON.stringify(Object.keys(this.#testCases.testCases({ environmentId })));
    const ages = ageSteps.map((from, index) => {
      const to = ageSteps[index + 1];
      // Nothing is younger than now, but a clock that was set back may say so.
      const newest = from === 0 ? Number.MAX_SAFE_INTEGER : at - from * dayMs;
      const oldest = to === undefined ? Number.MIN_SAFE_INTEGER : at - to * dayMs;
      const bounds = { environment: environmentId, tests, newest, oldest };
      const row = this.#sql.ages.get(bounds);
      const verdicts = this.#sql.verdicts.all(bounds) as unknown as { verdict: Verdict; count: number }[];
      const count = (name: string) => Number(row?.[name] ?? 0);
      return {
        from,
        ...omitUndefined({ to }),
        toReview: count('toReview'),
        inReview: count('inReview'),
        waiting: count('waiting'),
        verdicts: Object.fromEntries(verdicts.map(({ verdict, count: number }) => [verdict, Number(number)])),
      };
    });
    const rows = this.#sql.changed.all(environmentId, maxChanged) as unknown as StoredCase[];
    return {
      ages,
      changed: {
        total: Number(this.#sql.countChanged.get(environmentId)?.total ?? 0),
        cases: rows.flatMap((row) => {
          const { decision, decision_reason, decided_at, changed_at } = row;
          return decision === null || decided_at === null
            ? []
            : [
                {
                  conversationId: row.conversation_id,
                  decision,
                  decidedAt: decided_at,
                  ...omitUndefined({
                    userKey: this.#table.userKeyOf(row),
                    reason: decision_reason ?? undefined,
                    changedAt: changed_at ?? undefined,
                  }),
                },
              ];
        }),
      },
    };
  }
}

/** Returns when the console had the result that a decision was made on; when it first had the case if the result changed since. */
function resultAt({ changed_at, first_seen_at }: StoredCase, decidedAt: number): number {
  return changed_at !== null && changed_at <= decidedAt ? changed_at : first_seen_at;
}

/** Counts the decisions on a case that another person had decided before, and those that differ from that. @param decisions newest first */
function secondDecisions(decisions: readonly ReportedDecision[]): { total: number; differing: number } {
  const before = new Map<string, ReportedDecision>();
  let total = 0;
  let differing = 0;
  for (const decision of decisions.toReversed()) {
    const { conversationId, kind, reviewer } = decision;
    if (kind === 'withdrawn') {
      continue;
    }
    const first = before.get(conversationId);
    if (first !== undefined && first.reviewer !== reviewer) {
      total++;
      differing += first.kind === kind ? 0 : 1;
    }
    before.set(conversationId, decision);
  }
  return { total, differing };
}

function byReason(decision: ReportedDecision): ReportedDecision[] {
  return (decision.reason ?? '').split(' ').map((code) => ({ ...decision, reason: code || undefined }));
}

function keyOf({ at, reviewer, kind, reason }: ReportedDecision, by: ReportGrouping): string {
  switch (by) {
    case 'day':
      return localDay(at);
    case 'week':
      // Weeks begin on Monday.
      return addDays(localDay(at), -((new Date(at).getDay() + 6) % 7));
    case 'reviewer':
      return reviewer;
    case 'day-reviewer':
      return `${localDay(at)} ${reviewer}`;
    case 'decision':
      return kind;
    case 'reason':
      return `${kind}/${reason ?? ''}`;
  }
}

function groupOf(key: string, decisions: readonly ReportedDecision[], by: ReportGrouping): DecisionGroup {
  const counts: Partial<Record<ReportedKind, number>> = {};
  const times: number[] = [];
  const onCase: number[] = [];
  for (const { kind, at, resultAt: since, openedAt } of decisions) {
    counts[kind] = (counts[kind] ?? 0) + 1;
    if (kind !== 'withdrawn' && since !== undefined) {
      times.push(at - since);
    }
    if (kind !== 'withdrawn' && openedAt !== undefined && at - openedAt <= longestOnCase) {
      onCase.push(at - openedAt);
    }
  }
  const [first] = decisions;
  const { kind, reason } = by === 'reason' && first !== undefined ? first : {};
  const medianMs = median(times);
  const medianOnCaseMs = median(onCase);
  const total = decisions.length - (counts.withdrawn ?? 0);
  return { key, total, counts, ...omitUndefined({ kind, reason, medianMs, medianOnCaseMs }) };
}

/** Returns the middle value; of two middle ones the smaller. Undefined without values. */
function median(values: number[]): number | undefined {
  values.sort((one, other) => one - other);
  return values[Math.floor((values.length - 1) / 2)];
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
