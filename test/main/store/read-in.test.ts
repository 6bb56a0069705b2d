import { chmodSync, copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readIn } from '../../../main/store/memory-copy.ts';

// Not in the directory of the other tests, which only its owner may open.
const parent = '/var/tmp';
/** A user without rights: the root user may write everywhere. */
const nobody = 65_534;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(parent, 'assay-read-in-'));
});
afterEach(() => {
  chmodSync(directory, 0o755);
  rmSync(directory, { recursive: true });
});

/** Copies a database with two rows, the second in its log only, without the file that shares the log. */
function copyWithLog(): string {
  const source = join(directory, 'source.sqlite');
  const copy = join(directory, 'copy.sqlite');
  const database = new DatabaseSync(source);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE entry (number); INSERT INTO entry VALUES (1)');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.exec('INSERT INTO entry VALUES (2)');
  for (const suffix of ['', '-wal']) {
    copyFileSync(`${source}${suffix}`, `${copy}${suffix}`);
    chmodSync(`${copy}${suffix}`, 0o444);
  }
  database.close();
  return copy;
}

const rows = (database: DatabaseSync) =>
  Number(database.prepare('SELECT count(*) AS rows FROM entry').get()?.rows);

function withoutRights<T>(work: () => T): T {
  chmodSync(directory, 0o555);
  const isRoot = process.getuid?.() === 0;
  try {
    if (isRoot) {
      process.seteuid?.(nobody);
    }
    return work();
  } finally {
    if (isRoot) {
      process.seteuid?.(0);
    }
  }
}

test.skipIf(process.platform === 'win32')('what is in the log only is not left out unsaid', () => {
  const copy = copyWithLog();
  withoutRights(() => {
    expect(() => readIn(copy, rows)).toThrow('unable to open database file');
    expect(readIn(copy, rows, { withoutLog: true })).toBe(1);
  });
  expect(readIn(copy, rows)).toBe(2);
});

test.skipIf(process.platform === 'win32')('a file without a log is read where nothing can be written', () => {
  const copy = copyWithLog();
  rmSync(`${copy}-wal`);
  expect(withoutRights(() => readIn(copy, rows))).toBe(1);
});
