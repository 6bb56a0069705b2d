import { expect, onTestFinished, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { addDays, localDay } from '../../../../preload/shared/calendar.ts';
import { stateTerm } from '../../../../preload/wording/case-terms.ts';
import { historyText } from '../../../../preload/wording/history.ts';
import { ageOf } from '../../../../preload/wording/waiting.ts';
import { dayStarts, newDataDir, newestFirst, OpenKeychain, sandbox, startConsole } from './cases-harness.ts';
import { env, get, ids, keepDays, openInMemory, record, who } from './index-harness.ts';

const hour = 3_600_000;
/** Results that need a review. */
const hit = { result: { identity: { status: 'FINISHED' }, aml: { status: 'FINISHED', found: ['PEP'] } } };
const worse = { result: { ...hit.result, aml: { status: 'FINISHED', found: ['PEP', 'SANCTIONS'] } } };

function enter(
  service: IndexRequests,
  kind: 'state-set' | 'follow-up-set' | 'decided',
  details: object,
  at: number,
) {
  const entry = { kind, details: details as Record<string, string> };
  service.act({ ...env, ...who, at, selection: { ids: ['c1'] }, entries: [entry] });
}

const wait = (service: IndexRequests, at: number, reason = 'valid-document') =>
  enter(service, 'state-set', { state: 'waiting', reason }, at);
const resume = (service: IndexRequests, at: number) => enter(service, 'state-set', { state: 'open' }, at);

function open() {
  const service = openInMemory();
  record(service, 'c1', hit);
  return service;
}

test('a case that waits for the user does not need a review, says why and since when, and does not age', () => {
  const service = open();
  expect(ids(service, { toReview: true })).toEqual(['c1']);
  wait(service, who.at + 2 * hour);
  expect([ids(service, { toReview: true }), ids(service, { waiting: true })]).toEqual([[], ['c1']]);
  expect(ids(service, { states: ['waiting'] })).toEqual(['c1']);
  const { row, history } = get(service, 'c1');
  expect(row.waiting).toEqual({ reason: 'valid-document', since: who.at + 2 * hour });
  expect(ageOf(row, who.at + 100 * hour)).toBe(2 * hour);
  expect(history.slice(0, 1).map((entry) => historyText(entry, { reasons: [] }))).toEqual([
    { label: 'Waiting for the user: Document that is valid' },
  ]);
  // Waiting for something else goes on, and the time between does not count either.
  wait(service, who.at + 5 * hour, 'not-finished');
  resume(service, who.at + 10 * hour);
  expect(ids(service, { waiting: true })).toEqual([]);
  expect(ids(service, { toReview: true })).toEqual(['c1']);
  expect(ageOf(get(service, 'c1').row, who.at + 11 * hour)).toBe(3 * hour);
});

test('a result that changes ends the waiting, and the age begins again', () => {
  const service = open();
  wait(service, who.at + hour);
  record(service, 'c1', worse, who.at + 5 * hour);
  const { row } = get(service, 'c1');
  expect(row).toMatchObject({ state: 'open', ageFrom: who.at + 5 * hour });
  expect(row.waiting).toBeUndefined();
  expect([ids(service, { toReview: true }), ids(service, { states: ['waiting'] })]).toEqual([['c1'], []]);
  resume(service, who.at + 7 * hour);
  expect(ageOf(get(service, 'c1').row, who.at + 8 * hour)).toBe(3 * hour);
});

test('a rejected case waits no longer, and one for which a resubmission is requested does', () => {
  const service = open();
  wait(service, who.at + hour);
  enter(service, 'decided', { decision: 'ask-again' }, who.at + 2 * hour);
  expect(ids(service, { waiting: true })).toEqual(['c1']);
  enter(service, 'decided', { decision: 'reject' }, who.at + 3 * hour);
  expect(ids(service, { waiting: true })).toEqual([]);
});

test('a case comes back by itself on its day, also one that waits or was decided before', () => {
  const service = open();
  const today = localDay(Date.now());
  enter(service, 'follow-up-set', { on: addDays(today, 3), reason: 'new passport' }, Date.now());
  expect([ids(service, { toReview: true }), ids(service, { followUp: true })]).toEqual([[], ['c1']]);
  expect(get(service, 'c1').row.followUp).toEqual({
    on: addDays(today, 3),
    reason: 'new passport',
    isAwaited: true,
    isDue: false,
  });
  // The state says the same as the view.
  const inState = (state: 'to-review' | 'follow-up') => ids(service, { states: [state] });
  expect([stateTerm(get(service, 'c1').row)?.label, inState('follow-up'), inState('to-review')]).toEqual([
    'Follow-up',
    ['c1'],
    [],
  ]);
  // As if it had been set four days ago.
  enter(service, 'follow-up-set', { on: addDays(today, -1), reason: 'new passport' }, Date.now());
  wait(service, who.at + hour);
  enter(service, 'decided', { decision: 'escalate' }, who.at + 2 * hour);
  expect(ids(service, { toReview: true })).toEqual(['c1']);
  expect(get(service, 'c1').row.followUp?.isDue).toBe(true);
  expect([stateTerm(get(service, 'c1').row)?.label, inState('follow-up'), inState('to-review')]).toEqual([
    'To review',
    [],
    ['c1'],
  ]);
  enter(service, 'decided', { decision: 'reject' }, Date.now());
  expect(ids(service, { toReview: true })).toEqual([]);
  enter(service, 'follow-up-set', { on: '' }, Date.now());
  expect([get(service, 'c1').row.followUp, ids(service, { followUp: true })]).toEqual([undefined, []]);
});

test('the day of a follow-up, the end of a hold and the target come by the clock of the console', async () => {
  let now = Date.parse('2031-03-10T12:00');
  const { dataDir, remove } = newDataDir();
  onTestFinished(remove);
  const { bridge, samples, close } = await startConsole(dataDir, new OpenKeychain(), undefined, {
    now: () => now,
  });
  onTestFinished(close);
  const one = { ...sandbox, conversationId: samples.at(-1)?.id ?? '' };
  await bridge.invoke('conversations.open', one);
  const selected = { ...sandbox, selection: { ids: [one.conversationId] } };
  const followUp = { on: '2031-03-12', reason: 'new passport' };
  await bridge.invoke('cases.followUp', { ...selected, followUp });
  await bridge.invoke('due.hold', { ...selected, hold: { reason: 'a court asked', until: '2031-03-11' } });
  await bridge.invoke('cases.saveSettings', { ...sandbox, targetHours: 24 });
  const state = async () => {
    const { case: details } = await bridge.invoke('cases.get', one);
    const filter = { toReview: true, overTarget: true };
    const query = { ...sandbox, filter, sort: newestFirst, dayStarts };
    const { total } = await bridge.invoke('cases.query', query);
    const periods = { retentionDays: 1, decisionDays: null };
    const { held, kept } = await bridge.invoke('cases.retentionPreview', { ...sandbox, ...periods });
    return [details?.row.followUp?.isDue, details?.hold?.until, total, held.total, kept];
  };
  expect(await state()).toEqual([false, '2031-03-11', 0, 0, 0]);
  now += 36 * hour;
  expect(await state()).toEqual([true, undefined, 1, 0, 1]);
  now += 24 * hour;
  expect(await state()).toEqual([true, undefined, 1, 0, 0]);
});

test('a result that changes comes before the day of a follow-up', () => {
  const service = open();
  const on = addDays(localDay(Date.now()), 3);
  enter(service, 'follow-up-set', { on, reason: 'later' }, who.at + hour);
  expect(ids(service, { toReview: true })).toEqual([]);
  record(service, 'c1', worse, who.at + 2 * hour);
  expect(ids(service, { toReview: true })).toEqual(['c1']);
});

test('cases over the target of the environment are found; without a target there are none', () => {
  const service = open();
  record(service, 'c2', hit, Date.now());
  expect(ids(service, { overTarget: true })).toEqual([]);
  service.saveSettings({ ...env, ...who, targetHours: 24 });
  keepDays(service, 30, 60);
  expect(service.settings(env).targetHours).toBe(24);
  expect(ids(service, { overTarget: true })).toEqual(['c1']);
  wait(service, who.at + hour);
  expect(ids(service, { overTarget: true })).toEqual([]);
  resume(service, Date.now());
  expect(ids(service, { overTarget: true })).toEqual([]);
  service.saveSettings({ ...env, ...who, targetHours: null });
  expect(service.settings(env).targetHours).toBeUndefined();
});

test('the list is sorted by age, and a company has its own reasons to wait', () => {
  const service = open();
  record(service, 'c2', hit, who.at + hour);
  wait(service, who.at + 2 * hour);
  resume(service, who.at + 9 * hour);
  const dayStarts = { today: 0, yesterday: 0, week: 0 };
  const sort = { by: 'age', descending: false } as const;
  const { resultId } = service.query({ ...env, filter: {}, sort, dayStarts });
  const rows = service.rows({ ...env, resultId, from: 0, count: 2 });
  expect(rows.map((row) => row?.conversationId)).toEqual(['c2', 'c1']);
  const reason = {
    code: 'own-1',
    label: 'A utility bill',
    texts: { en: 'Please send a bill.', pl: 'Prosimy o rachunek.' },
  };
  service.saveSettings({ ...env, ...who, waitingReasons: [reason] });
  expect(service.settings(env).waitingReasons).toEqual([reason]);
});
