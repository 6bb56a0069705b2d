import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenedIndex } from './index/opened-index.ts';

/** Returns the file in which versions before the list of cases stored recently opened ids. */
export function recentsPath(directory: string): string {
  return join(directory, 'assay.sqlite');
}

/** Imports the file of an earlier version and deletes it. A file that cannot be read is left alone. */
export function importRecents(directory: string, into: OpenedIndex): void {
  const path = recentsPath(directory);
  if (!statSync(path, { throwIfNoEntry: false })) {
    return;
  }
  const rows = readRecents(path);
  if (rows === undefined) {
    return;
  }
  into.change(() => {
    for (const { environment_id, conversation_id, opened_at, status } of rows) {
      const text = status === null || status === undefined ? undefined : String(status);
      into.index.addOpened(String(environment_id), String(conversation_id), Number(opened_at), text);
    }
  });
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(path + suffix, { force: true });
  }
}

function readRecents(path: string) {
  try {
    const database = new DatabaseSync(path);
    try {
      return database
        .prepare(
          'SELECT environment_id, conversation_id, opened_at, status FROM recent_conversation ORDER BY opened_at',
        )
        .all();
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}
