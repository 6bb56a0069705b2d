import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { kindAt } from './file-kinds.ts';
import { Meta } from './meta.ts';
import { retentionNames } from './retention-names.ts';
import { fileStamp, inTransaction, removeDeletedBytes } from './sqlite-file.ts';

/** The number of copies made by the console that are kept. */
const maxCopies = 3;

/** A copy of a file, beside it. */
export interface FileCopy {
  path: string;
  name: string;
  /** The reason for it, such as `copy`, or `damaged`: the file itself, set aside. */
  why: string;
  /** Time of the copy, ISO 8601. */
  at: string;
  bytes: number;
}

/** Returns the copies of a file, newest first. */
export function copiesOf(path: string): FileCopy[] {
  const prefix = `${basename(path)}.`;
  return readdirSync(dirname(path))
    .flatMap((name): FileCopy[] => {
      const [, why, day, hour, minute, second, ms] =
        /^([a-z0-9-]+?)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/.exec(
          name.startsWith(prefix) ? name.slice(prefix.length) : '',
        ) ?? [];
      const copy = join(dirname(path), name);
      const at = `${day}T${hour}:${minute}:${second}.${ms}Z`;
      return why === undefined || kindAt(copy) !== 'file'
        ? []
        : [{ path: copy, name, why, at, bytes: statSync(copy).size }];
    })
    .sort((one, other) => (one.at < other.at ? 1 : -1));
}

/** Returns the copies that can take the place of a file, newest first. */
export function restorableCopiesOf(path: string): FileCopy[] {
  return copiesOf(path).filter(({ why }) => why === 'copy');
}

/** Copies an open file, and deletes copies of which there are newer ones. */
export function makeCopy(database: DatabaseSync, path: string, at: Date): void {
  copyFile(database, path, 'copy', at);
  keepLastCopies(path);
}

/** Copies like `makeCopy`, unless there is a copy of this day (UTC). */
export function makeDailyCopy(database: DatabaseSync, path: string, at: Date): void {
  const today = at.toISOString().slice(0, 10);
  if (!copiesOf(path).some((copy) => copy.why === 'copy' && copy.at.startsWith(today))) {
    makeCopy(database, path, at);
  }
}

/** Writes a complete copy of an open file beside it, readable by its owner only. Returns its path. */
export function copyFile(database: DatabaseSync, path: string, why: string, at: Date): string {
  const copy = `${path}.${why}-${fileStamp(at)}`;
  rmSync(copy, { force: true });
  try {
    database.prepare('VACUUM INTO ?').run(copy);
    chmodSync(copy, 0o600);
  } catch (error) {
    // A full disk may hold a part of it.
    rmSync(copy, { force: true });
    throw error;
  }
  return copy;
}

/** Deletes copies of which there are newer ones. */
export function keepLastCopies(path: string): void {
  for (const copy of restorableCopiesOf(path).slice(maxCopies)) {
    removeCopy(copy.path);
  }
}

/** Deletes a copy and the files beside it. */
export function removeCopy(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(path + suffix, { force: true });
  }
}

/** The data to be deleted from copies: these conversations, or everything of the environment. */
export interface ForgottenInCopies {
  environmentId: string;
  conversationIds: readonly string[] | 'all';
}

/**
 * Deletes everything about these conversations from the copies of a file. `removeBytesInCopies` removes the bytes. A copy in which
 * that cannot be done is deleted: what is to be forgotten must not stay behind in it.
 */
export function forgetInCopies(path: string, conversations: ForgottenInCopies): void {
  for (const copy of copiesOf(path)) {
    inCopy(copy.path, (database) => deleteRows(database, conversations));
  }
}

/** Rewrites the copies of a file from which something was deleted. */
export function removeBytesInCopies(path: string): void {
  for (const copy of copiesOf(path)) {
    inCopy(copy.path, (database) => {
      const meta = new Meta(database);
      if (meta.number(rewriteDue) !== undefined) {
        meta.delete(rewriteDue);
        removeDeletedBytes(database, true);
      }
    });
  }
}

const rewriteDue = 'rewrite_due';

function deleteRows(database: DatabaseSync, { environmentId, conversationIds }: ForgottenInCopies): void {
  let changes = 0;
  const run = (sql: string, ...values: string[]) => {
    changes += Number(database.prepare(sql).run(...values).changes);
  };
  const tables = tablesWith(database, 'environment_id');
  const aboutConversations = tablesWith(database, 'conversation_id').filter((name) => tables.includes(name));
  inTransaction(database, () => {
    for (const name of aboutConversations) {
      // Sealed with a key that is not here: what is about none, as far as is known, may be about one of these.
      run(`DELETE FROM "${name}" WHERE environment_id = ? AND conversation_id IS NULL`, environmentId);
      const drop = `DELETE FROM "${name}" WHERE environment_id = ? AND conversation_id`;
      if (conversationIds === 'all') {
        // Entries of the journal about an environment itself stay.
        run(`${drop} IS NOT ''`, environmentId);
        continue;
      }
      for (const conversationId of conversationIds) {
        run(`${drop} = ?`, environmentId, conversationId);
      }
    }
    if (tables.includes('label')) {
      run(
        'DELETE FROM label WHERE environment_id = ? AND id NOT IN (SELECT label_id FROM case_label)',
        environmentId,
      );
    }
    // Sealed with a key that is not here: they name conversations, and those of a copy are not continued.
    for (const name of ['queue', 'messages-templates', 'messages-resent']) {
      run('DELETE FROM meta WHERE name = ?', `${name}/${environmentId}`);
    }
    if (conversationIds === 'all') {
      for (const name of tables.filter((table) => !aboutConversations.includes(table))) {
        run(`DELETE FROM "${name}" WHERE environment_id = ?`, environmentId);
      }
      for (const name of retentionNames(environmentId)) {
        run('DELETE FROM meta WHERE name = ?', name);
      }
    }
    if (changes > 0) {
      new Meta(database).set(rewriteDue, 1);
    }
  });
}

function tablesWith(database: DatabaseSync, column: string): string[] {
  return database
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table'
       AND EXISTS (SELECT 1 FROM pragma_table_info(sqlite_schema.name) AS info WHERE info.name = ?)`,
    )
    .all(column)
    .map(({ name }) => String(name));
}

function inCopy(path: string, act: (database: DatabaseSync) => void): void {
  try {
    const database = new DatabaseSync(path);
    try {
      database.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;');
      act(database);
    } finally {
      database.close();
    }
  } catch {
    removeCopy(path);
  }
}
