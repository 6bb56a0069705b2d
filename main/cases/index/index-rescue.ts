import type { DatabaseSync } from 'node:sqlite';
import { journalMigrations } from '../../journal/journal-file.ts';
import { Meta } from '../../store/meta.ts';
import { Rescue } from '../../store/rescue.ts';
import { metaPlace, readableText, type Sealer } from '../../store/sealing.ts';
import { openSqliteFile } from '../../store/sqlite-file.ts';

/** True if the lookup key cannot be decrypted, because it was sealed with a data key that is missing. */
export function isKeyLost(database: DatabaseSync, sealer: Sealer): boolean {
  const sealed = new Meta(database).bytes('lookup_key');
  return sealed !== undefined && readableText(sealer, sealed, metaPlace('lookup_key')) === undefined;
}

/** Copies the readable part of a list of cases. Returns the number of cases. */
export function rescueCases(aside: string, database: DatabaseSync, sealer: Sealer): number {
  let rescue: Rescue;
  try {
    rescue = new Rescue(aside, database);
  } catch {
    return 0;
  }
  try {
    rescue.whole('meta', "name IN ('index_id', 'reasons', 'lookup_key') OR name LIKE 'retention/%'");
    const hasHashes = new Meta(database).bytes('lookup_key') !== undefined && !isKeyLost(database, sealer);
    const cases = rescue.numbered('conversation');
    rescue.whole('fact');
    if (hasHashes) {
      rescue.numbered('reading');
      rescue.numbered('note');
      rescue.numbered('label');
      rescue.whole('case_label');
      rescue.whole('identifier');
      rescue.whole('view');
      rescue.numbered('callback');
    } else {
      // These are sealed with a lost key, or found by hashes that can no longer be computed.
      database.exec("DELETE FROM meta WHERE name IN ('reasons', 'lookup_key')");
      database.exec('UPDATE conversation SET content_digest = NULL, note_count = 0');
    }
    // Makes the next start apply all journal entries again.
    new Meta(database).set('journal_applied', 0);
    return cases;
  } finally {
    rescue.close();
  }
}

/** Copies the readable entries of a journal into a new one at `path`. */
export function rescueJournal(aside: string, path: string): void {
  const database = openSqliteFile(path, journalMigrations);
  try {
    const rescue = new Rescue(aside, database);
    rescue.whole('meta');
    rescue.numbered('entry', 'seq');
    rescue.numbered('content', 'seq');
    rescue.close();
  } catch {
    // Nothing could be read.
  } finally {
    database.close();
  }
}
