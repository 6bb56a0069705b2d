import { chmodSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../failure.ts';

/** Each entry migrates the database from its index to the next version. Entries are only added, never changed. */
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

/** How long a statement waits for another process's write lock, in milliseconds; main is blocked meanwhile. */
const busyMs = 50;
/** Larger than the history of any number of environments. Bytes. Checking a larger file would block main. */
const maxFile = 64 * 1024 * 1024;

/** The file was not written by Assay or is damaged; it should be set aside. */
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
 * Opens `<dataDir>/assay.sqlite` (readable by its owner only), checks and migrates it. It holds ids and times, no
 * personal data or secrets. No statement waits longer than 50 ms for another process.
 * @throws Failure settings-newer when a newer Assay wrote it; DamagedDatabase; otherwise the error of node:sqlite
 */
export function openDatabase(dataDir: string): DatabaseSync {
  const path = databasePath(dataDir);
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxFile) {
    throw new DamagedDatabase('it is far larger than this console writes it');
  }
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    chmodSync(path, 0o600);
    // Checked before anything is written: a file of another program stays as it is.
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

/** An in-memory database, for when the file cannot be used. */
export function openInMemoryDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database, 0);
  return database;
}

/** Renames the database and its companion files; returns the new name. Nothing is deleted. */
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
      message: `The console’s history ${path} was written by a newer version of Assay (${version}; this one knows ${migrations.length}).`,
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
