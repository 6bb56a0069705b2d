import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { Meta } from '../../store/meta.ts';
import { keyIdOf, metaPlace, type SealedPlace, type Sealer, UnsealFailure } from '../../store/sealing.ts';
import { inTransaction } from '../../store/sqlite-file.ts';
import { notePlace } from '../index/apply-entry.ts';
import { casePlace, type StoredCase } from '../index/case-table.ts';
import { labelPlace } from '../index/labels.ts';
import { callbackPlace } from '../kept-callbacks.ts';
import { queueIn } from '../queues.ts';
import { readingPlace } from '../readings.ts';
import { viewPlace } from '../views.ts';

type Row = Record<string, SQLInputValue>;

/** A column of sealed values: how to list its rows in order, and what each value is bound to. */
interface SealedColumn {
  /** Selects `key`, `sealed` and the columns `place` needs, after a given key, up to a limit. */
  select: string;
  update: string;
  place(row: Row): SealedPlace;
}

const withCase = 'JOIN conversation ON conversation.id = case_id';
const named = 'environment_id, conversation_id';
const text = (value: SQLInputValue | undefined) => String(value);
const caseOf = (row: Row) => row as unknown as StoredCase;

/** Every sealed column of the index except `meta`. Add new ones here: otherwise a rotation makes them unreadable. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    select: `SELECT id AS key, user_key AS sealed, ${named} FROM conversation WHERE id > ? AND user_key IS NOT NULL ORDER BY id LIMIT ?`,
    update: 'UPDATE conversation SET user_key = ? WHERE id = ?',
    place: (row) => casePlace(caseOf(row), 'user_key'),
  },
  {
    select: `SELECT id AS key, comment AS sealed, ${named} FROM conversation WHERE id > ? AND comment IS NOT NULL ORDER BY id LIMIT ?`,
    update: 'UPDATE conversation SET comment = ? WHERE id = ?',
    place: (row) => casePlace(caseOf(row), 'comment'),
  },
  {
    select: `SELECT note.id AS key, content AS sealed, seq, ${named} FROM note ${withCase} WHERE note.id > ? ORDER BY note.id LIMIT ?`,
    update: 'UPDATE note SET content = ? WHERE id = ?',
    place: (row) => notePlace(caseOf(row), Number(row.seq)),
  },
  {
    select: `SELECT reading.id AS key, content AS sealed, ${named} FROM reading ${withCase} WHERE reading.id > ? ORDER BY reading.id LIMIT ?`,
    update: 'UPDATE reading SET content = ? WHERE id = ?',
    place: (row) =>
      readingPlace(
        { environmentId: text(row.environment_id), conversationId: text(row.conversation_id) },
        Number(row.key),
      ),
  },
  {
    select:
      'SELECT id AS key, name AS sealed, name_hash, environment_id FROM label WHERE id > ? ORDER BY id LIMIT ?',
    update: 'UPDATE label SET name = ? WHERE id = ?',
    place: (row) => labelPlace(text(row.environment_id), row.name_hash as Uint8Array),
  },
  ...(['content', 'body'] as const).map(
    (column): SealedColumn => ({
      select: `SELECT id AS key, ${column} AS sealed, environment_id FROM callback WHERE id > ? ORDER BY id LIMIT ?`,
      update: `UPDATE callback SET ${column} = ? WHERE id = ?`,
      place: (row) => callbackPlace(column, text(row.environment_id), Number(row.key)),
    }),
  ),
  {
    select: 'SELECT id AS key, content AS sealed, environment_id FROM view WHERE id > ? ORDER BY id LIMIT ?',
    update: 'UPDATE view SET content = ? WHERE id = ?',
    place: (row) => viewPlace(text(row.environment_id), text(row.key)),
  },
];

/** Reseals the content of the index with the current key, slice by slice. After an interruption it skips finished values. */
export class Resealing {
  readonly #database: DatabaseSync;
  readonly #sealer: Sealer;
  #column = 0;
  #behind: SQLInputValue = 0;

  constructor(database: DatabaseSync, sealer: Sealer) {
    this.#database = database;
    this.#sealer = sealer;
  }

  /** Processes a slice of values; returns false when none is left. */
  slice(max: number): boolean {
    const column = sealedColumns[this.#column];
    if (column === undefined) {
      return false;
    }
    // View ids are texts, which SQLite sorts after all numbers.
    const rows = this.#database.prepare(column.select).all(this.#behind, max) as Row[];
    const update = this.#database.prepare(column.update);
    inTransaction(this.#database, () => {
      for (const row of rows) {
        const sealed = this.#sealedAnew(row.sealed as Uint8Array, column.place(row));
        if (sealed !== undefined) {
          update.run(sealed, row.key ?? null);
        }
      }
    });
    const last = rows.at(-1)?.key;
    if (last === undefined || last === null) {
      this.#column += 1;
      this.#behind = 0;
    } else {
      this.#behind = last;
    }
    return true;
  }

  #sealedAnew(sealed: Uint8Array, place: SealedPlace): Buffer | undefined {
    return resealed(this.#sealer, sealed, place);
  }
}

/** Undefined if the value is already sealed with the current key, or cannot be decrypted. */
function resealed(sealer: Sealer, sealed: Uint8Array, place: SealedPlace): Buffer | undefined {
  if (keyIdOf(sealed) === sealer.currentKeyId) {
    return undefined;
  }
  try {
    return sealer.seal(sealer.open(sealed, place), place);
  } catch (error) {
    if (error instanceof UnsealFailure) {
      return undefined;
    }
    throw error;
  }
}

/** Reseals the sealed values of the table `meta`. */
export function resealMeta(database: DatabaseSync, sealer: Sealer): void {
  const meta = new Meta(database);
  inTransaction(database, () => {
    for (const row of database.prepare("SELECT name FROM meta WHERE typeof(value) = 'blob'").all()) {
      const name = String(row.name);
      const sealed = meta.bytes(name);
      const again = sealed && resealed(sealer, sealed, queueIn(name) ?? metaPlace(name));
      if (again !== undefined) {
        meta.set(name, again);
      }
    }
  });
}

/** How many sealed values there are, about. */
export function sealedValues(database: DatabaseSync): number {
  const counts = sealedColumns.map(({ update }) => {
    const [, table, column] = /^UPDATE (\w+) SET (\w+)/.exec(update) ?? [];
    return Number(database.prepare(`SELECT count(${column}) AS count FROM ${table}`).get()?.count);
  });
  return counts.reduce((sum, count) => sum + count, 0);
}
