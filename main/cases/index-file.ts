import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { newSealingKey, Sealer } from '../store/sealing.ts';
import { storeFaultOf } from '../store/sqlite-errors.ts';
import { DamagedFile, inMemory, openSqliteFile, setFileAside } from '../store/sqlite-file.ts';
import { CaseIndex } from './case-index.ts';
import type { OpenIndex } from './index-requests.ts';
import { Meta } from './meta.ts';
import { casesVersion1 } from './migrations/001-cases.ts';

export const caseMigrations = [casesVersion1];

/** The index while its file, or its memory, is open. */
export interface OpenedIndex {
  index: CaseIndex;
  database: DatabaseSync;
  /** What people should know, such as that a damaged file was set aside. */
  notices: string[];
}

export function casesPath(directory: string): string {
  return join(directory, 'cases.sqlite');
}

/** The id of the index in a directory; undefined where there is none or it cannot be read. @throws Failure settings-newer */
export function indexIdIn(directory: string): string | undefined {
  const path = casesPath(directory);
  if (!statSync(path, { throwIfNoEntry: false })) {
    return undefined;
  }
  try {
    const database = openSqliteFile(path, caseMigrations);
    try {
      return new Meta(database).text('index_id');
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamage(error)) {
      return undefined;
    }
    throw error;
  }
}

/** Opens the index. A damaged file is set aside and a new one begun. @throws Failure settings-newer; errors of node:sqlite */
export function openIndex(request: OpenIndex): OpenedIndex {
  if (request.storage === 'memory') {
    const database = openSqliteFile(inMemory, caseMigrations);
    return { ...indexOver(database, new Sealer([newSealingKey()])), notices: [] };
  }
  const path = casesPath(request.directory);
  const sealer = new Sealer(request.keys);
  const begin = () => {
    const database = openSqliteFile(path, caseMigrations);
    try {
      const meta = new Meta(database);
      if (meta.text('index_id') === undefined) {
        meta.set('index_id', request.indexId);
      }
      return indexOver(database, sealer);
    } catch (error) {
      database.close();
      throw error;
    }
  };
  try {
    return { ...begin(), notices: [] };
  } catch (error) {
    if (!isDamage(error)) {
      throw error;
    }
    const aside = setFileAside(path, 'damaged', new Date(request.at));
    return {
      ...begin(),
      notices: [`The list of cases could not be read and was set aside as ${aside}. A new list was begun.`],
    };
  }
}

function indexOver(database: DatabaseSync, sealer: Sealer) {
  return { index: new CaseIndex(database, sealer, lookupKeyIn(database, sealer)), database };
}

/** The key of the hashes. It is sealed with the data key, so that rotating that key leaves the hashes as they are. */
function lookupKeyIn(database: DatabaseSync, sealer: Sealer): Buffer {
  const meta = new Meta(database);
  const place = { table: 'meta', column: 'value', environmentId: '', row: 'lookup_key' };
  const kept = meta.bytes('lookup_key');
  if (kept !== undefined) {
    return sealer.open(kept, place);
  }
  const made = randomBytes(32);
  meta.set('lookup_key', sealer.seal(made, place));
  return made;
}

function isDamage(error: unknown): boolean {
  return error instanceof DamagedFile || storeFaultOf(error) === 'damaged';
}
