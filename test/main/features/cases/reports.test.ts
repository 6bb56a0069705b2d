import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Host } from '../../../../main/bridge/host.ts';
import type { CaseStore } from '../../../../main/features/cases/case-store.ts';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { reportHandlers } from '../../../../main/features/cases/reports/handlers.ts';
import { journalPath } from '../../../../main/features/records/journal/journal-file.ts';
import type { OperationInput } from '../../../../preload/contract/operations.ts';
import { act, env, keepDays, openInMemory, openService, record, who } from './index-harness.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** Noon of Thursday, 15 January 2026, by this computer's calendar. */
const noon = new Date(2026, 0, 15, 12).getTime();

function decide(
  service: IndexRequests,
  id: string,
  at: number,
  details: Record<string, string | boolean>,
  actor = 'anna',
): void {
  service.act({ ...env, at, actor, selection: { ids: [id] }, entries: [{ kind: 'decided', details }] });
}

function decided(): IndexRequests {
  const service = openInMemory();
  for (const id of ['c1', 'c2', 'c3']) {
    record(service, id, {}, noon - 5 * day);
  }
  decide(service, 'c1', noon - 5 * day + hour, { decision: 'clear', reason: 'low-risk', comment: 'fine' });
  decide(service, 'c2', noon, { decision: 'reject', reason: 'not-genuine' }, 'piotr');
  decide(service, 'c3', noon, { decision: 'clear', reason: 'low-risk' });
  decide(service, 'c3', noon + hour, { withdrawn: true, comment: 'too early' });
  return service;
}

test('decisions are counted by day, week, reviewer, decision and reason, withdrawals beside them', () => {
  const service = decided();
  const groups = (by: Parameters<IndexRequests['decisionReport']>[0]['by']) =>
    service.decisionReport({ ...env, by }).groups.map(({ key, total, counts }) => [key, total, counts]);
  const thursday = { clear: 1, reject: 1, withdrawn: 1 };
  expect(groups('day')).toEqual([
    ['2026-01-15', 2, thursday],
    ['2026-01-10', 1, { clear: 1 }],
  ]);
  expect(groups('week')).toEqual([
    ['2026-01-12', 2, thursday],
    ['2026-01-05', 1, { clear: 1 }],
  ]);
  expect(groups('reviewer')).toEqual([
    ['anna', 2, { clear: 2, withdrawn: 1 }],
    ['piotr', 1, { reject: 1 }],
  ]);
  expect(groups('decision').map(([key, total]) => [key, total])).toEqual([
    ['clear', 2],
    ['reject', 1],
    ['withdrawn', 0],
  ]);
  expect(service.decisionReport({ ...env, by: 'reason' }).groups[0]).toMatchObject({
    total: 2,
    kind: 'clear',
    reason: 'low-risk',
    medianMs: hour,
  });
});

test('the median is the time from the last result before a decision, and a period has both its ends', () => {
  const service = decided();
  expect(service.decisionReport({ ...env, by: 'day' }).all).toMatchObject({ total: 3, medianMs: 5 * day });
  const first = service.decisionReport({ ...env, by: 'day', to: noon - 5 * day + hour });
  expect(first.all).toMatchObject({ total: 1, medianMs: hour });
  expect(service.decisionReport({ ...env, by: 'day', from: noon, to: noon }).all.total).toBe(2);
  record(service, 'c2', { status: 'CANCELED' }, noon + 2 * hour);
  decide(service, 'c2', noon + 3 * hour, { decision: 'clear' });
  const again = service.decisionReport({ ...env, by: 'day', from: noon + 3 * hour });
  expect(again.all).toMatchObject({ total: 1, medianMs: hour });
});

test('a decision that retention kept counts at its own time, with its reviewer', () => {
  const service = openInMemory();
  keepDays(service, 30, 365);
  record(service, 'c1', {}, who.at);
  decide(service, 'c1', who.at + hour, { decision: 'reject', comment: 'why' }, 'piotr');
  act(service, ['c1'], { kind: 'state-set', details: { state: 'done' } });
  for (let at = who.at; at < who.at + 60 * day; at += 7 * day) {
    service.sweep({ environmentIds: [env.environmentId], max: 10, at, actor: 'anna' });
  }
  expect(service.get({ ...env, conversationId: 'c1' })?.history.map(({ kind }) => kind)).toEqual([
    'decision-kept',
  ]);
  const { decisions } = service.reportedDecisions({ ...env, to: who.at + hour });
  expect(decisions).toMatchObject([
    { conversationId: 'c1', reviewer: 'piotr', kind: 'reject', comment: undefined },
  ]);
  expect(service.reportedDecisions({ ...env, from: who.at + 2 * hour }).decisions).toEqual([]);
});

test('an entry changed outside the console does not count, and is said', () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'assay-reports-'));
  const { service, keys } = openService(directory.path);
  record(service, 'c1');
  decide(service, 'c1', noon, { decision: 'clear' });
  decide(service, 'c1', noon + hour, { decision: 'reject' });
  service.close();
  const journal = new DatabaseSync(journalPath(directory.path));
  journal.exec(`DROP TRIGGER entry_is_never_changed; UPDATE entry SET actor = 'other' WHERE at = ${noon}`);
  journal.close();
  const again = openService(directory.path, keys).service;
  const report = again.decisionReport({ ...env, by: 'reviewer' });
  expect(report).toMatchObject({ unreadable: 1, groups: [{ key: 'anna', total: 1, counts: { reject: 1 } }] });
  again.close();
});

test('open cases are counted by the age of their result, and those that changed since decided are listed', () => {
  const service = openInMemory();
  const failed = { status: 'FINISHED', result: { identity: { status: 'FAILED' } } } as const;
  record(service, 'new', failed, noon - hour);
  record(service, 'old', failed, noon - 4 * day);
  record(service, 'waiting', failed, noon - 40 * day);
  act(service, ['waiting'], { kind: 'state-set', details: { state: 'waiting' } });
  record(service, 'changed', {}, noon - 2 * day);
  decide(service, 'changed', noon - day, { decision: 'clear' });
  record(service, 'changed', failed, noon - hour);
  const { ages, changed } = service.openReport({ ...env, at: noon });
  expect(ages.map(({ from, toReview, waiting }) => [from, toReview, waiting])).toEqual([
    [0, 2, 0],
    [1, 0, 0],
    [3, 1, 0],
    [7, 0, 0],
    [30, 0, 1],
  ]);
  expect(ages.map(({ verdicts }) => verdicts)).toEqual([{ failed: 2 }, {}, { failed: 1 }, {}, {}]);
  expect(changed).toMatchObject({ total: 1, cases: [{ conversationId: 'changed', decision: 'clear' }] });
});

test('a second person’s decision on a case is counted, and whether it differs', () => {
  const service = decided();
  expect(service.decisionReport({ ...env, by: 'day' }).second).toEqual({ total: 0, differing: 0 });
  // The same person again is no second one.
  decide(service, 'c1', noon + hour, { decision: 'reject' });
  decide(service, 'c2', noon + hour, { decision: 'reject' });
  decide(service, 'c1', noon + 2 * hour, { decision: 'clear' }, 'piotr');
  expect(service.decisionReport({ ...env, by: 'day' }).second).toEqual({ total: 2, differing: 1 });
  // People are not ranked by how much they decided.
  for (const hours of [3, 4, 5, 6]) {
    decide(service, 'c3', noon + hours * hour, { decision: 'clear' }, 'piotr');
  }
  const people = service.decisionReport({ ...env, by: 'reviewer' }).groups;
  expect(people.map(({ key, total }) => [key, total])).toEqual([
    ['anna', 4],
    ['piotr', 6],
  ]);
  expect(service.decisionReport({ ...env, by: 'day-reviewer' }).groups.map(({ key }) => key)).toEqual([
    '2026-01-15 piotr',
    '2026-01-15 anna',
    '2026-01-10 anna',
  ]);
});

test('the time on a case is from its opening by who decided, unless that was hours before', () => {
  const service = openInMemory();
  const minute = 60_000;
  for (const id of ['c1', 'c2', 'c3']) {
    record(service, id, {}, noon);
  }
  decide(service, 'c1', noon + 4 * minute, { decision: 'clear' }, who.actor);
  decide(service, 'c2', noon + 6 * minute, { decision: 'clear' }, 'piotr');
  decide(service, 'c3', noon + 3 * hour, { decision: 'clear' }, who.actor);
  const { all } = service.decisionReport({ ...env, by: 'day' });
  expect(all).toMatchObject({ total: 3, medianOnCaseMs: 4 * minute });
});

test('the journal is read by user, kind, time and case, newest first, and what is added later moves no row', () => {
  const service = decided();
  const find = (filter: Parameters<IndexRequests['findEntries']>[0]['filter']) => {
    const { total, last } = service.findEntries({ ...env, filter });
    const rows = service.entryRows({ ...env, filter, last, from: 0, count: 200 });
    expect(rows).toHaveLength(total);
    return rows;
  };
  expect(find({ actor: 'piotr' })).toMatchObject([{ kind: 'decided', conversationId: 'c2' }]);
  expect(find({ kind: 'decided' }).map(({ conversationId }) => conversationId)).toEqual([
    'c3',
    'c3',
    'c2',
    'c1',
  ]);
  expect(find({ kind: 'decided', from: noon, to: noon })).toHaveLength(2);
  expect(find({ text: 'user-c1' }).map(({ kind }) => kind)).toEqual(['decided', 'opened']);
  expect(find({ text: 'C2', kind: 'decided' })[0]?.details).toEqual({
    decision: 'reject',
    reason: 'not-genuine',
  });
  expect(find({ text: 'unknown' })).toEqual([]);
  const { last } = service.findEntries({ ...env, filter: {} });
  const page = { ...env, filter: {}, last, from: 1, count: 2 };
  const before = service.entryRows(page);
  decide(service, 'c1', noon + day, { decision: 'reject' });
  expect(service.entryRows(page)).toEqual(before);
  expect(service.findEntries({ ...env, filter: {} }).actors).toEqual(['anna', 'piotr', who.actor]);
});

test('an entry whose content was forgotten stays in the journal without its case, and other environments are left out', () => {
  const service = decided();
  service.forget({ ...env, selection: { ids: ['c2'] }, at: noon, actor: 'anna' });
  service.append({
    drafts: [{ kind: 'opened', at: noon, actor: 'anna', environmentId: 'other', conversationId: 'x' }],
  });
  const filter = {};
  const { last } = service.findEntries({ ...env, filter });
  const rows = service.entryRows({ ...env, filter, last, from: 0, count: 200 });
  expect(rows.filter(({ isForgotten }) => isForgotten).map(({ kind }) => kind)).toEqual([
    'decided',
    'opened',
  ]);
  expect(rows.some(({ conversationId }) => conversationId === 'x')).toBe(false);
});

test('a decision with several reasons counts for each of them, and once in all', () => {
  const service = openInMemory();
  record(service, 'c1');
  decide(service, 'c1', noon, { decision: 'reject', reason: 'not-genuine data-differs' });
  const { all: whole, groups } = service.decisionReport({ ...env, by: 'reason' });
  expect(whole.total).toBe(1);
  expect(groups.map(({ reason, total }) => [reason, total])).toEqual([
    ['not-genuine', 1],
    ['data-differs', 1],
  ]);
});

/** Figures that need a team or a policy, which an index alone does not have. */
const more = {
  agreement: [{ key: 'reject/not-genuine', kind: 'reject', reason: 'not-genuine', total: 20, agreed: 18 }],
  tests: [{ forgery: 'birth-date', total: 3, agreed: 1 }],
};

/** Returns the name and the text of the file that the operation for figures saves. */
async function savedFigures(of: OperationInput<'reports.saveFigures'>['of']): Promise<[string, string]> {
  const service = decided();
  record(service, 'c4', {}, noon - hour, false);
  record(service, 'c4', {}, noon - hour / 6);
  decide(service, 'c4', noon, { decision: 'escalate' }, who.actor);
  for (const id of ['open-1', 'open-2', 'review-1', 'wait-1', 'wait-2', 'wait-3']) {
    const failed = { status: 'FINISHED', result: { identity: { status: 'FAILED' } } } as const;
    record(service, id, failed, noon - 4 * day);
  }
  act(service, ['review-1'], { kind: 'state-set', details: { state: 'in-review' } });
  act(service, ['wait-1', 'wait-2', 'wait-3'], { kind: 'state-set', details: { state: 'waiting' } });
  const request = async (name: keyof IndexRequests, input: never) => {
    const response = service[name](input);
    return name === 'decisionReport' ? { ...(response as object), ...more } : response;
  };
  let saved: [string, string] = ['', ''];
  const saveFile: Host['saveFile'] = async ({ fileName, open }) => {
    saved = [fileName, await text((await open(new AbortController().signal)).body)];
    return { kind: 'saved', path: fileName, bytes: 0 };
  };
  const cases = { request: request as CaseStore['request'] };
  const handlers = reportHandlers({
    cases,
    host: { saveFile },
    mayCountPeople: async () => true,
    now: () => noon,
  });
  const { signal } = new AbortController();
  await handlers['reports.saveFigures'](
    { ...env, of },
    { signal, closed: signal, progress: () => undefined },
  );
  return saved;
}

const ofDecisions =
  'decided,clear,escalate,reject,ask_again,withdrawn,median_minutes_to_decision,median_minutes_on_case';
const ofShares = 'share,share_low_95,share_high_95';
const ofAssessments = ['review', 'failed', 'in_progress', 'ended', 'clear', 'gone', 'unread']
  .map((verdict) => `assessment_${verdict}`)
  .join(',');

test.each([
  [
    'age',
    'open-by-age',
    `age,to_review,in_review,waiting,${ofAssessments}`,
    '3 to 7 days,2,1,3,0,3,0,0,0,0,0',
  ],
  ['day', 'decisions-by-day', `day,${ofDecisions}`, '2026-01-15,3,1,1,1,0,1,7200.0,10.0'],
  ['week', 'decisions-by-week', `week,${ofDecisions}`, 'From 2026-01-12,3,1,1,1,0,1,7200.0,10.0'],
  ['reviewer', 'decisions-by-reviewer', `reviewer,${ofDecisions}`, 'reviewer,1,0,1,0,0,0,60.0,10.0'],
  [
    ...['day-reviewer', 'decisions-by-day-reviewer', `day-reviewer,${ofDecisions}`],
    '2026-01-15 anna,1,1,0,0,0,1,7200.0,',
  ],
  ['decision', 'decisions-by-decision', `decision,${ofDecisions}`, 'Rejected,1,0,0,1,0,0,7200.0,'],
  ['reason', 'decisions-by-reason', `reason,${ofDecisions}`, 'Approved: Low risk,2,2,0,0,0,0,60.0,'],
  [
    ...['agreement', 'agreement-by-reason', `first_decision,reviews,agreed,${ofShares}`],
    'Rejected: Document not genuine,20,18,0.9,0.699,0.972',
  ],
  [
    ...['tests', 'test-cases', `test_case,decided,as_they_should_be,${ofShares}`],
    'Date of birth changed,3,1,0.333,0.061,0.792',
  ],
] as const)('the file with the figures by %s says what they are', async (of, name, heading, line) => {
  const [fileName, content] = await savedFigures(of);
  // Names of files have the day of UTC, which is another one at noon beyond 12 hours.
  expect(fileName).toBe(`${name}-${new Date(noon).toISOString().slice(0, 10)}.csv`);
  const [first, ...lines] = content.split('\r\n');
  expect(first).toBe(`\ufeff${heading}`);
  expect(lines).toContain(line);
});
