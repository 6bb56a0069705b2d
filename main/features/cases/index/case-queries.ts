import type {
  CaseFilter,
  CaseGroup,
  CaseQueryResult,
  CaseSort,
  DayStarts,
} from '../../../../preload/contract/cases.ts';
import type { ParsedInput } from '../../../../preload/contract/operations.ts';
import type { CaseSearch } from './case-search.ts';
import type { IndexParts } from './index-parts.ts';
import {
  type Condition,
  conditionOf,
  type FilterCondition,
  groupsOf,
  orderBy,
  sortColumnOf,
  timeColumnOf,
} from './query.ts';
import { ranksOf, sortByRank } from './ranks.ts';
import type { Results } from './results.ts';

/** Filters, sorts and searches. */
export class CaseQueries {
  readonly #parts: IndexParts;
  readonly #results: Results;
  readonly #search: CaseSearch;

  constructor(parts: IndexParts, results: Results, search: CaseSearch) {
    this.#parts = parts;
    this.#results = results;
    this.#search = search;
  }

  query({ environmentId, filter, sort, dayStarts }: ParsedInput<'cases.query'>): CaseQueryResult {
    const condition = this.condition(environmentId, filter);
    const ids = this.#idsInOrder(condition, sort);
    return {
      resultId: this.#results.keep(environmentId, ids),
      total: ids.length,
      groups: this.#groups(ids, sort, dayStarts),
    };
  }

  count(environmentId: string, filter: CaseFilter): number {
    const { sql, values } = this.condition(environmentId, filter);
    const row = this.#parts.database
      .prepare(`SELECT count(*) AS total FROM conversation AS c WHERE ${sql}`)
      .get(...values);
    return Number(row?.total ?? 0);
  }

  condition(environmentId: string, filter: CaseFilter): FilterCondition {
    const { targetHours } = filter.overTarget === undefined ? {} : this.#parts.settings.read(environmentId);
    return conditionOf(environmentId, filter, {
      labelIds: this.#parts.labels.ids(environmentId, filter.labels ?? []),
      me: this.#parts.me(),
      withinTargetFrom: targetHours === undefined ? undefined : this.#parts.now() - targetHours * 3_600_000,
      ...(filter.text
        ? {
            text: {
              labelIds: this.#parts.labels.containing(environmentId, filter.text),
              hashes: this.#search.hashes(environmentId, filter.text),
              people: [
                ...this.#search.people(environmentId, filter.text, true),
                ...this.#search.withNote(environmentId, filter.text),
              ],
            },
          }
        : {}),
    });
  }

  /** User keys, names and label names are sealed in SQL, so they are sorted here. */
  #idsInOrder(condition: FilterCondition, sort: CaseSort): Int32Array {
    const column = sortColumnOf(sort);
    if (column !== undefined) {
      return this.#ids(condition, `ORDER BY ${orderBy(column, sort, condition.leavesAll)}`);
    }
    const ids = this.#ids(condition, '');
    if (sort.by === 'labels') {
      const ranks = ranksOf(this.#labelTexts(condition));
      return sortByRank(ids, ranks, sort.descending);
    }
    return this.#parts.table.values.order[sort.by === 'person' ? 'person' : 'userKey'].sort(
      ids,
      sort.descending,
    );
  }

  /** Selects the ids as one text: an object per row would cost far more. */
  #ids({ sql, values }: Condition, order: string): Int32Array {
    const row = this.#parts.database
      .prepare(
        `SELECT json_group_array(id) AS ids FROM (SELECT c.id AS id FROM conversation AS c WHERE ${sql} ${order})`,
      )
      .get(...values);
    return new Int32Array(JSON.parse(String(row?.ids ?? '[]')) as number[]);
  }

  /** Reads the times of a few rows only, since they are sorted. */
  #groups(ids: Int32Array, sort: CaseSort, dayStarts: DayStarts): CaseGroup[] {
    const column = timeColumnOf(sort);
    if (column === undefined) {
      return [];
    }
    const time = this.#parts.database.prepare(`SELECT ${column} AS at FROM conversation WHERE id = ?`);
    const timeAt = (index: number) => (time.get(ids[index] ?? 0)?.at ?? null) as number | null;
    return groupsOf(ids.length, timeAt, sort, dayStarts);
  }

  /** Returns the names of the labels of each case that has any. */
  #labelTexts({ sql, values }: Condition): [id: number, text: string][] {
    const names = this.#parts.labels.names(String(values[0]));
    return this.#parts.database
      .prepare(
        `SELECT case_id, group_concat(label_id) AS labels FROM case_label
         WHERE case_id IN (SELECT c.id FROM conversation AS c WHERE ${sql}) GROUP BY case_id`,
      )
      .all(...values)
      .map(({ case_id, labels }) => {
        const ids = String(labels).split(',');
        const texts = ids.flatMap((one) => names.get(Number(one)) ?? []);
        return [Number(case_id), texts.sort().join('\n')];
      });
  }
}
