import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { JournalRow } from '../../../../preload/contract/journal.ts';
import type { ParsedInput } from '../../../../preload/contract/operations.ts';
import { changedOutside } from '../../../../preload/wording/history.ts';
import type { JournalStore } from './journal-store.ts';
import { isNotHeld } from './second-review.ts';

/** The most conversations of one user key that are searched for. */
const maxConversations = 1000;

type Search = ParsedInput<'journal.find'>;

/** Finds entries of the journal by user, kind, time and case. */
export class JournalSearch {
  readonly #database: DatabaseSync;
  readonly #journal: JournalStore;
  readonly #withUserKey: (environmentId: string, userKey: string, max: number) => string[];

  /** @param withUserKey returns the conversations with this user key */
  constructor(
    database: DatabaseSync,
    journal: JournalStore,
    withUserKey: (environmentId: string, userKey: string, max: number) => string[],
  ) {
    this.#database = database;
    this.#journal = journal;
    this.#withUserKey = withUserKey;
  }

  findEntries(search: Search) {
    const { sql, values } = this.#condition(search);
    const rows = this.#database
      .prepare(`SELECT count(*) AS total FROM entry LEFT JOIN content USING (seq) WHERE ${sql}`)
      .get(...values);
    return {
      total: Number(rows?.total ?? 0),
      last: this.#journal.head()?.seq ?? 0,
      actors: this.#distinct('actor'),
      kinds: this.#distinct('kind'),
    };
  }

  /** Returns entries up to the one with the number `last`, newest first. */
  entryRows({
    last,
    from,
    count,
    ...search
  }: Search & { last: number; from: number; count: number }): JournalRow[] {
    const { sql, values } = this.#condition(search);
    const entries = this.#journal.where(
      `${sql} AND seq <= ? ORDER BY seq DESC LIMIT ? OFFSET ?`,
      ...[...values, last, count, from],
    );
    return Array.from(entries, ({ seq, at, actor, kind, content, isUnchanged }) => ({
      seq,
      at,
      actor,
      ...(isUnchanged ? { kind, details: content?.details ?? {} } : { kind: changedOutside, details: {} }),
      ...(content === undefined && { isForgotten: true }),
      ...(content?.conversationId && { conversationId: content.conversationId }),
    }));
  }

  #distinct(column: 'actor' | 'kind'): string[] {
    return this.#database
      .prepare(`SELECT DISTINCT ${column} AS value FROM entry WHERE ${isNotHeld} ORDER BY value LIMIT 1000`)
      .all()
      .map(({ value }) => String(value));
  }

  /** Entries whose content was forgotten belong to no environment any more. */
  #condition({ environmentId, filter }: Search): { sql: string; values: SQLInputValue[] } {
    const { actor, kind, from, to, text } = filter;
    const parts: [string, ...SQLInputValue[]][] = [
      [isNotHeld],
      ["(environment_id IS NULL OR environment_id IN ('', ?))", environmentId],
    ];
    if (actor !== undefined) {
      parts.push(['actor = ?', actor]);
    }
    if (kind !== undefined) {
      parts.push(['kind = ?', kind]);
    }
    if (from !== undefined) {
      parts.push(['at >= ?', from]);
    }
    if (to !== undefined) {
      parts.push(['at <= ?', to]);
    }
    if (text !== undefined) {
      const ids = this.#withUserKey(environmentId, text, maxConversations);
      parts.push([
        '(instr(lower(conversation_id), ?) > 0 OR conversation_id IN (SELECT value FROM json_each(?)))',
        ...[text.toLowerCase(), JSON.stringify(ids)],
      ]);
    }
    return { sql: parts.map(([sql]) => sql).join(' AND '), values: parts.flatMap(([, ...values]) => values) };
  }
}
