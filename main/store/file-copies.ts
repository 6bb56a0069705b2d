import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileStamp } from './sqlite-file.ts';

/** How many copies made before upgrades are kept. */
const maxBeforeUpgrades = 2;

/** A copy of a file, beside it. */
export interface FileCopy {
  path: string;
  name: string;
  /** Why it was made, such as `v1` (before an upgrade from version 1) or `damaged`. */
  why: string;
  /** ISO 8601, with hyphens in place of colons and the point. */
  stamp: string;
  bytes: number;
}

/** The copies of a file, newest first. */
export function copiesOf(path: string): FileCopy[] {
  const prefix = `${basename(path)}.`;
  return readdirSync(dirname(path))
    .flatMap((name): FileCopy[] => {
      const [, why, stamp] =
        /^([a-z0-9-]+?)-(\d{4}-\d\d-\d\dT[\d-]+Z)$/.exec(
          name.startsWith(prefix) ? name.slice(prefix.length) : '',
        ) ?? [];
      const copy = join(dirname(path), name);
      return why === undefined || stamp === undefined
        ? []
        : [{ path: copy, name, why, stamp, bytes: statSync(copy).size }];
    })
    .sort((one, other) => (one.stamp < other.stamp ? 1 : -1));
}

/** Writes a whole copy of an open file beside it, readable by its owner only. */
export function copyFile(database: DatabaseSync, path: string, why: string, at: Date): void {
  const copy = `${path}.${why}-${fileStamp(at)}`;
  rmSync(copy, { force: true });
  database.prepare('VACUUM INTO ?').run(copy);
  chmodSync(copy, 0o600);
}

/** As `copyFile`, before an upgrade from this version; only the last few are kept. */
export function copyBeforeUpgrade(database: DatabaseSync, path: string, version: number, at: Date): void {
  copyFile(database, path, `v${version}`, at);
  const older = copiesOf(path).filter(({ why }) => /^v\d+$/.test(why));
  for (const copy of older.slice(maxBeforeUpgrades)) {
    rmSync(copy.path, { force: true });
  }
}

/**
 * Deletes every row about these conversations from the copies of a file, and its bytes. A copy in which that cannot be done is
 * deleted: what is to be forgotten must not stay behind in it.
 */
export function forgetInCopies(
  path: string,
  environmentId: string,
  conversationIds: readonly string[],
): void {
  for (const copy of copiesOf(path)) {
    try {
      forgetInFile(copy.path, environmentId, conversationIds);
    } catch {
      for (const suffix of ['', '-wal', '-shm']) {
        rmSync(copy.path + suffix, { force: true });
      }
    }
  }
}

function forgetInFile(path: string, environmentId: string, conversationIds: readonly string[]): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;');
    const tables = database
      .prepare(
        `SELECT schema.name AS name FROM sqlite_schema AS schema WHERE type = 'table'
         AND (SELECT count(*) FROM pragma_table_info(schema.name) WHERE name IN ('environment_id', 'conversation_id')) = 2`,
      )
      .all();
    let deleted = 0;
    for (const { name } of tables) {
      const drop = database.prepare(`DELETE FROM "${name}" WHERE environment_id = ? AND conversation_id = ?`);
      for (const conversationId of conversationIds) {
        deleted += Number(drop.run(environmentId, conversationId).changes);
      }
    }
    if (deleted > 0) {
      database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE);');
    }
  } finally {
    database.close();
  }
}
