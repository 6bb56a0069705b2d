import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { contentSealer } from '../../../store/content-keys.ts';
import { Meta } from '../../../store/meta.ts';
import type { Sealer } from '../../../store/sealing.ts';
import { type BeforeUpgrade, type Migration, openSqliteFile } from '../../../store/sqlite-file.ts';
import { JournalStore } from './journal-store.ts';

/**
 * The schema of `journal.sqlite`. `entry` is append-only. The subject and details of an entry are in `content`, in a separate row that is deleted with the
 * conversation's data; the hash chain does not need it. Times are milliseconds since the epoch; BLOB columns of `entry` are SHA-256.
 * `team_place` has the place of entries in the log of a team, empty without one; its `known` is, of a decision, the last place that its author knew
 * when making it. `is_drawn`: true of an own decision that the team's policy has drawn for a second review, though its entry does not say so.
 * `change_seq`: of a change of the team, the number of the entry by which the journal says so, which was written when it was read.
 */
const sql = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;

CREATE TABLE entry (
  seq INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  kind TEXT NOT NULL,
  content_digest BLOB NOT NULL,
  previous_hash BLOB NOT NULL,
  hash BLOB NOT NULL
) STRICT;

CREATE TABLE content (
  seq INTEGER PRIMARY KEY,
  salt BLOB NOT NULL,
  environment_id TEXT NOT NULL,
  conversation_id TEXT NOT NULL,
  forgotten TEXT NOT NULL,
  details BLOB NOT NULL
) STRICT;
CREATE INDEX content_by_conversation ON content (environment_id, conversation_id);

CREATE TRIGGER entry_is_never_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'the journal is only added to'); END;

CREATE TRIGGER entry_is_never_deleted BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'the journal is only added to'); END;

CREATE TRIGGER content_is_never_changed BEFORE UPDATE ON content
BEGIN SELECT RAISE(ABORT, 'the journal is only added to'); END;

CREATE TABLE team_place (
  place INTEGER PRIMARY KEY,
  author TEXT NOT NULL,
  author_seq INTEGER NOT NULL,
  digest TEXT NOT NULL,
  seq INTEGER UNIQUE,
  is_refused INTEGER NOT NULL,
  waiting BLOB,
  known INTEGER,
  is_drawn INTEGER NOT NULL DEFAULT 0,
  change_seq INTEGER
) STRICT;
CREATE INDEX team_place_by_author ON team_place (author, author_seq);
CREATE INDEX team_place_waiting ON team_place (place) WHERE waiting IS NOT NULL;

CREATE TABLE team_notice (place INTEGER NOT NULL, kind TEXT NOT NULL, author TEXT NOT NULL, PRIMARY KEY (place, kind)) STRICT;
`;

/** Version 4 is the first: those before it were of development, and nobody has such a file. */
export const journalMigrations: readonly Migration[] = [{ version: 4, sql }];

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
