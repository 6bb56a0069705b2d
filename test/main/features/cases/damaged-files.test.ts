import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { casesPath } from '../../../../main/features/cases/index/case-file.ts';
import { journalMigrations, journalPath } from '../../../../main/features/records/journal/journal-file.ts';
import { copiesOf } from '../../../../main/store/file-copies.ts';
import { newSealingKey } from '../../../../main/store/sealing.ts';
import { act, damage, env, expectWorked, fill, get, ids, openService, record, who } from './index-harness.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-files-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test('a damaged list is set aside; its last readable copy takes its place, with what the journal says since then', () => {
  const first = openService(directory);
  fill(first.service, 200);
  record(first.service, 'read', {}, who.at, false);
  first.service.copyDaily({ directory, at: who.at });
  first.service.copyDaily({ directory, at: who.at + 86_400_000 });
  act(first.service, ['c8'], { kind: 'noted', details: { text: 'after the copy' } });
  record(first.service, 'later');
  record(first.service, 'read later', {}, who.at, false);
  first.service.close();
  const path = casesPath(directory);
  damage(copiesOf(path)[0]?.path ?? '', 4096, 4096);
  // The schema is on the first page; the damage comes after it.
  damage(path, Math.floor(statSync(path).size / 2 / 4096) * 4096, 4096);
  const { service, notices } = openService(directory, first.keys);
  expect(notices).toEqual([
    expect.stringMatching(
      /was damaged and was set aside as .*cases\.sqlite\.damaged-.* Its copy of 2023-11-14T22:13:20\.000Z took its place/,
    ),
  ]);
  expectWorked(service);
  expect(ids(service)).toHaveLength(202);
  expect(ids(service)).toContain('later');
  expect(ids(service)).not.toContain('read later');
  expect(get(service, 'c8').notes[0]?.text).toBe('after the copy');
  expect(
    service.reading({ ...env, conversationId: 'c7', readId: get(service, 'c7').reads[0]?.id ?? 0 }),
  ).toBeDefined();
  expect(service.verifyJournal().problems).toEqual([]);
  expect(
    copiesOf(path)
      .map(({ why }) => why)
      .sort(),
  ).toEqual(['copy', 'copy', 'damaged']);
  service.close();
  expect(openService(directory, first.keys).notices).toEqual([]);
});

test('a replacement of the list that was interrupted is completed at the next start', () => {
  const first = openService(directory);
  fill(first.service);
  first.service.close();
  const path = casesPath(directory);
  // The list was set aside, and the copy did not take its place yet.
  renameSync(path, `${path}.restoring`);
  const { service, notices } = openService(directory, first.keys);
  expect(notices).toEqual([]);
  expectWorked(service);
  expect(get(service, 'c7').reads).toHaveLength(1);
  service.close();
});

test("a list that is not a database is set aside, and the journal's entries are applied again", () => {
  const first = openService(directory);
  fill(first.service);
  first.service.close();
  writeFileSync(casesPath(directory), 'not a database');
  const { service, notices } = openService(directory, first.keys);
  expect(notices).toEqual([expect.stringMatching(/There is no copy: a new list was made from the journal/)]);
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
    // The list's former contents about it are in the journal now.
    {
      kind: 'case-changed',
      message: expect.stringMatching(/^Case c7: .*“Rejected”.*“why”.*“VIP”.*“a note”/),
    },
  ]);
  service.close();
});

test('a list whose key is lost is copied, and what is not encrypted stays in it', () => {
  const first = openService(directory);
  fill(first.service);
  first.service.close();
  const { service, notices } = openService(directory, [newSealingKey()]);
  expect(notices[0]).toMatch(/no longer in the keychain.*without-key-.*50 cases stay/);
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
