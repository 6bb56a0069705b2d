import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { Meta } from '../../../store/meta.ts';
import { metaPlace, readableText, type Sealer } from '../../../store/sealing.ts';
import { inTransaction, openSqliteFile } from '../../../store/sqlite-file.ts';
import { journalMigrations } from '../../records/journal/journal-file.ts';

/** Returns whether the lookup key cannot be decrypted, because it was sealed with a data key that is missing. */
export function isKeyLost(database: DatabaseSync, sealer: Sealer): boolean {
  const lookupKey = new Meta(database).bytes('lookup_key');
  return lookupKey !== undefined && readableText(sealer, lookupKey, metaPlace('lookup_key')) === undefined;
}

/**
 * Removes everything that is sealed, or found by hashes with a sealed key, from a list whose key is lost. What the journal says is applied
 * again. Returns the number of cases.
 */
export function removeSealed(database: DatabaseSync): number {
  inTransaction(database, () =>
    database.exec(`
      DELETE FROM reading; DELETE FROM note; DELETE FROM label; DELETE FROM identifier; DELETE FROM view; DELETE FROM callback;
      DELETE FROM erasure_request; DELETE FROM call; DELETE FROM attachment;
      UPDATE conversation SET user_key = NULL, person = NULL, comment = NULL, content_digest = NULL, note_count = 0;
      DELETE FROM meta WHERE name NOT IN ('index_id', 'clock_seen', 'clock_jump', 'journal_cut', 'rewrite_due')
        AND name NOT LIKE 'retention/%' AND name NOT LIKE 'forgetting/%';`),
  );
  return Number(database.prepare('SELECT count(*) AS count FROM conversation').get()?.count);
}

/** After so many numbers without a row the end of a table is taken to be reached, where its size cannot be read. */
const maxMisses = 10_000;

/** Copies the readable rows of a damaged journal into a new one at `path`. One that cannot be read does not cost the others. */
export function rescueJournal(aside: string, path: string): void {
  const journal = openSqliteFile(path, journalMigrations);
  const database = attempt(() => new DatabaseSync(aside, { readOnly: true }));
  try {
    if (database !== undefined) {
      inTransaction(journal, () => {
        copyRows(journal, 'meta', () => database.prepare('SELECT * FROM meta').iterate());
        for (const table of ['entry', 'content']) {
          copyRows(journal, table, () => rowsBySeq(database, table));
        }
        for (const table of ['team_place', 'team_notice']) {
          copyRows(journal, table, () => database.prepare(`SELECT * FROM ${table}`).iterate());
        }
      });
    }
  } finally {
    database?.close();
    journal.close();
  }
}

type Row = Record<string, SQLInputValue>;

/** Copies rows up to the first that cannot be read. A row that does not fit is left out. */
function copyRows(to: DatabaseSync, table: string, rows: () => Iterable<Row>): void {
  attempt(() => {
    for (const row of rows()) {
      const names = Object.keys(row);
      const insert = `INSERT OR IGNORE INTO "${table}" (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      attempt(() => to.prepare(insert).run(...Object.values(row)));
    }
  });
}

/** Yields the readable rows of a table, by their number. */
function* rowsBySeq(from: DatabaseSync, table: string): Generator<Row> {
  const last = attempt(() => Number(from.prepare(`SELECT max(seq) AS last FROM ${table}`).get()?.last));
  const one = from.prepare(`SELECT * FROM ${table} WHERE seq = ?`);
  for (let seq = 1, misses = 0; last === undefined ? misses < maxMisses : seq <= last; seq += 1) {
    const row = attempt(() => one.get(seq));
    misses = row === undefined ? misses + 1 : 0;
    if (row !== undefined) {
      yield row;
    }
  }
}
