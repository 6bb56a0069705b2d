import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { kindAt } from './file-kinds.ts';
import { storeFaultOf } from './sqlite-errors.ts';
import { inMemory, inTransaction, type Migration, openSqliteFile, refuseOtherFile } from './sqlite-file.ts';

/**
 * Returns the file as SQLite reads it without a lock and without the log beside it. This also works on a full disk and on a read-only file
 * system, where the files of the log cannot be made.
 */
function immutable(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** Returns the file with the log beside it, as another console may use it. */
function inUse(path: string): URL {
  const url = pathToFileURL(path);
  url.searchParams.set('mode', 'ro');
  return url;
}

/**
 * Reads a database, also where nothing can be written beside it. Returns undefined if there is no such file.
 * @param options.withoutLog reads it also without what is still in its log, where that cannot be read
 * @throws Error if it is not a regular file; errors of node:sqlite
 */
export function readIn<T>(
  path: string,
  read: (database: DatabaseSync) => T,
  { withoutLog = false } = {},
): T | undefined {
  const kind = kindAt(path);
  if (kind === undefined) {
    return undefined;
  }
  if (kind !== 'file') {
    throw new Error(`${path} is not a regular file.`);
  }
  const database = openReadOnly(path, withoutLog);
  try {
    return read(database);
  } finally {
    database.close();
  }
}

function openReadOnly(path: string, withoutLog: boolean): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  try {
    database.prepare('SELECT 1 FROM sqlite_schema').get();
    return database;
  } catch (error) {
    database.close();
    const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    if (whyUnwritable(error) === undefined || (hasLog && !withoutLog)) {
      throw error;
    }
    return new DatabaseSync(immutable(path), { readOnly: true });
  }
}

/**
 * Opens a copy in memory of a file; empty if there is no such file.
 * @param isInUse another console may use the file; otherwise it cannot be opened for writing
 * @throws Failure settings-newer; errors of node:sqlite
 */
export function openMemoryCopy(
  path: string,
  migrations: readonly Migration[],
  isInUse = false,
): DatabaseSync {
  refuseOtherFile(path, migrations);
  const database = openSqliteFile(inMemory, migrations);
  if (kindAt(path) !== 'file') {
    return database;
  }
  try {
    database.exec('PRAGMA foreign_keys = OFF');
    database.prepare('ATTACH DATABASE ? AS kept').run((isInUse ? inUse : immutable)(path).href);
    inTransaction(database, () => {
      for (const table of tablesIn(database, 'kept')) {
        const storedColumns = columnsOf(database, 'kept', table);
        const columns = columnsOf(database, 'main', table).filter((name) => storedColumns.includes(name));
        if (columns.length > 0) {
          const names = columns.map((name) => `"${name}"`).join(', ');
          database.exec(`INSERT INTO main."${table}" (${names}) SELECT ${names} FROM kept."${table}"`);
        }
      }
    });
    database.exec('DETACH DATABASE kept; PRAGMA foreign_keys = ON');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns why nothing can be written, to follow "because"; undefined for an error with another cause. */
export function whyUnwritable(error: unknown): string | undefined {
  switch (storeFaultOf(error)) {
    case 'full':
      return 'the disk is full';
    case 'not-allowed':
      return 'the data directory cannot be written to';
    default:
      return undefined;
  }
}

function tablesIn(database: DatabaseSync, schema: string): string[] {
  return database
    .prepare(`SELECT name FROM "${schema}".sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
    .map(({ name }) => String(name));
}

function columnsOf(database: DatabaseSync, schema: string, table: string): string[] {
  return database
    .prepare('SELECT name FROM pragma_table_info(?, ?)')
    .all(table, schema)
    .map(({ name }) => String(name));
}
