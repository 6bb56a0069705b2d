import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JournalHead } from '../../../preload/contract/journal.ts';
import { Failure } from '../../failure.ts';
import {
  journalIn,
  journalMigrations,
  journalPath,
  type OpenedJournal,
  openJournal,
} from '../../journal/journal-file.ts';
import { copiesOf, copyBeforeUpgrade, type FileCopy, removeCopy } from '../../store/file-copies.ts';
import { kindAt } from '../../store/file-kinds.ts';
import { openMemoryCopy, openReadOnly } from '../../store/memory-copy.ts';
import { Meta } from '../../store/meta.ts';
import { metaPlace, newSealingKey, Sealer, type SealingKey } from '../../store/sealing.ts';
import { storeFaultOf } from '../../store/sqlite-errors.ts';
import {
  checkPages,
  DamagedFile,
  inMemory,
  openSqliteFile,
  refuseNewerFile,
  setFileAside,
} from '../../store/sqlite-file.ts';
import { isKeyLost, rescueCases, rescueJournal } from './index-rescue.ts';
import { casesVersion1 } from './migrations/001-cases.ts';
import { casesVersion2 } from './migrations/002-reading-queue.ts';
import { casesVersion3 } from './migrations/003-reviewed.ts';
import { casesVersion4 } from './migrations/004-source-results.ts';
import { casesVersion5 } from './migrations/005-callbacks.ts';
import { casesVersion6 } from './migrations/006-file-mismatches.ts';
import { casesVersion7 } from './migrations/007-reduced.ts';
import { casesVersion8 } from './migrations/008-since-decided.ts';
import { type Act, OpenedIndex } from './opened-index.ts';

export const caseMigrations = [
  casesVersion1,
  casesVersion2,
  casesVersion3,
  casesVersion4,
  casesVersion5,
  casesVersion6,
  casesVersion7,
  casesVersion8,
];

/** In bytes. Files up to this size are checked completely at each start; larger ones only after a read error. */
const maxChecked = 32 * 1024 * 1024;

export function casesPath(directory: string): string {
  return join(directory, 'cases.sqlite');
}

/** Where a copy is prepared before it takes the place of the list. */
export function preparedPath(directory: string): string {
  return `${casesPath(directory)}.restoring`;
}

/**
 * The id of the index in a directory, from either of its files; undefined if neither has one. Changes nothing.
 * @throws Failure settings-newer
 */
export function indexIdIn(directory: string): string | undefined {
  refuseNewerFile(casesPath(directory), caseMigrations);
  refuseNewerFile(journalPath(directory), journalMigrations);
  return indexIdOf(casesPath(directory)) ?? indexIdOf(journalPath(directory));
}

function indexIdOf(path: string): string | undefined {
  if (kindAt(path) !== 'file') {
    return undefined;
  }
  try {
    const database = openReadOnly(path);
    try {
      return new Meta(database).text('index_id');
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** How to open the index. */
export type OpenIndex = Act &
  (
    | { storage: 'memory' }
    | {
        storage: 'disk';
        directory: string;
        /** Names the index in the keychain. */
        indexId: string;
        /** The first key seals; all of them decrypt. */
        keys: [SealingKey, ...SealingKey[]];
        /** Set after a read error: check the files completely. */
        check?: boolean;
        /** The end of the journal as the keychain has it. */
        kept?: JournalHead | undefined;
      }
  );

/**
 * Opens the index and the journal. Files that are damaged, or sealed with a lost key, are set aside, and what can be rescued is copied
 * into new ones.
 * @throws Failure settings-newer; errors of node:sqlite
 */
export function openIndex(request: OpenIndex): { opened: OpenedIndex; notices: string[] } {
  if (request.storage === 'memory') {
    const sealer = new Sealer([newSealingKey()]);
    const opened = openBoth(openCases(inMemory, request), openJournal(inMemory, sealer), sealer, '');
    return { opened, notices: [] };
  }
  const notices: string[] = [];
  const sealer = new Sealer(request.keys);
  const [path, journal] = [casesPath(request.directory), journalPath(request.directory)];
  // Left where a restore was interrupted.
  removeCopy(preparedPath(request.directory));
  const database = openOrRescue(path, request, sealer, notices);
  try {
    const opened = openJournalOrRescue(journal, request, sealer, notices);
    return { opened: openBoth(database, opened, sealer, request.indexId), notices };
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Opens copies in memory of an index and a journal.
 * @param isInUse another console may use the files; otherwise they cannot be opened for writing
 * @throws Failure settings-newer; errors of node:sqlite
 */
export function openIndexCopy(
  request: Pick<OpenOnDisk, 'directory' | 'keys' | 'indexId'>,
  isInUse = false,
): OpenedIndex {
  const sealer = new Sealer(request.keys);
  const database = openMemoryCopy(casesPath(request.directory), caseMigrations, isInUse);
  const journal = journalIn(
    openMemoryCopy(journalPath(request.directory), journalMigrations, isInUse),
    sealer,
  );
  return openBoth(database, journal, sealer, request.indexId);
}

export type OpenOnDisk = Extract<OpenIndex, { storage: 'disk' }>;

function openBoth(
  database: DatabaseSync,
  journal: OpenedJournal,
  sealer: Sealer,
  indexId: string,
): OpenedIndex {
  for (const file of [database, journal.database]) {
    const meta = new Meta(file);
    if (meta.text('index_id') === undefined) {
      meta.set('index_id', indexId);
    }
  }
  return new OpenedIndex(database, sealer, lookupKeyIn(new Meta(database), sealer), journal);
}

function openCases(path: string, { at }: { at: number }): DatabaseSync {
  return openSqliteFile(path, caseMigrations, (database, version) =>
    copyBeforeUpgrade(database, path, version, new Date(at)),
  );
}

function openOrRescue(path: string, request: OpenOnDisk, sealer: Sealer, notices: string[]): DatabaseSync {
  const why = unusable(request, () => openCases(path, request), path);
  if (why === undefined) {
    const database = openCases(path, request);
    if (!isKeyLost(database, sealer)) {
      return database;
    }
    database.close();
  }
  const aside = setFileAside(path, why ?? 'without-key', new Date(request.at));
  const database = openCases(path, request);
  const rescued = rescueCases(aside, database, sealer);
  notices.push(
    why === undefined
      ? `The key of the list of cases is no longer in the keychain: user keys, notes, labels and saved reads cannot be decrypted. The list was set aside as ${aside}; ${counted(rescued)} went into a new one without them.`
      : `The list of cases was damaged and was set aside as ${aside}. ${counted(rescued)} could be copied to a new one.`,
  );
  return database;
}

function openJournalOrRescue(
  path: string,
  request: OpenOnDisk,
  sealer: Sealer,
  notices: string[],
): OpenedJournal {
  const open = () =>
    openJournal(path, sealer, (database, version) =>
      copyBeforeUpgrade(database, path, version, new Date(request.at)),
    );
  if (unusable(request, () => open().database, path) === undefined) {
    return open();
  }
  const aside = setFileAside(path, 'damaged', new Date(request.at));
  rescueJournal(aside, path);
  notices.push(
    `The journal was damaged and was set aside as ${aside}. The readable entries were copied to a new one. Check the journal to see what is missing.`,
  );
  return open();
}

/** Why a copy that a person made was made, as part of its name. */
export const copiedByHand = 'by-hand';

/** The copy of the list with this name. @throws Failure file-unreadable where there is none */
export function copyOf(directory: string, name: string): FileCopy {
  const copy = copiesOf(casesPath(directory)).find((one) => one.name === name);
  if (copy === undefined) {
    throw new Failure({
      code: 'file-unreadable',
      message: 'This copy no longer exists. Nothing was changed.',
    });
  }
  return copy;
}

/** @throws Failure file-unreadable where this copy cannot be read with these keys; settings-newer */
export function checkCopy(directory: string, name: string, sealer: Sealer): void {
  const { path } = copyOf(directory, name);
  refuseNewerFile(path, caseMigrations);
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      checkPages(database);
      if (isKeyLost(database, sealer)) {
        throw new Error('encrypted with another key');
      }
    } finally {
      database.close();
    }
  } catch {
    throw new Failure({
      code: 'file-unreadable',
      message:
        'This copy is damaged, or encrypted with a key that is no longer in the keychain. Nothing was changed.',
    });
  }
}

/** How many bytes the list, the journal and the copies of both take, each with the log beside it. */
export function storageIn(directory: string): { cases: number; journal: number; copies: number } {
  const sizeAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const [cases, journal] = [casesPath(directory), journalPath(directory)];
  const withLog = (path: string) => sizeAt(path) + sizeAt(`${path}-wal`);
  const copies = [cases, journal].flatMap((path) => copiesOf(path)).map(({ path }) => withLog(path));
  return {
    cases: withLog(cases),
    journal: withLog(journal),
    copies: copies.reduce((sum, bytes) => sum + bytes, 0),
  };
}

/**
 * `damaged` if the file cannot be opened or read.
 * @throws Failure settings-newer; errors that are no damage
 */
function unusable(request: OpenOnDisk, open: () => DatabaseSync, path: string): 'damaged' | undefined {
  try {
    const database = open();
    try {
      if (request.check === true || statSync(path).size <= maxChecked) {
        checkPages(database);
      }
      return undefined;
    } finally {
      database.close();
    }
  } catch (error) {
    if (isDamage(error)) {
      return 'damaged';
    }
    throw error;
  }
}

function counted(cases: number): string {
  return cases === 1 ? '1 case' : `${cases} cases`;
}

/** The key of the lookup hashes. It is sealed with the data key. */
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
