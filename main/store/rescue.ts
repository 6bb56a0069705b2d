import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** After so many numbers without a row the end of a table is taken to be reached, where its size cannot be read. */
const maxMisses = 10_000;

/**
 * Copies what can still be read from a damaged file into a new one, row by row: a row that cannot be read, or does not fit, is left
 * out and the rest goes on. Answers how many rows of each table were copied.
 */
export class Rescue {
  readonly #from: DatabaseSync;
  readonly #to: DatabaseSync;

  /** @throws the error of node:sqlite where the file cannot be opened at all */
  constructor(path: string, to: DatabaseSync) {
    this.#from = new DatabaseSync(path, { readOnly: true });
    this.#to = to;
  }

  close(): void {
    this.#from.close();
  }

  /** Copies a table whose rows have a number, by that number. */
  numbered(table: string, key = 'id'): number {
    return this.#copy(table, (columns) => this.#byNumber(table, key, columns));
  }

  /** Copies a table from its beginning, up to the first row that cannot be read. */
  whole(table: string, where = 'true'): number {
    return this.#copy(table, (columns) =>
      this.#from.prepare(`SELECT ${columns} FROM "${table}" WHERE ${where}`).iterate(),
    );
  }

  #copy(table: string, rows: (columns: string) => Iterable<Record<string, SQLInputValue>>): number {
    let copied = 0;
    try {
      const names = this.#columns(table);
      const columns = names.map((name) => `"${name}"`).join(', ');
      const insert = this.#to.prepare(
        `INSERT OR IGNORE INTO "${table}" (${columns}) VALUES (${names.map(() => '?').join(', ')})`,
      );
      for (const row of rows(columns)) {
        copied += Number(attempt(() => insert.run(...names.map((name) => row[name] ?? null)).changes) ?? 0);
      }
    } catch {
      // The rest of this table cannot be read.
    }
    return copied;
  }

  /** The columns both files have. */
  #columns(table: string): string[] {
    const of = (database: DatabaseSync) =>
      database
        .prepare(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => String(name));
    const known = of(this.#to);
    return (attempt(() => of(this.#from)) ?? known).filter((name) => known.includes(name));
  }

  *#byNumber(table: string, key: string, columns: string): Generator<Record<string, SQLInputValue>> {
    const last = attempt(() =>
      Number(this.#from.prepare(`SELECT max("${key}") AS last FROM "${table}"`).get()?.last),
    );
    const one = this.#from.prepare(`SELECT ${columns} FROM "${table}" WHERE "${key}" = ?`);
    for (let number = 1, misses = 0; last === undefined ? misses < maxMisses : number <= last; number += 1) {
      const row = attempt(() => one.get(number));
      misses = row === undefined ? misses + 1 : 0;
      if (row !== undefined) {
        yield row;
      }
    }
  }
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
