import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Failure } from '../../../common/failure.ts';
import { type FileCopy, keepLastCopies, removeCopy, restorableCopiesOf } from '../../../store/file-copies.ts';
import { whyUnwritable } from '../../../store/memory-copy.ts';
import type { Sealer } from '../../../store/sealing.ts';
import { inTransaction, openSqliteFile, refuseOtherFile, setFileAside } from '../../../store/sqlite-file.ts';
import { caseMigrations, casesPath } from './case-file.ts';
import { isKeyLost } from './index-rescue.ts';

/** Settings and work in progress, which a restored copy takes over from the present list. */
const keptMeta = `name IN ('reasons', 'clock_seen', 'clock_jump') OR name LIKE 'retention/%' OR name LIKE 'queue/%'
  OR name LIKE 'forgetting/%'`;
const keptTables = ['reading_run', 'reading_item'];

/** Returns the path of a copy that is prepared to take the place of the list. */
function preparedPath(directory: string): string {
  return `${casesPath(directory)}.restoring`;
}

/**
 * Prepares a copy of the list to take its place. The present list may be open.
 * @throws Failure file-unreadable if the copy does not exist or cannot be read with these keys; settings-newer; errors of the file
 * system and of node:sqlite
 */
export function prepareCopy(directory: string, name: string, sealer: Sealer): void {
  const copy = restorableCopiesOf(casesPath(directory)).find((one) => one.name === name);
  if (copy === undefined) {
    throw unusable('This copy no longer exists. Nothing was changed.');
  }
  const preparedFile = preparedPath(directory);
  try {
    writePrepared(directory, copy, sealer);
    const database = openSqliteFile(preparedFile, caseMigrations);
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
    removeCopy(preparedFile);
    throw error;
  }
}

/** Puts the prepared copy in place of the list, which becomes the newest copy. The list must be closed. */
export function replaceByPrepared(directory: string, at: Date): void {
  setFileAside(casesPath(directory), 'copy', at);
  renameSync(preparedPath(directory), casesPath(directory));
  keepLastCopies(casesPath(directory));
}

/** Completes a replacement that was interrupted; a copy that was only being prepared is deleted. */
export function finishReplacing(directory: string): void {
  const preparedFile = preparedPath(directory);
  if (existsSync(preparedFile) && !existsSync(casesPath(directory))) {
    renameSync(preparedFile, casesPath(directory));
  }
  removeCopy(preparedFile);
}

/** Prepares the last copy that can be read with these keys; undefined if there is none. @throws errors of a disk that cannot be written */
export function prepareLastCopy(directory: string, sealer: Sealer): FileCopy | undefined {
  return restorableCopiesOf(casesPath(directory)).find((copy) => {
    try {
      writePrepared(directory, copy, sealer);
      return true;
    } catch (error) {
      if (whyUnwritable(error) !== undefined) {
        throw error;
      }
      return false;
    }
  });
}

/** @throws Failure file-unreadable, settings-newer; errors of a disk that cannot be written */
function writePrepared(directory: string, { path }: FileCopy, sealer: Sealer): void {
  const preparedFile = preparedPath(directory);
  removeCopy(preparedFile);
  refuseOtherFile(path, caseMigrations);
  try {
    // Not read-only: that would leave the files of a log beside it.
    const database = new DatabaseSync(path);
    try {
      if (isKeyLost(database, sealer)) {
        throw new Error('encrypted with another key');
      }
      // Fails where a part of the copy cannot be read.
      database.prepare('VACUUM INTO ?').run(preparedFile);
    } finally {
      database.close();
    }
  } catch (error) {
    removeCopy(preparedFile);
    if (whyUnwritable(error) !== undefined) {
      throw error;
    }
    throw unusable(
      'This copy is damaged, or encrypted with a key that is no longer in the keychain. Nothing was changed.',
    );
  }
}

function unusable(message: string): Failure {
  return new Failure({ code: 'file-unreadable', message });
}
