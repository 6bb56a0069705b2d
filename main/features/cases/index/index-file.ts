import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { JournalHead } from '../../../../preload/contract/journal.ts';
import { attempt } from '../../../../preload/shared/attempt.ts';
import { copiesOf, copyFile, makeCopy, restorableCopiesOf } from '../../../store/file-copies.ts';
import { openMemoryCopy, readIn } from '../../../store/memory-copy.ts';
import { Meta } from '../../../store/meta.ts';
import { metaPlace, newSealingKey, Sealer, type SealingKey } from '../../../store/sealing.ts';
import { storeFaultOf } from '../../../store/sqlite-errors.ts';
import {
  checkPages,
  DamagedFile,
  inMemory,
  openSqliteFile,
  refuseOtherFile,
  setFileAside,
} from '../../../store/sqlite-file.ts';
import {
  journalIn,
  journalMigrations,
  journalPath,
  type OpenedJournal,
  openJournal,
} from '../../records/journal/journal-file.ts';
import { caseMigrations, casesPath } from './case-file.ts';
import { type Act, CaseList } from './case-list.ts';
import { isKeyLost, removeSealed, rescueJournal } from './index-rescue.ts';
import { finishReplacing, prepareLastCopy } from './list-copies.ts';

/** In bytes. Files up to this size are checked completely at each start; larger ones only after a read error. */
const maxChecked = 32 * 1024 * 1024;

/**
 * Returns the id of the index in a directory, from either of its files; undefined if neither has one. Changes nothing.
 * @throws Failure settings-newer
 */
export function indexIdIn(directory: string): string | undefined {
  refuseOtherFile(casesPath(directory), caseMigrations);
  refuseOtherFile(journalPath(directory), journalMigrations);
  return indexIdOf(casesPath(directory)) ?? indexIdOf(journalPath(directory));
}

function indexIdOf(path: string): string | undefined {
  // The id is written when the file is made.
  return attempt(() => readIn(path, (database) => new Meta(database).text('index_id'), { withoutLog: true }));
}

/** The way to open the index. */
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
        keychainHead?: JournalHead | undefined;
      }
  );

/**
 * Opens the index and the journal. A damaged list is set aside and its last copy takes its place; of one sealed with a lost key, what is not
 * sealed stays; the readable entries of a damaged journal are copied into a new one.
 * @throws Failure settings-newer; errors of node:sqlite
 */
export function openIndex(
  request: OpenIndex,
  now: () => number = Date.now,
): { list: CaseList; notices: string[] } {
  if (request.storage === 'memory') {
    const sealer = new Sealer([newSealingKey()]);
    const list = openBoth(openCases(inMemory, request), openJournal(inMemory, sealer), sealer, '', now);
    return { list, notices: [] };
  }
  const notices: string[] = [];
  const sealer = new Sealer(request.keys);
  const path = casesPath(request.directory);
  const journal = journalPath(request.directory);
  finishReplacing(request.directory);
  const database = openOrRestore(path, request, sealer, notices);
  try {
    const journalFile = openJournalOrRescue(journal, request, sealer, notices);
    return { list: openBoth(database, journalFile, sealer, request.indexId, now), notices };
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
  now: () => number = Date.now,
): CaseList {
  const sealer = new Sealer(request.keys);
  const database = openMemoryCopy(casesPath(request.directory), caseMigrations, isInUse);
  const journal = journalIn(
    openMemoryCopy(journalPath(request.directory), journalMigrations, isInUse),
    sealer,
  );
  return openBoth(database, journal, sealer, request.indexId, now);
}

export type OpenOnDisk = Extract<OpenIndex, { storage: 'disk' }>;

function openBoth(
  database: DatabaseSync,
  journal: OpenedJournal,
  sealer: Sealer,
  indexId: string,
  now: () => number,
): CaseList {
  for (const file of [database, journal.database]) {
    const meta = new Meta(file);
    if (meta.text('index_id') === undefined) {
      meta.set('index_id', indexId);
    }
  }
  return new CaseList(database, sealer, lookupKeyIn(new Meta(database), sealer), journal, now);
}

function openCases(path: string, { at }: { at: number }): DatabaseSync {
  return openSqliteFile(path, caseMigrations, (database) => makeCopy(database, path, new Date(at)));
}

function openOrRestore(path: string, request: OpenOnDisk, sealer: Sealer, notices: string[]): DatabaseSync {
  const at = new Date(request.at);
  if (isDamaged(request, () => openCases(path, request), path)) {
    const copy = prepareLastCopy(request.directory, sealer);
    const aside = setFileAside(path, 'damaged', at);
    finishReplacing(request.directory);
    notices.push(
      copy === undefined
        ? `The list of cases was damaged and was set aside as ${aside}. There is no copy: a new list was made from the journal, with the opened cases, decisions, notes and labels. Open the cases to read them again.`
        : `The list of cases was damaged and was set aside as ${aside}. Its copy of ${copy.at} took its place, with the decisions, notes and labels since then. Other reads and views since then are missing.`,
    );
    return openCases(path, request);
  }
  const database = openCases(path, request);
  if (isKeyLost(database, sealer)) {
    const aside = copyFile(database, path, 'without-key', at);
    const cases = removeSealed(database);
    notices.push(
      `The key of the list of cases is no longer in the keychain: user keys, notes, labels and saved reads cannot be decrypted. The list was copied to ${aside}; ${cases === 1 ? '1 case stays' : `${cases} cases stay`} in it without them.`,
    );
  }
  return database;
}

function openJournalOrRescue(
  path: string,
  request: OpenOnDisk,
  sealer: Sealer,
  notices: string[],
): OpenedJournal {
  const open = () => openJournal(path, sealer, (database) => makeCopy(database, path, new Date(request.at)));
  if (!isDamaged(request, () => open().database, path)) {
    return open();
  }
  const aside = setFileAside(path, 'damaged', new Date(request.at));
  rescueJournal(aside, path);
  notices.push(
    `The journal was damaged and was set aside as ${aside}. The readable entries were copied to a new one. Check the journal to see what is missing.`,
  );
  return open();
}

/** Returns how many bytes the list, the journal and the copies of both take, each with the log beside it; and the copies of the list, newest first. */
export function filesIn(directory: string) {
  const sizeAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const cases = casesPath(directory);
  const journal = journalPath(directory);
  const withLog = (path: string) => sizeAt(path) + sizeAt(`${path}-wal`);
  const copies = [cases, journal].flatMap((path) => copiesOf(path)).map(({ path }) => withLog(path));
  return {
    bytes: {
      cases: withLog(cases),
      journal: withLog(journal),
      copies: copies.reduce((sum, bytes) => sum + bytes, 0),
    },
    copies: restorableCopiesOf(cases).map(({ name, at }) => ({ name, at })),
  };
}

/**
 * Returns whether the file cannot be opened or read.
 * @throws Failure settings-newer; errors that are no damage
 */
function isDamaged(request: OpenOnDisk, open: () => DatabaseSync, path: string): boolean {
  try {
    const database = open();
    try {
      if (request.check === true || statSync(path).size <= maxChecked) {
        checkPages(database);
      }
      return false;
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof DamagedFile || storeFaultOf(error) === 'damaged') {
      return true;
    }
    throw error;
  }
}

/** Returns the key of the lookup hashes. It is sealed with the data key. */
function lookupKeyIn(meta: Meta, sealer: Sealer): Buffer {
  const place = metaPlace('lookup_key');
  const bytes = meta.bytes('lookup_key');
  if (bytes !== undefined) {
    return sealer.open(bytes, place);
  }
  const key = randomBytes(32);
  meta.set('lookup_key', sealer.seal(key, place));
  return key;
}
