import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { casesPath } from '../../../main/cases/index/index-file.ts';
import { journalMigrations, journalPath } from '../../../main/journal/journal-file.ts';
import { copiesOf } from '../../../main/store/file-copies.ts';
import { newSealingKey } from '../../../main/store/sealing.ts';
import { act, damage, env, expectWorked, fill, get, ids, openService, record } from './index-harness.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-files-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('a damaged page costs only its rows; the file is set aside, the rest is rescued and reported', () => {
  const first = openService(directory);
  fill(first.service, 200);
  first.service.close();
  const path = casesPath(directory);
  // The schema is on the first page; the damage comes after it.
  damage(path, Math.floor(statSync(path).size / 2 / 4096) * 4096, 4096);
  const { service, notices } = openService(directory, first.keys);
  expect(notices[0]).toMatch(
    /was damaged and was set aside as .*cases\.sqlite\.damaged-.* \d+ cases could be copied/,
  );
  expect(ids(service).length).toBeGreaterThan(150);
  expectWorked(service);
  expect(service.search({ ...env, text: 'user-c7', max: 5 }).length).toBeLessThanOrEqual(1);
  expect(copiesOf(path).map(({ why }) => why)).toEqual(['damaged']);
  service.close();
  expect(openService(directory, first.keys).notices).toEqual([]);
});

test("a list that is not a database is set aside, and the journal's entries are applied again", () => {
  const first = openService(directory);
  fill(first.service);
  first.service.close();
  writeFileSync(casesPath(directory), 'not a database');
  const { service, notices } = openService(directory, first.keys);
  expect(notices).toHaveLength(1);
  expect(ids(service)).toHaveLength(50);
  expect(get(service, 'c7').notes[0]?.text).toBe('a note');
  service.close();
});

test('a damaged journal is set aside; readable entries are kept, and the check reports the missing ones', () => {
  const first = openService(directory);
  fill(first.service, 200);
  first.service.close();
  const path = journalPath(directory);
  damage(path, Math.floor(statSync(path).size / 2 / 4096) * 4096, 4096);
  const { service, notices } = openService(directory, first.keys);
  expect(notices[0]).toMatch(/The journal was damaged/);
  expect(service.verifyJournal().problems.length).toBeGreaterThan(0);
  expectWorked(service);
  act(service, ['c1'], { kind: 'noted', details: { text: 'goes on' } });
  expect(get(service, 'c1').history[0]?.details).toEqual({ text: 'goes on' });
  service.close();
});

test('a journal truncated while the console was closed is reported from then on', () => {
  const first = openService(directory);
  fill(first.service, 8);
  first.service.close();
  const database = new DatabaseSync(journalPath(directory));
  database.exec(
    'DROP TRIGGER entry_is_never_deleted; DELETE FROM entry WHERE seq > 4; DELETE FROM content WHERE seq > 4',
  );
  database.exec(
    journalMigrations[0]?.sql.match(/CREATE TRIGGER entry_is_never_deleted[^;]*;[^;]*;/)?.[0] ?? '',
  );
  database.close();
  const { service } = openService(directory, first.keys);
  act(service, ['c1'], { kind: 'noted', details: { text: 'more' } });
  expect(service.verifyJournal().problems).toMatchObject([
    { kind: 'cut', seq: 11 },
    // What the list said of it is in the journal now.
    {
      kind: 'case-changed',
      message: expect.stringMatching(/^Case c7: .*“Rejected”.*“why”.*“VIP”.*“a note”/),
    },
  ]);
  service.close();
});

test('a list whose key is lost is set aside, and its unencrypted columns are copied to a new one', () => {
  const first = openService(directory);
  fill(first.service);
  first.service.close();
  const { service, notices } = openService(directory, [newSealingKey()]);
  expect(notices[0]).toMatch(/no longer in the keychain.*without-key-.*50 cases went into a new one/);
  expect(ids(service)).toHaveLength(50);
  const { row, notes } = get(service, 'c7');
  expect(row).toMatchObject({ verdict: 'clear', decision: { kind: 'reject' } });
  expect([row.userKey, notes]).toEqual([undefined, []]);
  record(service, 'c7');
  expect(get(service, 'c7').row.userKey).toBe('user-c7');
  expect(service.verifyJournal().problems).toMatchObject([
    { message: expect.stringMatching(/53 entries .*cannot be decrypted/) },
  ]);
  service.close();
});
