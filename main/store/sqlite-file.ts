import { chmodSync, closeSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../common/failure.ts';
import { isBusy } from './sqlite-errors.ts';

/** SQL that makes a file of the version before into this one; the first makes it from nothing. Only added, never changed once released. */
export interface Migration {
  version: number;
  sql: string;
}

/** The time a statement waits for another process's write lock, in milliseconds; it runs in a worker. */
const busyMs = 2_000;

/** Path of an in-memory database. */
export const inMemory = ':memory:';

/** The file was not written by Assay or is damaged; it should be set aside. */
export class DamagedFile extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'DamagedFile';
  }
}

/** Reads the version without opening the file as a database, which could change it. @throws Failure settings-newer */
export function refuseOtherFile(path: string, migrations: readonly Migration[]): void {
  refuseOther(path, versionInHeader(path), migrations);
}

export type BeforeUpgrade = (database: DatabaseSync, version: number) => void;

/**
 * Opens a file, readable by its owner only, and migrates it.
 *
 * @param beforeUpgrade called with the open file and the version found, before an older file is changed
 * @throws Failure settings-newer when an Assay wrote it that is newer, or older than the first release (the file is not changed); DamagedFile; errors
 * of node:sqlite
 */
export function openSqliteFile(
  path: string,
  migrations: readonly Migration[],
  beforeUpgrade: BeforeUpgrade = () => undefined,
): DatabaseSync {
  const newest = migrations.at(-1)?.version ?? 0;
  if (path !== inMemory) {
    refuseOtherFile(path, migrations);
  }
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    if (path !== inMemory) {
      chmodSync(path, 0o600);
    }
    const version = versionOf(database);
    // Includes a file whose last migration is in its log only.
    refuseOther(path, version, migrations);
    if (version > 0 && version < newest) {
      beforeUpgrade(database, version);
    }
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA foreign_keys = ON;
       PRAGMA temp_store = MEMORY;`,
    );
    for (const migration of migrations.filter((one) => one.version > version)) {
      database.exec(`BEGIN IMMEDIATE; ${migration.sql}; PRAGMA user_version = ${migration.version}; COMMIT;`);
    }
    checkSchema(database, migrations);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Renames the file and its companion files; returns the new path. Nothing is deleted. */
export function setFileAside(path: string, why: string, at: Date): string {
  const aside = `${path}.${why}-${fileStamp(at)}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (statSync(path + suffix, { throwIfNoEntry: false })) {
      renameSync(path + suffix, aside + suffix);
    }
  }
  return aside;
}

/** Returns a time as part of a file name. */
export function fileStamp(at: Date): string {
  return at.toISOString().replaceAll(/[:.]/g, '-');
}

/** Runs `act` in one transaction. */
export function inTransaction<T>(database: DatabaseSync, act: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = act();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) {
      database.exec('ROLLBACK');
    }
    throw error;
  }
}

/** Runs like `inTransaction`, for data that can be read again: a power failure may lose the last transactions. */
export function inQuickTransaction<T>(database: DatabaseSync, act: () => T): T {
  database.exec('PRAGMA synchronous = NORMAL');
  try {
    return inTransaction(database, act);
  } finally {
    database.exec('PRAGMA synchronous = FULL');
  }
}

/** The largest file that is rewritten at once to remove deleted bytes, in bytes. */
const maxRewrittenAtOnce = 128 * 1024 * 1024;

/**
 * Removes the bytes of deleted rows from the file and its log. `secure_delete` has overwritten the rows in place;
 * rewriting the file also removes copies that remained when rows were moved.
 *
 * @param atOnce rewrites a large file, too, which takes seconds
 * @returns whether this is still to be done: for a large file without `atOnce`, and while another process reads the file
 */
export function removeDeletedBytes(database: DatabaseSync, atOnce = false): boolean {
  if (!atOnce && sizeOf(database) > maxRewrittenAtOnce) {
    truncateLog(database);
    return true;
  }
  try {
    database.exec('VACUUM');
  } catch (error) {
    if (isBusy(error)) {
      return true;
    }
    throw error;
  }
  return !truncateLog(database);
}

/** Returns the size of an open file, in bytes. */
export function sizeOf(database: DatabaseSync): number {
  const { page_count } = database.prepare('PRAGMA page_count').get() as { page_count: number };
  const { page_size } = database.prepare('PRAGMA page_size').get() as { page_size: number };
  return page_count * page_size;
}

/** Returns SQLite's counter of changes by other programs. */
export function dataVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA data_version').get()?.data_version);
}

/** Returns whether the log could be moved into the file and emptied: another process that reads the file keeps it from that. */
function truncateLog(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
}

function versionOf(database: DatabaseSync): number {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) {
    throw new DamagedFile('another program wrote it');
  }
  return version;
}

/** Returns the version in the file's header (bytes 60 to 63, sqlite.org/fileformat.html), read without opening the database. */
function versionInHeader(path: string): number {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    return 0;
  }
  const header = Buffer.alloc(64);
  const file = openSync(path, 'r');
  try {
    const read = readSync(file, header, 0, header.length, 0);
    return read === header.length && header.toString('latin1', 0, 15) === 'SQLite format 3'
      ? header.readUInt32BE(60)
      : 0;
  } finally {
    closeSync(file);
  }
}

/** @throws DamagedFile when a page cannot be read. Reads the whole file. */
export function checkPages(database: DatabaseSync): void {
  const [result] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (result !== 'ok') {
    throw new DamagedFile('a part of it cannot be read');
  }
}

function refuseOther(path: string, version: number, migrations: readonly Migration[]): void {
  const [oldest = 0, newest = 0] = [migrations[0]?.version, migrations.at(-1)?.version];
  if (version === 0 || (version >= oldest && version <= newest)) {
    return;
  }
  const [age, reads] = version > newest ? ['a newer', `up to ${newest}`] : ['an earlier', `from ${oldest}`];
  throw new Failure({
    code: 'settings-newer',
    message: `${basename(path)} was written by ${age} version of Assay (${version}; this one reads ${reads}). It was not changed.`,
    hint: `Start that version, or move ${path} away to start over.`,
  });
}

/** @throws DamagedFile when the schema is not that of the migrations */
function checkSchema(database: DatabaseSync, migrations: readonly Migration[]): void {
  const model = new DatabaseSync(inMemory);
  try {
    for (const { sql } of migrations) {
      model.exec(sql);
    }
    if (schemaOf(database) !== schemaOf(model)) {
      throw new DamagedFile('its tables are not the expected ones');
    }
  } finally {
    model.close();
  }
}

function schemaOf(database: DatabaseSync): string {
  const entries = database
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all();
  // A column that was added later stands on the line of the one before.
  return JSON.stringify(entries).replaceAll(/\\n|\s/g, '');
}
