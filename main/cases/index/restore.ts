import { copyFileSync, renameSync } from 'node:fs';
import { removeCopy } from '../../store/file-copies.ts';
import { inTransaction, openSqliteFile, setFileAside } from '../../store/sqlite-file.ts';
import { caseMigrations, casesPath, copyOf, preparedPath } from './index-file.ts';

/** What a restored copy takes over from the present list: settings and work in progress, which belong to now. */
const keptMeta = `name IN ('reasons', 'clock_seen', 'clock_jump') OR name LIKE 'retention/%' OR name LIKE 'queue/%'
  OR name LIKE 'forgetting/%'`;
const keptTables = ['reading_run', 'reading_item'];

/**
 * Prepares a copy of the list to take its place, beside it. The present list may be open.
 * @throws Failure file-unreadable where there is no such copy; errors of the file system and of node:sqlite
 */
export function prepareCopy(directory: string, name: string): void {
  const prepared = preparedPath(directory);
  removeCopy(prepared);
  try {
    copyFileSync(copyOf(directory, name).path, prepared);
    const database = openSqliteFile(prepared, caseMigrations);
    try {
      database.prepare('ATTACH DATABASE ? AS present').run(casesPath(directory));
      inTransaction(database, () => {
        database.exec(`DELETE FROM main.meta WHERE ${keptMeta};
          INSERT INTO main.meta SELECT * FROM present.meta WHERE ${keptMeta};
          ${keptTables
            .toReversed()
            .map((table) => `DELETE FROM main.${table};`)
            .join('\n')}
          ${keptTables.map((table) => `INSERT INTO main.${table} SELECT * FROM present.${table};`).join('\n')}`);
      });
    } finally {
      database.close();
    }
  } catch (error) {
    removeCopy(prepared);
    throw error;
  }
}

/** Puts the prepared copy in place of the list, which is set aside. The list must be closed. */
export function replaceByPrepared(directory: string, at: Date): void {
  setFileAside(casesPath(directory), 'replaced', at);
  renameSync(preparedPath(directory), casesPath(directory));
}
