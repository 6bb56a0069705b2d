import type { DatabaseSync } from 'node:sqlite';
import type {
  CaseFilter,
  CaseGroup,
  CaseQueryResult,
  CaseSort,
  DayStarts,
} from '../../../../preload/contract/cases.ts';
import type { CaseSettingsStore } from '../settings.ts';
import type { CaseSearch } from './case-search.ts';
import type { CaseTable } from './case-table.ts';
import type { Labels } from './labels.ts';
import {
  type Condition,
  conditionOf,
  groupCounts,
  groupsOf,
  orderBy,
  sortColumnOf,
  timeColumnOf,
} from './query.ts';
import type { Results } from './results.ts';

interface CaseQuery {
  environmentId: string;
  filter: CaseFilter;
  sort: CaseSort;
  dayStarts: DayStarts;
}

/** Filters, sorts and searches. */
export class CaseQueries {
  readonly #database: DatabaseSync;
  readonly #table: CaseTable;
  readonly #labels: Labels;
  readonly #results: Results;
  readonly #search: CaseSearch;
  readonly #settings: CaseSettingsStore;

  constructor(
    database: DatabaseSync,
    table: CaseTable,
    labels: Labels,
    results: Results,
    search: CaseSearch,
    settings: CaseSettingsStore,
  ) {
    this.#database = database;
    this.#table = table;
    this.#labels = labels;
    this.#results = results;
    this.#search = search;
    this.#settings = settings;
  }

  query({ environmentId, filter, sort, dayStarts }: CaseQuery): CaseQueryResult {
    const condition = this.condition(environmentId, filter);
    const column = sortColumnOf(sort);
    const timeColumn = timeColumnOf(sort);
    if (column === undefined) {
      const ids = this.#sortedBySealed(condition, sort);
      return { resultId: this.#results.keep(environmentId, ids), total: ids.length, groups: [] };
    }
    const ids = this.#ids(condition, `ORDER BY ${orderBy(column, sort)}`);
    return {
      resultId: this.#results.keep(environmentId, ids),
      total: ids.length,
      groups: timeColumn === undefined ? [] : this.#groups(condition, timeColumn, sort, dayStarts),
    };
  }

  count(environmentId: string, filter: CaseFilter): number {
    const { sql, values } = this.condition(environmentId, filter);
    const row = this.#database
      .prepare(`SELECT count(*) AS total FROM conversation AS c WHERE ${sql}`)
      .get(...values);
    return Number(row?.total ?? 0);
  }

  /** Returns whether a case of the environment has a user key. */
  hasUserKeys(environmentId: string): boolean {
    const found = this.#database
      .prepare('SELECT 1 FROM conversation WHERE environment_id = ? AND user_key IS NOT NULL LIMIT 1')
      .get(environmentId);
    return found !== undefined;
  }

  condition(environmentId: string, filter: CaseFilter): Condition {
    return conditionOf(environmentId, filter, {
      labelIds: this.#labels.ids(environmentId, filter.labels ?? []),
      targetHours:
        filter.overTarget === undefined ? undefined : this.#settings.read(environmentId).targetHours,
      ...(filter.text
        ? {
            text: {
              labelIds: this.#labels.containing(environmentId, filter.text),
              hashes: this.#search.hashes(environmentId, filter.text),
              people: [
                ...this.#search.people(environmentId, filter.text, true),
                ...this.#search.noted(environmentId, filter.text),
              ],
            },
          }
        : {}),
    });
  }

  /** User keys, names and label names are sealed in SQL, so they are decrypted and sorted here. */
  #sortedBySealed(condition: Condition, sort: CaseSort): Int32Array {
    const keys =
      sort.by === 'labels'
        ? this.#labelKeys(condition)
        : this.#sealedKeys(condition, (id) =>
            sort.by === 'person' ? this.#table.nameKeyById(id) : this.#table.userKeyById(id),
          );
    const direction = sort.descending ? -1 : 1;
    keys.sort(([id, key], [otherId, otherKey]) => {
      if (key === otherKey) {
        return otherId - id;
      }
      if (key === undefined || otherKey === undefined) {
        return key === undefined ? 1 : -1;
      }
      return key < otherKey ? -direction : direction;
    });
    return Int32Array.from(keys, ([id]) => id);
  }

  #sealedKeys(
    condition: Condition,
    keyOf: (id: number) => string | undefined,
  ): [id: number, key: string | undefined][] {
    return Array.from(this.#ids(condition, ''), (id) => [id, keyOf(id)]);
  }

  /** Selects the ids as one text: an object per row would cost far more. */
  #ids({ sql, values }: Condition, order: string): Int32Array {
    const row = this.#database
      .prepare(
        `SELECT json_group_array(id) AS ids FROM (SELECT c.id AS id FROM conversation AS c WHERE ${sql} ${order})`,
      )
      .get(...values);
    return Int32Array.from(JSON.parse(String(row?.ids ?? '[]')) as number[]);
  }

  #groups({ sql, values }: Condition, column: string, sort: CaseSort, dayStarts: DayStarts): CaseGroup[] {
    const counts = groupCounts(`c.${column}`, dayStarts);
    const row = this.#database
      .prepare(`SELECT ${counts.sql} FROM conversation AS c WHERE ${sql}`)
      .get(...counts.values, ...values);
    return groupsOf(row ?? {}, sort);
  }

  #labelKeys({ sql, values }: Condition): [id: number, key: string | undefined][] {
    const environmentId = String(values[0]);
    const names = this.#labels.names(environmentId);
    return this.#database
      .prepare(
        `SELECT c.id AS id, (SELECT group_concat(label_id) FROM case_label WHERE case_id = c.id) AS labels
         FROM conversation AS c WHERE ${sql}`,
      )
      .all(...values)
      .map(({ id, labels }) => {
        const given =
          labels === null
            ? []
            : String(labels)
                .split(',')
                .flatMap((one) => names.get(Number(one)) ?? []);
        return [Number(id), given.length === 0 ? undefined : given.sort().join('\n')];
      });
  }
}
