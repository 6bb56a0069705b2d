import { chmodSync, mkdirSync } from 'node:fs';
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

/** How long a statement waits for another process that writes, in milliseconds. */
const busyMs = 5000;

/**
 * Opens `<dataDir>/assay.sqlite`, readable by its owner only, and brings it up to date. Holds ids and times, no personal
 * data and no secrets.
 *
 * @throws Failure settings-newer when a newer Assay wrote it; settings-unreadable when it is no database. It is left as it is.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'assay.sqlite');
  try {
    // From the first statement on: another console may be using the same file.
    const database = new DatabaseSync(path, { timeout: busyMs });
    try {
      chmodSync(path, 0o600);
      database.exec('PRAGMA journal_mode = WAL;');
      migrate(database, path);
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure({
      code: 'settings-unreadable',
      message: `The console's database ${path} cannot be opened: ${error instanceof Error ? error.message : 'unknown reason'}.`,
      hint: 'Move the file away to start with an empty history; environments and secrets are not kept in it.',
    });
  }
}

/** A database that ends with the console, for when the kept one cannot be used. */
export function openPassingDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  migrate(database, ':memory:');
  return database;
}

function migrate(database: DatabaseSync, path: string): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > migrations.length) {
    throw new Failure({
      code: 'settings-newer',
      message: `The console's database ${path} was written by a newer version of Assay (${version}; this one knows ${migrations.length}).`,
      hint: 'Start the newer version, or move the file away to start with an empty history.',
    });
  }
  for (let at = version; at < migrations.length; at += 1) {
    database.exec(`BEGIN IMMEDIATE; ${migrations[at]}; PRAGMA user_version = ${at + 1}; COMMIT;`);
  }
}
