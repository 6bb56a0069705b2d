import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { casesPath } from '../../../../../main/features/cases/index/case-file.ts';
import type { IndexRequests } from '../../../../../main/features/cases/index/index-service.ts';
import type { DueGroup, DueRule } from '../../../../../preload/contract/due.ts';
import { addDays, addMonths, localDay } from '../../../../../preload/shared/calendar.ts';
import { act, env, get, keepDays, openInMemory, openService, record, who } from '../index-harness.ts';

const now = () => who.at;
const today = localDay(now());
/** Returns noon of a day by this computer's calendar: clocks that change between two days do not move it to another. */
const daysAgo = (days: number) => Date.parse(`${addDays(today, -days)}T12:00`);

const afterThirty: DueRule = {
  basis: 'not-aml',
  count: 30,
  unit: 'days',
  startsAt: 'status',
  statuses: ['FINISHED'],
};
const afterFiveYears: DueRule = {
  basis: 'amld',
  count: 5,
  unit: 'years',
  startsAt: 'relationship',
  statuses: ['FINISHED'],
};

function setRule(service: IndexRequests, rule: DueRule) {
  service.setDueRule({ ...env, rule });
}
const counts = (service: IndexRequests) => service.dueSummary(env).counts;
const idsOf = (service: IndexRequests, group: DueGroup) => service.dueIds({ ...env, group });

test('nothing is due until a rule says so', () => {
  const service = openInMemory(now);
  record(service, 'old', {}, daysAgo(4000));
  expect(service.dueSummary(env)).toEqual({
    today,
    counts: { due: 0, overdue: 0, soon: 0, unknown: 0, held: 0, missing: 0 },
  });
});

test('the period runs from the day on which the status was first seen, to its last day', () => {
  const service = openInMemory(now);
  setRule(service, afterThirty);
  for (const days of [200, 61, 31, 30, 1]) {
    record(service, `c${days}`, {}, daysAgo(days));
  }
  record(service, 'active', { status: 'IN_PROGRESS' }, daysAgo(90));
  // A later read with the same status does not begin the period again; another status does.
  record(service, 'c200', { userKey: 'changed' }, daysAgo(2));
  record(service, 'active', { status: 'FINISHED' }, daysAgo(3));
  expect(idsOf(service, 'due')).toEqual(['c200', 'c61', 'c31']);
  expect(counts(service)).toEqual({ due: 3, overdue: 2, soon: 3, unknown: 0, held: 0, missing: 0 });
  expect(service.dueRows({ ...env, group: 'due', from: 1, count: 1 })).toMatchObject({
    rows: [{ conversationId: 'c61', userKey: 'user-c61', status: 'FINISHED', endsOn: addDays(today, -31) }],
    total: 3,
  });
});

test('a deleted conversation is no longer due', () => {
  const service = openInMemory(now);
  setRule(service, afterThirty);
  record(service, 'c', {}, daysAgo(90));
  act(service, ['c'], { kind: 'data-deleted', details: { outcome: 'confirmed' } });
  expect(idsOf(service, 'due')).toEqual([]);
});

test('a conversation unknown to the service is not due until it is read again, and is listed with the time of that answer', () => {
  const service = openInMemory(now);
  setRule(service, afterThirty);
  record(service, 'c', {}, daysAgo(90));
  const at = who.at - 5;
  expect(service.markAbsent({ ...env, conversationId: 'c', absence: 'not-found', at })).toBe(true);
  expect(service.markAbsent({ ...env, conversationId: 'never listed', absence: 'not-found', at })).toBe(
    false,
  );
  expect([idsOf(service, 'due'), counts(service)]).toEqual([
    [],
    { due: 0, overdue: 0, soon: 0, unknown: 0, held: 0, missing: 1 },
  ]);
  expect(service.dueRows({ ...env, group: 'missing', from: 0, count: 5 }).rows).toMatchObject([
    { conversationId: 'c', missingAt: at },
  ]);
  record(service, 'c');
  expect([idsOf(service, 'due'), idsOf(service, 'missing')]).toEqual([['c'], []]);
});

test('by law the start is the end of the relationship; without it the start is unknown, and shown as such', () => {
  const service = openInMemory(now);
  setRule(service, afterFiveYears);
  for (const id of ['ended', 'recent', 'open']) {
    record(service, id, {}, daysAgo(4000));
  }
  const ended = addDays(addMonths(today, -60), -1);
  act(service, ['ended'], { kind: 'relationship-ended', details: { on: ended } });
  act(service, ['recent'], { kind: 'relationship-ended', details: { on: addDays(ended, 1) } });
  expect([idsOf(service, 'due'), idsOf(service, 'soon'), idsOf(service, 'unknown')]).toEqual([
    ['ended'],
    ['recent'],
    ['open'],
  ]);
  const asked = ['ended', 'recent', 'open', 'never seen'].map((conversationId) => ({ conversationId }));
  expect(service.early({ ...env, conversations: asked })).toEqual({
    held: [],
    early: ['recent'],
    unknown: ['open'],
  });
});

test.each([
  ['by law', afterFiveYears],
  ['by its status', afterThirty],
])('the period of what was read as finished by now has no known start, %s', (_, rule) => {
  const service = openInMemory(now);
  setRule(service, rule);
  record(service, 'was-active', { status: 'IN_PROGRESS' }, daysAgo(4000));
  const asked = ['was-active', 'never seen'].flatMap((conversationId) => [
    { conversationId, status: 'FINISHED' },
    { conversationId, status: 'EXPIRED' },
  ]);
  expect(service.early({ ...env, conversations: asked })).toEqual({
    held: [],
    early: [],
    unknown: ['was-active', 'never seen'],
  });
});

test('a conversation kept on purpose is in no other group, until its last day has passed or the hold is ended', () => {
  const service = openInMemory(now);
  setRule(service, afterThirty);
  for (const id of ['kept', 'until-today', 'ended']) {
    record(service, id, {}, daysAgo(90));
  }
  act(service, ['kept'], { kind: 'held', details: { reason: 'court case' } });
  act(service, ['until-today'], { kind: 'held', details: { reason: 'audit', until: today } });
  act(service, ['ended'], { kind: 'held', details: { reason: 'x', until: addDays(today, -1) } });
  expect([idsOf(service, 'due'), idsOf(service, 'held')]).toEqual([['ended'], ['until-today', 'kept']]);
  expect(service.dueRows({ ...env, group: 'held', from: 0, count: 5 }).rows[1]).toMatchObject({
    conversationId: 'kept',
    hold: { reason: 'court case', since: today },
  });
  expect([get(service, 'kept').hold, get(service, 'ended').hold]).toEqual([
    { reason: 'court case', since: today },
    undefined,
  ]);
  const asked = [{ conversationId: 'kept' }, { conversationId: 'ended' }];
  expect(service.early({ ...env, conversations: asked })).toEqual({
    held: ['kept'],
    early: [],
    unknown: [],
  });
  act(service, ['kept'], { kind: 'hold-ended', details: {} });
  expect(idsOf(service, 'held')).toEqual(['until-today']);
});

const onKept = "WHERE conversation_id = 'kept'";
test.each([
  [
    'removed',
    `UPDATE retained SET held_on = NULL, hold = NULL ${onKept}`,
    ['kept', 'until'],
    'kept',
    'not kept on purpose',
    5,
  ],
  [
    'ended early',
    `UPDATE retained SET held_until = '2020-01-01' ${onKept}`,
    ['kept', 'until'],
    'kept',
    'not kept on purpose',
    5,
  ],
  [
    'extended',
    "UPDATE retained SET held_until = NULL WHERE conversation_id = 'until'",
    ['kept', 'until'],
    'until',
    'kept on purpose: audit',
    6,
  ],
  [
    'begun earlier',
    `UPDATE retained SET held_on = '2020-01-01' ${onKept}`,
    ['kept', 'until'],
    'kept',
    'kept on purpose: court case',
    5,
  ],
  [
    'added',
    `INSERT OR REPLACE INTO retained SELECT environment_id, 'ended', NULL, held_on, NULL, hold FROM retained ${onKept}`,
    ['kept', 'until'],
    'ended',
    'kept on purpose: The reason can no longer be read.',
    8,
  ],
  [
    'added where the journal has none',
    `INSERT INTO retained SELECT environment_id, 'other', NULL, held_on, NULL, hold FROM retained ${onKept}`,
    ['kept', 'until'],
    'other',
    'kept on purpose: The reason can no longer be read.',
    0,
  ],
])(
  'a hold %s outside of the journal does not count, and is found',
  (_what, sql, held, about, said, entry) => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-holds-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const { service, keys } = openService(directory, undefined, now);
    for (const id of ['kept', 'until', 'ended', 'other']) {
      record(service, id);
    }
    const until = addDays(today, 400);
    act(service, ['kept'], { kind: 'held', details: { reason: 'court case' } });
    act(service, ['until'], { kind: 'held', details: { reason: 'audit', until } });
    act(service, ['ended'], { kind: 'held', details: { reason: 'x' } });
    act(service, ['ended'], { kind: 'hold-ended', details: {} });
    act(service, ['kept'], { kind: 'relationship-ended', details: { on: '2020-01-31' } });
    expect(service.verifyJournal().problems).toEqual([]);
    service.close();

    const database = new DatabaseSync(casesPath(directory));
    database.exec(sql);
    database.close();
    const again = openService(directory, keys, now).service;
    expect(idsOf(again, 'held').toSorted()).toEqual(held);
    expect(again.heldOf({ ...env, ids: ['kept', 'until', 'ended', 'other'] })).toEqual(held);
    const { problems, entries } = again.verifyJournal();
    expect(problems).toMatchObject([
      {
        kind: 'case-changed',
        seq: entry || entries,
        message: expect.stringContaining(
          `Case ${about}: This case was changed outside Assay. The list said: ${said}.`,
        ),
      },
    ]);
    again.close();

    // Once only.
    const later = openService(directory, keys, now).service;
    expect(idsOf(later, 'held').toSorted()).toEqual(held);
    expect(later.verifyJournal().problems).toEqual(problems);
    later.close();
  },
);

test.each([
  [
    'moved',
    `UPDATE retained SET started_on = '2010-01-01' ${onKept}`,
    'kept',
    'end of the relationship on 2010-01-01',
  ],
  ['removed', `UPDATE retained SET started_on = NULL ${onKept}`, 'kept', 'no end of the relationship'],
  [
    'added where the journal has none',
    `INSERT INTO retained SELECT environment_id, 'other', '2010-01-01', NULL, NULL, NULL FROM retained ${onKept}`,
    'other',
    'end of the relationship on 2010-01-01',
  ],
])(
  'an end of the relationship %s outside of the journal does not count, and is found',
  (_what, sql, about, said) => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-starts-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const { service, keys } = openService(directory, undefined, now);
    setRule(service, afterFiveYears);
    record(service, 'kept');
    record(service, 'other');
    act(service, ['kept'], { kind: 'relationship-ended', details: { on: '2019-12-31' } });
    act(service, ['kept'], { kind: 'relationship-ended', details: { on: today } });
    service.close();

    const database = new DatabaseSync(casesPath(directory));
    database.exec(sql);
    database.close();
    const again = openService(directory, keys, now).service;
    onTestFinished(() => again.close());
    expect(again.verifyJournal().problems).toMatchObject([
      {
        message: expect.stringContaining(
          `Case ${about}: This case was changed outside Assay. The list said: ${said}.`,
        ),
      },
    ]);
    expect(idsOf(again, 'due')).toEqual([]);
    expect(idsOf(again, 'unknown')).toEqual(['other']);
    expect(again.verifyJournal().problems).toHaveLength(1);
  },
);

test('retention leaves a case that is kept on purpose in this console', () => {
  const service = openInMemory(now);
  keepDays(service, 90);
  record(service, 'kept', {}, daysAgo(400));
  record(service, 'other', {}, daysAgo(400));
  service.append({
    drafts: [{ kind: 'held', ...who, ...env, conversationId: 'kept', details: { reason: 'court case' } }],
  });
  const { cases } = service.sweep({ ...who, environmentIds: [env.environmentId], max: 10 });
  expect(cases.flatMap(({ conversationIds }) => conversationIds)).toEqual(['other']);
});

test('holds, starts and the rule outlast a restart; forgetting the environment removes them', () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-due-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const { service, keys } = openService(directory, undefined, now);
  setRule(service, afterFiveYears);
  record(service, 'c', {}, daysAgo(10));
  act(service, ['c'], { kind: 'held', details: { reason: 'court case' } });
  act(service, ['c'], { kind: 'relationship-ended', details: { on: '2020-01-31' } });
  service.close();

  const again = openService(directory, keys, now).service;
  onTestFinished(() => again.close());
  expect(again.dueRows({ ...env, group: 'held', from: 0, count: 5 }).rows).toMatchObject([
    { startedOn: '2020-01-31', endsOn: '2025-01-31', hold: { reason: 'court case' } },
  ]);
  while (again.forgetEnvironment({ ...env, ...who })) {
    // In slices.
  }
  expect(again.dueSummary(env)).toMatchObject({ counts: { held: 0 } });
  expect(again.dueSummary(env).rule).toBeUndefined();
});

const table = (...lines: string[]) => ['customer;Opened;Closed on;Note', ...lines].join('\n');

test('a table gives the end of relationships by user key, and its column of days is found', () => {
  const service = openInMemory(now);
  for (const id of ['a', 'b', 'c']) {
    record(service, id);
  }
  record(service, 'a2', { userKey: 'user-a' });
  act(service, ['c'], { kind: 'relationship-ended', details: { on: '2021-05-31' } });
  const source = table(
    'user-a;2019-01-01;31.05.2021;x',
    'user-b;2019-01-01;never;x',
    'user-c;2019-01-01;2021-05-31;x',
    'user-z;2019-01-01;2021-05-31;x',
    ';;;',
  );
  const { starts, ...found } = service.findStarts({ ...env, source });
  expect(starts).toEqual(
    expect.arrayContaining([
      { conversationId: 'a', on: '2021-05-31' },
      { conversationId: 'a2', on: '2021-05-31' },
    ]),
  );
  expect(found).toEqual({
    columns: ['customer', 'Opened', 'Closed on', 'Note'],
    column: 'Closed on',
    unchanged: 1,
    unknown: 2,
    unreadable: 1,
  });
  expect(service.findStarts({ ...env, source, column: 'Opened' }).starts).toHaveLength(4);
});

test('a table without known conversations, or without days, is refused', () => {
  const service = openInMemory(now);
  record(service, 'a');
  expect(() => service.findStarts({ ...env, source: table('user-q;2019-01-01;2021-05-31;x') })).toThrow(
    'No column of this table has ids or user keys of your cases.',
  );
  expect(() => service.findStarts({ ...env, source: table('user-a;soon;later;x') })).toThrow(
    'No column of this table has dates that can be read.',
  );
});
