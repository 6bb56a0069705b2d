import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { Meta } from '../store/meta.ts';
import {
  keyIdOf,
  metaPlace,
  newSealingKey,
  Sealer,
  type SealingKey,
  UnsealFailure,
} from '../store/sealing.ts';
import { type BeforeUpgrade, openSqliteFile } from '../store/sqlite-file.ts';
import { JournalStore } from './journal-store.ts';
import { journalVersion1 } from './migrations/001-journal.ts';

export const journalMigrations = [journalVersion1];

export function journalPath(directory: string): string {
  return join(directory, 'journal.sqlite');
}

export interface OpenedJournal {
  journal: JournalStore;
  database: DatabaseSync;
}

const keysName = 'content_keys';
const storedKeys = z.array(z.strictObject({ id: z.string(), key: z.base64() })).min(1);

/**
 * Opens the journal. The content of entries is sealed with the journal's own keys, which are sealed with the data key: the hash of an
 * entry covers its sealed content, so that content cannot be resealed when the data key is rotated.
 * @param path of the file, or `:memory:`
 * @throws Failure settings-newer; DamagedFile; errors of node:sqlite
 */
export function openJournal(path: string, sealer: Sealer, beforeUpgrade?: BeforeUpgrade): OpenedJournal {
  return journalIn(openSqliteFile(path, journalMigrations, beforeUpgrade), sealer);
}

/** The journal in an open database, which is closed on an error. */
export function journalIn(database: DatabaseSync, sealer: Sealer): OpenedJournal {
  try {
    const meta = new Meta(database);
    const keys = keysIn(meta, sealer) ?? beginKeys(meta, sealer);
    return { journal: new JournalStore(database, new Sealer(keys)), database };
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Reseals the journal's keys with the current data key and adds a new one for future entries. Does nothing if that was done already. */
export function rotateJournalKey(database: DatabaseSync, sealer: Sealer): void {
  const meta = new Meta(database);
  const sealed = meta.bytes(keysName);
  if (sealed === undefined || keyIdOf(sealed) !== sealer.currentKeyId) {
    saveKeys(meta, sealer, [newSealingKey(), ...(keysIn(meta, sealer) ?? [])]);
  }
}

type Keys = [SealingKey, ...SealingKey[]];

/** Undefined if there are no keys, or if the data key decrypts none of them: earlier entries are then unreadable. */
function keysIn(meta: Meta, sealer: Sealer): Keys | undefined {
  const sealed = meta.bytes(keysName);
  if (sealed === undefined) {
    return undefined;
  }
  try {
    const keys = storedKeys.parse(JSON.parse(sealer.openText(sealed, place)));
    return keys.map(({ id, key }) => ({ id, key: Buffer.from(key, 'base64') })) as unknown as Keys;
  } catch (error) {
    if (error instanceof UnsealFailure && error.reason === 'key-missing') {
      return undefined;
    }
    throw error;
  }
}

/** Keys that cannot be decrypted are kept: the data key may be restored. */
function beginKeys(meta: Meta, sealer: Sealer): Keys {
  const lost = meta.bytes(keysName);
  if (lost !== undefined) {
    meta.set(`${keysName}/${keyIdOf(lost)}`, lost);
  }
  return saveKeys(meta, sealer, [newSealingKey()]);
}

function saveKeys(meta: Meta, sealer: Sealer, keys: Keys): Keys {
  const stored = keys.map(({ id, key }) => ({ id, key: Buffer.from(key).toString('base64') }));
  meta.set(keysName, sealer.seal(JSON.stringify(stored), place));
  return keys;
}

const place = metaPlace(keysName);
