import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { contentSealer } from '../../../store/content-keys.ts';
import { Meta } from '../../../store/meta.ts';
import type { Sealer } from '../../../store/sealing.ts';
import { type BeforeUpgrade, openSqliteFile } from '../../../store/sqlite-file.ts';
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

/**
 * Opens the journal. The content of entries is sealed with the journal's own keys, which are sealed with the data key.
 * @param path of the file, or `:memory:`
 * @throws Failure settings-newer; DamagedFile; errors of node:sqlite
 */
export function openJournal(path: string, sealer: Sealer, beforeUpgrade?: BeforeUpgrade): OpenedJournal {
  return journalIn(openSqliteFile(path, journalMigrations, beforeUpgrade), sealer);
}

/** Returns the journal in an open database, which is closed on an error. */
export function journalIn(database: DatabaseSync, sealer: Sealer): OpenedJournal {
  try {
    return { journal: new JournalStore(database, contentSealer(new Meta(database), sealer)), database };
  } catch (error) {
    database.close();
    throw error;
  }
}
