import { chmodSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../failure.ts';

/** Each entry brings the database from its index to the next version. Entries are never changed, only added. */
const migrations: readonly string[] = [
  `CREATE TABLE recent_conversation (
     environment_id TEXT NOT NULL,
     conversation_id TEXT NOT NULL,
     opened_at INTEGER NOT NULL,
     status TEXT,
     PRIMARY KEY (environment_id, conversation_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX recent_by_time ON recent_conversation (environment_id, opened_at DESC);`,
];

/** How long a statement waits for another process that writes, in milliseconds. Main waits with it. */
const busyMs = 50;
/** Far more than the history of any number of environments takes, in bytes; checking a larger file would hold main. */
const maxFile = 64 * 1024 * 1024;

/** The file is not one that this console wrote, or no longer: it should be set aside. */
export class DamagedDatabase extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'DamagedDatabase';
  }
}

export function databasePath(dataDir: string): string {
  return join(dataDir, 'assay.sqlite');
}

/**
 * Opens `<dataDir>/assay.sqlite`, readable by its owner only, checks it and brings it up to date. Holds ids and times, no personal
 * data and no secrets. No statement waits longer than 50 ms for another process.
 *
 * @throws Failure settings-newer when a newer Assay wrote it; DamagedDatabase; else the error of node:sqlite
 */
export function openDatabase(dataDir: string): DatabaseSync {
  const path = databasePath(dataDir);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxFile) {
    throw new DamagedDatabase('it is far larger than this console writes it');
  }
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    chmodSync(path, 0o600);
    // Looked at before anything is written: what is not this console's stays as it is.
    const version = versionOf(database, path);
    if (version === migrations.length) {
      check(database);
    }
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
    migrate(database, version);
    if (version < migrations.length) {
      check(database);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A database that ends with the console, for when the kept one cannot be used. */
export function openInMemoryDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database, 0);
  return database;
}

/** Renames the file, with what belongs to it, and answers its new name. Nothing is deleted. */
export function setAside(dataDir: string, at: Date): string {
  const path = databasePath(dataDir);
  const stamp = at.toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${path}.damaged-${stamp}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (statSync(path + suffix, { throwIfNoEntry: false })) {
      renameSync(path + suffix, aside + suffix);
    }
  }
  return aside;
}

function versionOf(database: DatabaseSync, path: string): number {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > migrations.length) {
    throw new Failure({
      code: 'settings-newer',
      message: `The console's history ${path} was written by a newer version of Assay (${version}; this one knows ${migrations.length}).`,
      hint: 'Start the newer version, or move the file away to begin with an empty history.',
    });
  }
  if (version === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) {
    throw new DamagedDatabase('another program wrote it');
  }
  return version;
}

function migrate(database: DatabaseSync, version: number): void {
  for (let at = version; at < migrations.length; at += 1) {
    database.exec(`BEGIN IMMEDIATE; ${migrations[at]}; PRAGMA user_version = ${at + 1}; COMMIT;`);
  }
}

/** @throws DamagedDatabase when a page is damaged or the schema is not that of the migrations */
function check(database: DatabaseSync): void {
  const [result] = Object.values(database.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (result !== 'ok') {
    throw new DamagedDatabase('a part of it cannot be read');
  }
  const expected = openInMemoryDatabase();
  try {
    if (schemaOf(database) !== schemaOf(expected)) {
      throw new DamagedDatabase('its tables are not the expected ones');
    }
  } finally {
    expected.close();
  }
}

function schemaOf(database: DatabaseSync): string {
  return JSON.stringify(
    database.prepare('SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name').all(),
  );
}
