import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Migration, openSqliteFile } from '../../../main/store/sqlite-file.ts';

const first = { version: 7, sql: 'CREATE TABLE thing (\n  id INTEGER PRIMARY KEY\n) STRICT;' };
const next = { version: 8, sql: 'ALTER TABLE thing ADD COLUMN name TEXT;' };

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-sqlite-'));
  path = join(directory, 'file.sqlite');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Opens the file, and returns the version of which `beforeUpgrade` was told. */
function opened(migrations: readonly Migration[], statement = 'SELECT 1'): number | undefined {
  let upgraded: number | undefined;
  const database = openSqliteFile(path, migrations, (_database, version) => {
    upgraded = version;
  });
  database.exec(statement);
  expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.at(-1)?.version });
  database.close();
  return upgraded;
}

test('a file is made, and a later version is made from the one before, with its rows', () => {
  expect(opened([first], 'INSERT INTO thing (id) VALUES (1)')).toBeUndefined();
  expect(opened([first, next], "UPDATE thing SET name = 'kept' WHERE id = 1")).toBe(7);
  expect(opened([first, next], 'SELECT name FROM thing')).toBeUndefined();
});

test('a schema of one statement is that of a file to which columns were added', () => {
  opened([first, next]);
  const sql = 'CREATE TABLE thing (\n  id INTEGER PRIMARY KEY,\n  name TEXT\n) STRICT;';
  expect(opened([{ version: 8, sql }])).toBeUndefined();
  expect(() => opened([{ version: 8, sql: sql.replace('name', 'nom') }])).toThrow(/not the expected ones/);
});

test.each([
  ['newer', [first], /newer version of Assay \(8; this one reads up to 7\)/],
  [
    'older than the first',
    [{ ...next, version: 9 }],
    /earlier version of Assay \(8; this one reads from 9\)/,
  ],
] as const)('a file that is %s is refused and left unchanged', (_what, migrations, message) => {
  opened([first, next]);
  const before = readFileSync(path);
  expect(() => opened(migrations)).toThrow(message);
  expect(readFileSync(path)).toEqual(before);
});
