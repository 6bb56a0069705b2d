import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { journalPath, openJournal } from '../journal/journal-file.ts';
import { Meta } from '../store/meta.ts';
import { metaPlace, newSealingKey, Sealer } from '../store/sealing.ts';
import { storeFaultOf } from '../store/sqlite-errors.ts';
import { DamagedFile, inMemory, openSqliteFile, setFileAside } from '../store/sqlite-file.ts';
import type { OpenIndex } from './index-requests.ts';
import { casesVersion1 } from './migrations/001-cases.ts';
import { casesVersion2 } from './migrations/002-reading-queue.ts';
import { OpenedIndex } from './opened-index.ts';

export const caseMigrations = [casesVersion1, casesVersion2];

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

/** Opens the index and the journal. What is damaged is set aside and begun anew. @throws Failure settings-newer; errors of node:sqlite */
export function openIndex(request: OpenIndex): { opened: OpenedIndex; notices: string[] } {
  const notices: string[] = [];
  if (request.storage === 'memory') {
    return { opened: openBoth(inMemory, inMemory, new Sealer([newSealingKey()]), ''), notices };
  }
  const [cases, journal] = [casesPath(request.directory), journalPath(request.directory)];
  const sealer = new Sealer(request.keys);
  for (const [path, name] of [
    [cases, 'list of cases'],
    [journal, 'journal'],
  ] as const) {
    const aside = setAsideDamaged(path, name === 'journal', sealer, request.at);
    if (aside !== undefined) {
      notices.push(`The ${name} could not be read and was set aside as ${aside}. A new one was begun.`);
    }
  }
  return { opened: openBoth(cases, journal, sealer, request.indexId), notices };
}

function openBoth(cases: string, journal: string, sealer: Sealer, indexId: string): OpenedIndex {
  const database = openSqliteFile(cases, caseMigrations);
  try {
    const meta = new Meta(database);
    if (meta.text('index_id') === undefined) {
      meta.set('index_id', indexId);
    }
    return new OpenedIndex(database, sealer, lookupKeyIn(meta, sealer), openJournal(journal, sealer));
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a file for a moment; where it cannot be read it is renamed, and its new path is answered. */
function setAsideDamaged(path: string, isJournal: boolean, sealer: Sealer, at: number): string | undefined {
  try {
    const opened = isJournal ? openJournal(path, sealer).database : openSqliteFile(path, caseMigrations);
    opened.close();
    return undefined;
  } catch (error) {
    if (!isDamage(error)) {
      throw error;
    }
    return setFileAside(path, 'damaged', new Date(at));
  }
}

/** The key of the hashes. It is sealed with the data key, so that rotating that key leaves the hashes as they are. */
function lookupKeyIn(meta: Meta, sealer: Sealer): Buffer {
  const place = metaPlace('lookup_key');
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
