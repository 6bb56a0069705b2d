import type { DatabaseSync } from 'node:sqlite';
import type { Hold } from '../../../../preload/contract/cases.ts';
import {
  type DueCounts,
  type DueGroup,
  type DueRow,
  type DueRule,
  dueRule,
} from '../../../../preload/contract/due.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { addDays, addMonths, localDay } from '../../../../preload/shared/calendar.ts';
import { type Target, targetIn } from '../../../common/target.ts';
import { Meta } from '../../../store/meta.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import { retentionNameOf } from '../../../store/retention-names.ts';
import { readableText, type Sealer } from '../../../store/sealing.ts';
import { type CaseTable, casePlace } from '../index/case-table.ts';
import type { InEnvironment } from '../index/results.ts';

/** The days before the end of a period when a conversation is shown, and after it when it is overdue. */
const nearDays = 30;
const unreadable = 'The reason can no longer be read.';

/** The parts of what is kept about a conversation, each with the kinds of journal entries that set it. */
export const retainedKinds = { relationshipEnd: ['relationship-ended'], hold: ['held', 'hold-ended'] };
export type RetainedPart = keyof typeof retainedKinds;
export const dueKinds: readonly string[] = Object.values(retainedKinds).flat();

/** True for a conversation on hold. */
export const isHeld = 'held_on IS NOT NULL AND (held_until IS NULL OR held_until >= today())';

interface AppliedEntry extends InEnvironment {
  conversationId: string;
  kind: string;
  details: EntryDetails;
  at: number;
}

/** An entry of the journal about one conversation; without `details` it can no longer be decrypted. */
interface RetainedEntry {
  kind: string;
  at: number;
  content: { details?: EntryDetails | undefined };
}

/** The most by which the first day of a hold can differ after the time zone of the computer was changed, in milliseconds. */
const dayMs = 86_400_000;

/**
 * The conversations whose data must be deleted at the service after a period, and those kept on purpose. Methods that write expect the caller to
 * open the transaction.
 */
export class DueCases {
  readonly #meta: Meta;
  readonly #sealer: Sealer;
  readonly #table: CaseTable;
  readonly #database: DatabaseSync;
  readonly #now: () => number;
  readonly #sql;

  constructor(database: DatabaseSync, sealer: Sealer, table: CaseTable, now: () => number) {
    this.#database = database;
    this.#meta = new Meta(database);
    this.#sealer = sealer;
    this.#table = table;
    this.#now = now;
    this.#sql = prepareAll(database, {
      start: `INSERT INTO retained (environment_id, conversation_id, started_on) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET started_on = excluded.started_on`,
      hold: `INSERT INTO retained (environment_id, conversation_id, held_on, held_until, hold) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET held_on = excluded.held_on, held_until = excluded.held_until, hold = excluded.hold`,
      endHold: `UPDATE retained SET held_on = NULL, held_until = NULL, hold = NULL WHERE environment_id = ? AND conversation_id = ?`,
      find: 'SELECT started_on, held_on, held_until, hold FROM retained WHERE environment_id = ? AND conversation_id = ?',
      retained:
        'SELECT environment_id, conversation_id FROM retained WHERE coalesce(held_on, started_on) IS NOT NULL',
      held: `SELECT conversation_id FROM retained WHERE environment_id = ? AND ${isHeld}`,
      heldPage: `SELECT conversation_id FROM retained WHERE environment_id = ? AND ${isHeld}
       ORDER BY held_until IS NULL, held_until, conversation_id LIMIT ? OFFSET ?`,
    });
  }

  rule(environmentId: string): DueRule | undefined {
    const text = this.#meta.text(retentionNameOf.dueRule(environmentId));
    return text === undefined ? undefined : dueRule.parse(JSON.parse(text));
  }

  setDueRule({ environmentId, rule }: InEnvironment & { rule: DueRule | null }): void {
    if (rule === null) {
      this.#meta.delete(retentionNameOf.dueRule(environmentId));
    } else {
      this.#meta.set(retentionNameOf.dueRule(environmentId), JSON.stringify(rule));
    }
  }

  /** Applies an entry of the journal. Applying it twice changes nothing. */
  apply({ environmentId, conversationId, kind, details, at }: AppliedEntry): void {
    const text = (name: string) => (typeof details[name] === 'string' ? details[name] : null);
    if (kind === 'relationship-ended') {
      this.#sql.start.run(environmentId, conversationId, text('on'));
    } else if (kind === 'held') {
      const content = this.#sealer.seal(text('reason') ?? '', holdPlace(environmentId, conversationId));
      this.#sql.hold.run(environmentId, conversationId, localDay(at), text('until'), content);
    } else {
      this.#sql.endHold.run(environmentId, conversationId);
    }
  }

  dueSummary({ environmentId }: InEnvironment) {
    const rule = this.rule(environmentId);
    const counts = this.dueCounts({ environmentId, rule });
    return { counts, today: this.#today(), ...omitUndefined({ rule }) };
  }

  /** Counts the conversations of each group by a rule. */
  dueCounts({ environmentId, rule }: InEnvironment & { rule: DueRule | undefined }): DueCounts {
    const today = this.#today();
    const holdCount = this.#sql.held.all(environmentId).length;
    if (rule === undefined) {
      return { due: 0, overdue: 0, soon: 0, unknown: 0, held: holdCount, missing: 0 };
    }
    const count = (condition: string) => `coalesce(sum(${condition}), 0)`;
    const row = this.#database
      .prepare(
        `SELECT ${count(conditions.due)} AS due, ${count('missing_at IS NULL AND start <= :overdue')} AS overdue, ${count(conditions.soon)} AS soon,
         ${count(conditions.unknown)} AS unknown, ${count(conditions.missing)} AS missing FROM (${scopeOf(rule)})`,
      )
      .get({ ...limits(environmentId, rule, today), overdue: latestStart(rule, addDays(today, -nearDays)) });
    return { ...(row as unknown as Omit<DueCounts, 'held'>), held: holdCount };
  }

  /** Returns the ids of a group, the longest due first; those held by the end of the hold. */
  dueIds(input: InEnvironment & { group: DueGroup; from?: number; count?: number }): string[] {
    const { environmentId, group, from = 0, count = -1 } = input;
    if (group === 'held') {
      return this.#sql.heldPage.all(environmentId, count, from).map(nameOf);
    }
    const rule = this.rule(environmentId);
    if (rule === undefined) {
      return [];
    }
    const page = this.#database.prepare(
      `SELECT conversation_id FROM (${scopeOf(rule)}) WHERE ${conditions[group]}
       ORDER BY start, conversation_id LIMIT :count OFFSET :from`,
    );
    page.setAllowUnknownNamedParameters(true);
    return page.all({ ...limits(environmentId, rule, this.#today()), count, from }).map(nameOf);
  }

  dueRows(input: InEnvironment & { group: DueGroup; from: number; count: number }) {
    const { environmentId, group } = input;
    const rule = this.rule(environmentId);
    const rows = this.dueIds(input).map((conversationId) => this.#rowOf(environmentId, conversationId, rule));
    return { rows, total: this.dueCounts({ environmentId, rule })[group] };
  }

  /** Returns those of the conversations that are on hold. */
  heldOf({ environmentId, ids }: InEnvironment & { ids: readonly string[] }): string[] {
    return ids.filter((id) => this.holdOf(environmentId, id) !== undefined);
  }

  /** Returns the hold on a conversation, where there is one. */
  holdOf(environmentId: string, conversationId: string): Hold | undefined {
    const today = this.#today();
    const row = this.#sql.find.get(environmentId, conversationId);
    const { held_on: since, held_until: until, hold: content } = row ?? {};
    if (typeof since !== 'string' || !(content instanceof Uint8Array) || String(until ?? today) < today) {
      return undefined;
    }
    const reason =
      readableText(this.#sealer, content, holdPlace(environmentId, conversationId)) ?? unreadable;
    return { reason, since, ...omitUndefined({ until: typeof until === 'string' ? until : undefined }) };
  }

  /** Returns the end of the relationship, where it is known. */
  startOf(environmentId: string, conversationId: string): string | undefined {
    const row = this.#sql.find.get(environmentId, conversationId);
    return typeof row?.started_on === 'string' ? row.started_on : undefined;
  }

  /** Returns the conversations whose deletion needs a reason, by their status as it was last read where that is given. */
  early({
    environmentId,
    conversations,
  }: InEnvironment & {
    conversations: readonly { conversationId: string; status?: string | undefined }[];
  }) {
    const today = this.#today();
    const rule = this.rule(environmentId);
    const result = { held: [] as string[], early: [] as string[], unknown: [] as string[] };
    for (const { conversationId, status: statusRead } of conversations) {
      const { hold, status, endsOn } = this.#rowOf(environmentId, conversationId, rule, statusRead);
      if (hold !== undefined) {
        result.held.push(conversationId);
      } else if (rule?.statuses.some((one) => one === status) && (endsOn === undefined || endsOn >= today)) {
        result[endsOn === undefined ? 'unknown' : 'early'].push(conversationId);
      }
    }
    return result;
  }

  /** Returns the conversations with an end of the relationship or a hold, also where that has ended by itself. */
  retainedCases(): Target[] {
    return this.#sql.retained.all().map(targetIn);
  }

  /**
   * Returns the parts that the list has otherwise than the entries about the conversation, as it has them. A part of which an entry can no longer be
   * decrypted is not compared; a hold that has ended by itself counts as none.
   */
  differences(target: Target, entries: readonly RetainedEntry[]): Partial<Record<RetainedPart, string>> {
    const starts = entriesOf('relationshipEnd', entries);
    const holds = entriesOf('hold', entries);
    return omitUndefined({
      relationshipEnd: starts && this.#startDifference(target, starts),
      hold: holds && this.#holdDifference(target, holds),
    });
  }

  #startDifference({ environmentId, conversationId }: Target, entries: readonly RetainedEntry[]) {
    const on = entries.at(-1)?.content.details?.on;
    const start = this.startOf(environmentId, conversationId);
    return start === (typeof on === 'string' ? on : undefined) ? undefined : (start ?? '');
  }

  #holdDifference({ environmentId, conversationId }: Target, entries: readonly RetainedEntry[]) {
    const last = entries.at(-1);
    const { reason = '', until } = last?.content.details ?? {};
    const isOpen = last?.kind === 'held' && (typeof until !== 'string' || until >= this.#today());
    const hold = this.holdOf(environmentId, conversationId);
    if (!isOpen || hold === undefined) {
      return isOpen === (hold !== undefined) ? undefined : (hold?.reason ?? '');
    }
    const offMs = Math.abs(Date.parse(hold.since) - Date.parse(localDay(last.at)));
    const isSame = hold.reason === reason && hold.until === until && offMs <= dayMs;
    return isSame ? undefined : hold.reason;
  }

  /** Writes a part as the entries have it. */
  correct(part: RetainedPart, target: Target, entries: readonly RetainedEntry[]): void {
    const { environmentId, conversationId } = target;
    if (part === 'hold') {
      this.#sql.endHold.run(environmentId, conversationId);
    } else {
      this.#sql.start.run(environmentId, conversationId, null);
    }
    for (const { kind, at, content } of entries.filter((one) => retainedKinds[part].includes(one.kind))) {
      this.apply({ ...target, kind, at, details: content.details ?? {} });
    }
  }

  #today(): string {
    return localDay(this.#now());
  }

  /** @param statusRead the status as it was read since; a period that begins with it has no start yet */
  #rowOf(
    environmentId: string,
    conversationId: string,
    rule: DueRule | undefined,
    statusRead?: string,
  ): DueRow {
    const row = this.#table.find(environmentId, conversationId);
    const status = statusRead ?? row?.status ?? undefined;
    const isOfStatus = rule?.startsAt === 'status' && status === row?.status;
    const startedOn =
      this.startOf(environmentId, conversationId) ?? (isOfStatus ? (row?.status_on ?? undefined) : undefined);
    return {
      conversationId,
      ...omitUndefined({
        userKey: row && this.#table.userKeyOf(row),
        status,
        startedOn,
        endsOn: rule && startedOn && lastDayOf(rule, startedOn),
        hold: this.holdOf(environmentId, conversationId),
        missingAt: row?.missing_at ?? undefined,
      }),
    };
  }
}

/** Returns the entries that set a part; undefined where one of them can no longer be decrypted. */
function entriesOf(part: RetainedPart, entries: readonly RetainedEntry[]) {
  const ofPart = entries.filter(({ kind }) => retainedKinds[part].includes(kind));
  return ofPart.some(({ content }) => content.details === undefined) ? undefined : ofPart;
}

const conditions = {
  due: 'missing_at IS NULL AND start <= :cutoff',
  soon: 'missing_at IS NULL AND start > :cutoff AND start <= :soon',
  unknown: 'missing_at IS NULL AND start IS NULL',
  missing: 'missing_at IS NOT NULL',
} as const;

/** The conversations that a rule concerns, with the start of their period, without those on hold. */
function scopeOf({ startsAt }: DueRule): string {
  const start = startsAt === 'status' ? 'coalesce(started_on, status_on)' : 'started_on';
  return `SELECT conversation_id, ${start} AS start, missing_at FROM conversation LEFT JOIN retained USING (environment_id, conversation_id)
     WHERE environment_id = :environmentId AND verdict <> 'gone' AND status IN (SELECT value FROM json_each(:statuses))
     AND NOT coalesce(${isHeld}, 0)`;
}

function limits(environmentId: string, rule: DueRule, today: string) {
  return {
    environmentId,
    statuses: JSON.stringify(rule.statuses),
    cutoff: latestStart(rule, today),
    soon: latestStart(rule, addDays(today, nearDays)),
  };
}

function nameOf({ conversation_id }: Record<string, unknown>): string {
  return String(conversation_id);
}

function holdPlace(environmentId: string, conversationId: string) {
  return {
    ...casePlace({ environment_id: environmentId, conversation_id: conversationId }, 'comment'),
    table: 'retained',
    column: 'hold',
  };
}

type Period = Pick<DueRule, 'count' | 'unit' | 'startsAt'>;

/** Returns the last day of a period: on the next one the data is due for deletion. The day of the start is not counted. */
export function lastDayOf({ count, unit, startsAt }: Period, startedOn: string): string {
  const start = startsAt === 'end-of-year' ? `${startedOn.slice(0, 4)}-12-31` : startedOn;
  return unit === 'days' ? addDays(start, count) : addMonths(start, 12 * count);
}

/** Returns the latest start whose period has ended before a day. */
export function latestStart(period: Period, before: string): string {
  const { count, unit } = period;
  let start = unit === 'days' ? addDays(before, -count) : addMonths(before, -12 * count);
  while (lastDayOf(period, start) >= before) {
    start = addDays(start, -1);
  }
  while (lastDayOf(period, addDays(start, 1)) < before) {
    start = addDays(start, 1);
  }
  return start;
}
