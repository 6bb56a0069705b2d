import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  contentDigest,
  entryHash,
  type StoredContent,
  type StoredEntry,
} from '../../../../../main/features/records/journal/entry.ts';
import { openJournal } from '../../../../../main/features/records/journal/journal-file.ts';
import type { JournalStore } from '../../../../../main/features/records/journal/journal-store.ts';
import { verifyJournal } from '../../../../../main/features/records/journal/journal-verification.ts';
import { newSealingKey, Sealer } from '../../../../../main/store/sealing.ts';

let database: DatabaseSync;
let journal: JournalStore;
beforeEach(() => {
  ({ database, journal } = openJournal(':memory:', new Sealer([newSealingKey()])));
  for (let index = 1; index <= 6; index += 1) {
    journal.append([entry(`c${index}`)]);
  }
});
afterEach(() => database.close());

const inJournal = { environmentId: 'e', at: 1000, actor: 'reviewer' };
const entry = (conversationId: string) => ({
  kind: 'decided' as const,
  ...inJournal,
  conversationId,
  details: { decision: 'reject' },
});

/** Changes the file without the console. */
function tamper(sql: string) {
  for (const name of ['entry_is_never_changed', 'entry_is_never_deleted', 'content_is_never_changed']) {
    database.exec(`DROP TRIGGER IF EXISTS ${name}`);
  }
  database.exec(sql);
}

function problems(known = journal.head()) {
  return verifyJournal(database, known).problems.map(({ kind, seq }) => `${kind} ${seq}`);
}

test('an unchanged journal has no problems', () => {
  expect(verifyJournal(database, journal.head())).toEqual({
    entries: 6,
    forgotten: 0,
    head: journal.head(),
    endChecked: true,
    problems: [],
  });
});

test('the console itself can neither change nor delete an entry', () => {
  expect(() => database.exec("UPDATE entry SET kind = 'opened'")).toThrow('only added to');
  expect(() => database.exec('DELETE FROM entry WHERE seq = 3')).toThrow('only added to');
  expect(() => database.exec("UPDATE content SET conversation_id = 'x'")).toThrow('only added to');
});

test.each([
  ['its kind', "UPDATE entry SET kind = 'opened' WHERE seq = 3"],
  ['its time', 'UPDATE entry SET at = 1 WHERE seq = 3'],
  ['who did it', "UPDATE entry SET actor = 'other' WHERE seq = 3"],
])('reports an entry with a changed %s', (_what, sql) => {
  tamper(sql);
  expect(problems()).toEqual(['changed 3']);
});

test.each([
  ['the conversation', "UPDATE content SET conversation_id = 'c9' WHERE seq = 3"],
  ['the environment', "UPDATE content SET environment_id = 'f' WHERE seq = 3"],
  ['the details', 'UPDATE content SET details = (SELECT details FROM content WHERE seq = 4) WHERE seq = 3'],
  ['what it says was forgotten', "UPDATE content SET forgotten = '[[1,6]]' WHERE seq = 3"],
])('reports an entry whose content has a changed %s', (_what, sql) => {
  tamper(sql);
  expect(problems()).toEqual(['content-changed 3']);
});

test('reports a removed entry', () => {
  tamper('DELETE FROM entry WHERE seq = 3; DELETE FROM content WHERE seq = 3');
  expect(problems()).toEqual(['removed 3']);
});

test('reports a removed entry even if later ones were renumbered', () => {
  tamper(
    'DELETE FROM entry WHERE seq = 3; UPDATE entry SET seq = seq - 1 WHERE seq > 3;' +
      'DELETE FROM content WHERE seq = 3; UPDATE content SET seq = seq - 1 WHERE seq > 3;',
  );
  expect(problems()).toContain('reordered 3');
});

test('reports two swapped entries', () => {
  tamper(
    'UPDATE entry SET seq = 99 WHERE seq = 3; UPDATE entry SET seq = 3 WHERE seq = 4; UPDATE entry SET seq = 4 WHERE seq = 99;' +
      'UPDATE content SET seq = 99 WHERE seq = 3; UPDATE content SET seq = 3 WHERE seq = 4; UPDATE content SET seq = 4 WHERE seq = 99;',
  );
  expect(problems()).toEqual(expect.arrayContaining(['reordered 3', 'reordered 4']));
});

test('reports a truncated journal if its head is saved elsewhere', () => {
  const known = journal.head();
  tamper('DELETE FROM entry WHERE seq > 4; DELETE FROM content WHERE seq > 4');
  expect(problems(known)).toEqual(['cut 5']);
  expect(verifyJournal(database)).toMatchObject({ endChecked: false, problems: [] });
});

test('reports a truncated and rewritten journal', () => {
  const known = journal.head();
  tamper('DELETE FROM entry WHERE seq > 4; DELETE FROM content WHERE seq > 4');
  journal.append([entry('x5'), entry('x6'), entry('x7')]);
  expect(problems(known)).toEqual(['changed 6']);
});

test('reports missing content, unless the journal records its deletion', () => {
  journal.forget('e', ['c2'], { kind: 'forgotten', ...inJournal });
  expect(verifyJournal(database)).toMatchObject({ entries: 7, forgotten: 1, problems: [] });
  tamper('DELETE FROM content WHERE seq = 3');
  expect(problems()).toEqual(['content-removed 3']);
});

test('reports content without an entry', () => {
  tamper(
    'CREATE TEMP TABLE copy AS SELECT * FROM content WHERE seq = 3; UPDATE copy SET seq = 50; INSERT INTO content SELECT * FROM copy',
  );
  expect(problems()).toEqual(['added 50']);
});

test('a changed row that claims to have deleted everything is named, and so is what was changed beside it', () => {
  journal.forget('e', ['c2'], { kind: 'forgotten', ...inJournal });
  const spans = JSON.stringify(
    Array.from({ length: 1000 }, (_, index) => [index * 10, 9_999_999 + index * 10]),
  );
  tamper(`UPDATE content SET forgotten = '${spans}' WHERE seq = 7; DELETE FROM content WHERE seq = 4;
    UPDATE entry SET actor = 'mallory' WHERE seq = 5`);
  expect(problems()).toEqual(['content-removed 2', 'content-removed 4', 'changed 5', 'content-changed 7']);
});

test('deletions are believed up to the number of entries, also where the row that claims them fits its hashes', () => {
  const known = journal.head();
  const content = database.prepare('SELECT * FROM content WHERE seq = 6').get() as unknown as StoredContent;
  const spans = JSON.stringify(Array.from({ length: 1000 }, () => [1, 9_999_999_999]));
  const changed = { ...content, forgotten: spans };
  const row = database.prepare('SELECT * FROM entry WHERE seq = 6').get() as unknown as StoredEntry;
  const rehashed = { ...row, content_digest: contentDigest(changed) };
  tamper('DELETE FROM content WHERE seq = 3');
  database.prepare('UPDATE content SET forgotten = ? WHERE seq = 6').run(spans);
  database
    .prepare('UPDATE entry SET content_digest = ?, hash = ? WHERE seq = 6')
    .run(rehashed.content_digest, entryHash(rehashed));
  expect(problems(known)).toEqual(['content-removed 3', 'changed 6']);
});

test('many problems of one kind do not hide those of another', () => {
  for (let index = 0; index < 150; index += 1) {
    journal.append([entry('many')]);
  }
  tamper("DELETE FROM content WHERE seq < 150; UPDATE entry SET actor = 'mallory' WHERE seq = 155");
  const found = problems();
  expect(found).toHaveLength(101);
  expect(found.at(-1)).toBe('changed 155');
});
