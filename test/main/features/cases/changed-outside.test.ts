import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { casesPath } from '../../../../main/features/cases/index/case-file.ts';
import { openIndex } from '../../../../main/features/cases/index/index-file.ts';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { journalPath } from '../../../../main/features/records/journal/journal-file.ts';
import type { CaseFilter } from '../../../../preload/contract/cases.ts';
import { newDataDir, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';
import { act, env, get, ids, openService, record, who } from './index-harness.ts';

let directory: string;
let keys: ReturnType<typeof openService>['keys'];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'assay-changed-'));
  const first = openService(directory);
  keys = first.keys;
  fill(first.service);
  first.service.close();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Two cases: a rejected one with everything that comes from the journal, and one on which nobody worked. */
function fill(service: IndexRequests) {
  record(service, 'worked');
  record(service, 'untouched');
  act(service, ['worked'], { kind: 'labelled', details: { label: 'VIP' } });
  act(service, ['worked'], { kind: 'noted', details: { text: 'a note' } });
  act(service, ['worked'], { kind: 'state-set', details: { state: 'waiting', reason: 'valid-document' } });
  act(service, ['worked'], { kind: 'watched', details: { watched: true } });
  act(service, ['worked'], { kind: 'reviewed', details: { reviewed: true } });
  const decision = { decision: 'reject', reason: 'confirmed-match', comment: 'why' };
  act(service, ['worked'], { kind: 'decided', details: decision });
  const finding = { kind: 'own-check', code: 'own', weight: 70 };
  const settled = { key: 'a-key', finding: JSON.stringify(finding), settlement: 'accepted', reason: 'known' };
  act(service, ['worked'], { kind: 'settled', details: settled });
  act(service, ['worked'], { kind: 'follow-up-set', details: { on: '2998-01-01', reason: 'later' } });
  const ticked = { item: 'own-1', label: 'Called back', ticked: true };
  act(service, ['worked'], { kind: 'ticked', details: ticked });
  act(service, ['worked'], { kind: 'assigned', details: { to: 'a'.repeat(64), assignee: 'Ben' } });
}

/** Runs SQL in the list or the journal as another program would. */
function forge(sql: string, path = casesPath(directory)) {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

/** Returns a case as it is in the list, by itself and in counts. */
function everything(service: IndexRequests, conversationId = 'worked') {
  const { row, notes, comment } = get(service, conversationId);
  const filters: CaseFilter[] = [
    { decisions: ['clear'] },
    { decisions: ['reject'] },
    { decisions: ['none'] },
    { states: ['waiting'] },
    { labels: ['VIP'] },
    { watched: true },
    { reviewed: true },
    { hasNotes: true },
  ];
  return {
    row,
    notes,
    comment,
    listed: service.rowsOf({ ...env, conversationIds: [conversationId] }),
    found: filters.map((filter) => ids(service, filter)),
    counts: service.counts({ ...env, filters }),
    labels: service.labels(env),
  };
}

const worked = "WHERE conversation_id = 'worked'";
const noted = "WHERE case_id = (SELECT id FROM conversation WHERE conversation_id = 'worked')";
const forgeries: readonly [what: string, sql: string, said: RegExp, entry: number][] = [
  ['a settled finding removed', 'DELETE FROM settlement', /no settled findings/, 9],
  ['who settled a finding', "UPDATE settlement SET actor = 'another'", /other settled findings/, 9],
  [
    'a decision',
    `UPDATE conversation SET decision = 'clear', decision_reason = 'false-positive' ${worked}`,
    /“Approved: False positive”/,
    8,
  ],
  [
    'a decision taken away',
    `UPDATE conversation SET decision = NULL, decision_reason = NULL, comment = NULL, decided_at = NULL ${worked}`,
    /no decision/,
    8,
  ],
  [
    'a reason',
    `UPDATE conversation SET decision_reason = 'data-differs' ${worked}`,
    /“Rejected: Data does not agree”/,
    8,
  ],
  ['a time', `UPDATE conversation SET decided_at = 1 ${worked}`, /1970-01-01/, 8],
  [
    'a time that no calendar has',
    `UPDATE conversation SET decided_at = 9000000000000000 ${worked}`,
    /an impossible date/,
    8,
  ],
  [
    'a comment removed',
    `UPDATE conversation SET comment = NULL ${worked}`,
    /“Rejected: Confirmed match on a list”/,
    8,
  ],
  ['a state', `UPDATE conversation SET state = 'done', state_rank = 3 ${worked}`, /state “Done”/, 5],
  ['the order of a state', `UPDATE conversation SET state_rank = 0 ${worked}`, /state “Waiting”/, 5],
  ['a reason to wait', `UPDATE conversation SET waiting_reason = NULL ${worked}`, /state “Waiting”/, 5],
  ['the times of waiting', `UPDATE conversation SET waits = '[]' ${worked}`, /state “Waiting”/, 5],
  [
    'a follow-up',
    `UPDATE conversation SET follow_up_on = '2999-01-01' ${worked}`,
    /follow-up on 2999-01-01/,
    10,
  ],
  [
    'a follow-up removed',
    `UPDATE conversation SET follow_up_on = NULL, follow_up_reason = NULL, follow_up_at = NULL ${worked}`,
    /no follow-up/,
    10,
  ],
  ['a tick', `UPDATE conversation SET ticks = '["own-2"]' ${worked}`, /another checklist/, 11],
  ['an assignment', `UPDATE conversation SET assigned_to = 'another' ${worked}`, /assigned to Ben/, 12],
  [
    'an assignment removed',
    `UPDATE conversation SET assigned_to = NULL, assignment = NULL ${worked}`,
    /assigned to nobody/,
    12,
  ],
  ['watching', `UPDATE conversation SET watched = 0 ${worked}`, /not watched/, 6],
  ['a review', `UPDATE conversation SET reviewed_at = NULL ${worked}`, /not reviewed in a queue/, 7],
  ['labels', 'DELETE FROM case_label', /no labels/, 3],
  ['a note removed', `DELETE FROM note; UPDATE conversation SET note_count = 0`, /other notes/, 4],
  ["a note's reviewer", `UPDATE note SET actor = 'mallory' ${noted}`, /other notes/, 4],
  ['the number of notes', `UPDATE conversation SET note_count = 0 ${worked}`, /other notes/, 4],
  ['a row removed', `DELETE FROM conversation ${worked}`, /removed from the list/, 0],
];

test.each(forgeries)('%s forged in the list does not count', (_what, sql, said, entry) => {
  const honest = openService(directory, keys);
  const expected = everything(honest.service);
  honest.service.close();

  forge(sql);
  const { service } = openService(directory, keys);
  const found = everything(service);
  if (/removed from the list/.test(said.source)) {
    // The data read from the service is gone with the row; the next read brings it again.
    expect(found.row).toMatchObject({
      decision: expected.row.decision,
      labels: ['VIP'],
      state: expected.row.state,
    });
    expect([found.found, found.counts, found.notes, found.comment]).toEqual([
      expected.found,
      expected.counts,
      expected.notes.map((note) => note),
      expected.comment,
    ]);
  } else {
    expect(found).toEqual(expected);
  }
  expect(get(service, 'worked').disagreements).toEqual([expect.stringMatching(said)]);
  const report = service.verifyJournal();
  expect(report.problems).toEqual([
    { kind: 'case-changed', seq: entry || report.entries, message: expect.stringMatching(/^Case worked: /) },
  ]);
  expect(report.problems[0]?.message).toMatch(said);
  service.close();

  // Also at later starts, and once only.
  const later = openService(directory, keys).service;
  expect(later.verifyJournal().problems).toEqual(report.problems);
  later.close();
});

test('a decision forged on a case that nobody decided is not shown', () => {
  forge("UPDATE conversation SET decision = 'clear', decided_at = 5 WHERE conversation_id = 'untouched'");
  const { service } = openService(directory, keys);
  expect(ids(service, { decisions: ['clear'] })).toEqual([]);
  const { row, disagreements } = get(service, 'untouched');
  expect(row.decision).toBeUndefined();
  expect(disagreements).toEqual([expect.stringMatching(/“Approved” .*No entry of the journal says so/)]);
  expect(get(service, 'worked').disagreements).toBeUndefined();
  service.close();
});

test('a decision forged on a row whose id is no text is found, too', () => {
  forge(`UPDATE conversation SET conversation_id = CAST(x'6331ff' AS TEXT), decision = 'clear', decided_at = 5
    WHERE conversation_id = 'untouched'`);
  const { service } = openService(directory, keys);
  expect(ids(service, { decisions: ['clear'] })).toEqual([]);
  service.close();
});

test('a case that another program marked as being deleted is not deleted, nor does a period that nobody chose delete one', () => {
  forge(`UPDATE conversation SET environment_id = '#forgotten/' || environment_id ${worked};
    INSERT INTO meta (name, value) VALUES ('retention/${env.environmentId}', 1), ('retention/decisions/${env.environmentId}', 1)`);
  const { service } = openService(directory, keys);
  expect(service.settings(env)).toMatchObject({ retentionDays: null, decisionDays: null });
  for (const days of [5, 10, 15]) {
    service.sweep({
      environmentIds: [env.environmentId],
      max: 10,
      at: who.at + days * 86_400_000,
      actor: 'x',
    });
  }
  expect(get(service, 'worked')).toMatchObject({
    row: { decision: { kind: 'reject' }, labels: ['VIP'] },
    notes: [{ text: 'a note' }],
  });
  expect(service.verifyJournal()).toMatchObject({ forgotten: 0 });
  service.close();
});

test('a forgery while the console runs is found at the next read', () => {
  const { service } = openService(directory, keys);
  expect(ids(service, { decisions: ['clear'] })).toEqual([]);
  forge(`UPDATE conversation SET decision = 'clear' ${worked}`);
  expect(service.counts({ ...env, filters: [{ decisions: ['clear'] }] })).toEqual([0]);
  expect(get(service, 'worked')).toMatchObject({ row: { decision: { kind: 'reject' } } });
  service.close();
});

test('an entry of the journal whose reviewer was changed is named in its case', () => {
  forge(
    "DROP TRIGGER entry_is_never_changed; UPDATE entry SET actor = 'mallory' WHERE seq = 8",
    journalPath(directory),
  );
  const { service } = openService(directory, keys);
  expect(get(service, 'worked').disagreements).toEqual([expect.stringMatching(/Entry 8 .* was changed/)]);
  service.close();
});

test('a case that was only worked on in the console agrees with the journal', () => {
  const { service } = openService(directory, keys);
  const { entries } = service.verifyJournal();
  act(service, ['worked'], { kind: 'decided', details: { withdrawn: true } });
  act(service, ['worked'], { kind: 'unlabelled', details: { label: 'VIP' } });
  act(service, ['worked'], { kind: 'watched', details: { watched: false } });
  service.close();
  const later = openService(directory, keys).service;
  expect(get(later, 'worked').disagreements).toBeUndefined();
  expect(later.verifyJournal()).toMatchObject({ entries: entries + 3, problems: [] });
  later.forget({ ...env, ...who, selection: { ids: ['worked'] } });
  later.close();
  const last = openService(directory, keys).service;
  expect([ids(last), last.verifyJournal().problems]).toEqual([['untouched'], []]);
  last.close();
});

test('the decision of a case that retention reduced agrees with the journal, and is compared', () => {
  const day = 86_400_000;
  const first = openService(directory, keys).service;
  act(first, ['worked'], { kind: 'watched', details: { watched: false } });
  act(first, ['worked'], { kind: 'state-set', details: { state: 'done' } });
  act(first, ['worked'], { kind: 'follow-up-set', details: { on: '' } });
  first.saveSettings({ ...env, ...who, retention: { retentionDays: 30, decisionDays: null } });
  for (let days = 5; days <= 60; days += 5) {
    first.sweep({ environmentIds: [env.environmentId], max: 10, at: who.at + days * day, actor: 'x' });
  }
  expect(get(first, 'worked')).toMatchObject({
    row: { decision: { kind: 'reject' }, labels: [] },
    notes: [],
  });
  first.close();

  const again = openService(directory, keys).service;
  expect(get(again, 'worked').disagreements).toBeUndefined();
  expect(again.verifyJournal().problems).toEqual([]);
  again.close();

  forge(`UPDATE conversation SET decision = 'clear' ${worked}`);
  const { service } = openService(directory, keys);
  expect(get(service, 'worked')).toMatchObject({
    row: { decision: { kind: 'reject', reason: 'confirmed-match', at: who.at } },
    disagreements: [expect.stringMatching(/“Approved: /)],
  });
  service.close();
});

test('decisions forged on many cases that nobody decided are found in slices', () => {
  const many = Array.from({ length: 500 }, (_, index) => `z${index}`);
  const { service } = openService(directory, keys);
  service.add({ ...env, conversationIds: many, at: who.at });
  service.close();
  forge("UPDATE conversation SET decision = 'clear', decided_at = 5 WHERE decision IS NULL");
  const { list: opened } = openIndex({ storage: 'disk', directory, indexId: 'an-index', keys, ...who });
  opened.recover(who);
  expect(opened.integrity.check(0)).toBe(false);
  expect(opened.integrity.check(0)).toBe(false);
  while (!opened.integrity.check(0)) {
    // In slices, as between other requests.
  }
  expect(opened.index.queries.count(env.environmentId, { decisions: ['clear'] })).toBe(0);
  expect(opened.integrity.problems()).toHaveLength(100);
  opened.close();
});

test('a case is compared when it is read, also while most of a long list is not compared yet', () => {
  const { service } = openService(directory, keys);
  const many = Array.from({ length: 900 }, (_, index) => `z${String(index).padStart(3, '0')}`);
  service.add({ ...env, conversationIds: many, at: who.at });
  act(service, many, { kind: 'decided', details: { decision: 'reject' } });
  service.close();
  forge("UPDATE conversation SET decision = 'clear' WHERE conversation_id IN ('z898', 'z899')");
  const { list: opened } = openIndex({ storage: 'disk', directory, indexId: 'an-index', keys, ...who });
  opened.recover(who);
  opened.integrity.checkCases(env.environmentId, ['z899']);
  expect(opened.integrity.check(0)).toBe(false);
  const decisions = () =>
    opened.index.rowsOf(env.environmentId, ['z898', 'z899']).map((row) => row.decision?.kind);
  expect(decisions()).toEqual(['clear', 'reject']);
  while (!opened.integrity.check(0)) {
    // In slices, as between other requests.
  }
  expect(decisions()).toEqual(['reject', 'reject']);
  expect(opened.integrity.takeCorrected()).toEqual([env.environmentId]);
  expect(opened.journalCheck.verify().problems).toHaveLength(2);
  opened.close();
});

test('nothing of a changed case is signed until a person has confirmed the check', {
  timeout: 60_000,
}, async () => {
  const { dataDir, remove } = newDataDir();
  const keychain = new OpenKeychain();
  const first = await startConsole(dataDir, keychain);
  const conversationId = first.samples[0]?.id ?? '';
  await first.bridge.invoke('conversations.open', { ...sandbox, conversationId });
  const selection = { ids: [conversationId] };
  await first.bridge.invoke('cases.decide', { ...sandbox, selection, decision: { kind: 'reject' } });
  await first.close();
  forge("UPDATE conversation SET decision = 'clear'", casesPath(dataDir));

  const { bridge, close } = await startConsole(dataDir, keychain);
  const choice = { ...sandbox, conversationId, unmasked: false, mediaIds: [], pictures: [] };
  await expect(bridge.invoke('evidence.savePack', choice)).rejects.toMatchObject({
    view: { code: 'changed-outside' },
  });
  const { case: found } = await bridge.invoke('cases.get', { ...sandbox, conversationId });
  expect(found).toMatchObject({ row: { decision: { kind: 'reject' } }, disagreements: [expect.any(String)] });
  const { head, problems } = await bridge.invoke('journal.verify', {});
  expect(problems).toMatchObject([{ kind: 'case-changed' }]);
  // Changes found after the check that the user saw are not confirmed with it.
  await expect(bridge.invoke('journal.confirm', { seq: 1 })).rejects.toMatchObject({
    view: { code: 'changed-outside' },
  });

  await bridge.invoke('journal.confirm', { seq: head?.seq ?? 0 });
  expect((await bridge.invoke('journal.verify', {})).problems).toEqual([]);
  await expect(bridge.invoke('evidence.savePack', choice)).resolves.toMatchObject({
    result: { kind: 'download' },
  });
  await close();
  remove();
});
