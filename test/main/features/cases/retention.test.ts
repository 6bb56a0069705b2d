import { expect, test } from 'vitest';
import { act, env, get, ids, keepDays, openInMemory, record, who } from './index-harness.ts';

const dayMs = 86_400_000;
const days = (count: number) => who.at + count * dayMs;

/** Sweeps once a week until a time, as a console that runs does; answers what the last sweep did. */
function sweep(service: ReturnType<typeof openInMemory>, at: number, environmentIds = [env.environmentId]) {
  const once = (time: number) => service.sweep({ environmentIds, actor: who.actor, at: time, max: 100 });
  for (let time = who.at; time < at; time += 7 * dayMs) {
    once(time);
  }
  return once(at);
}

test("the retention period starts at a person's last action, whatever was read since", () => {
  const service = openInMemory();
  keepDays(service, 90);
  record(service, 'noted', {}, days(0));
  record(service, 'untouched', {}, days(0));
  const selection = { ids: ['noted'] };
  const entries = [{ kind: 'noted' as const, details: { text: 'seen' } }];
  service.act({ ...env, actor: who.actor, at: days(80), selection, entries });
  // A run or a watch reads both and finds no changes.
  record(service, 'noted', {}, days(85), false);
  record(service, 'untouched', {}, days(85), false);
  expect(sweep(service, days(91))).toEqual({
    cases: [{ ...env, conversationIds: ['untouched'] }],
    more: false,
  });
  expect(ids(service)).toEqual(['noted']);
  expect(sweep(service, days(171))).toEqual({
    cases: [{ ...env, conversationIds: ['noted'] }],
    more: false,
  });
  service.close();
});

test('remaining cases of a deleted environment are swept too', () => {
  const service = openInMemory();
  keepDays(service, 90);
  record(service, 'c1', {}, days(0));
  act(service, ['c1'], { kind: 'noted', details: { text: 'a note' } });
  expect(sweep(service, days(91), [])).toEqual({ cases: [{ ...env, conversationIds: ['c1'] }], more: false });
  expect(ids(service)).toEqual([]);
  service.close();
});

test('cases that somebody still works on are kept: watched, in review, waiting, escalated or asked again', () => {
  const service = openInMemory();
  keepDays(service, 90);
  const entries = {
    watched: { kind: 'watched', details: { watched: true } },
    'in-review': { kind: 'state-set', details: { state: 'in-review' } },
    waiting: { kind: 'state-set', details: { state: 'waiting' } },
    escalated: { kind: 'decided', details: { decision: 'escalate' } },
    asked: { kind: 'decided', details: { decision: 'ask-again' } },
    cleared: { kind: 'decided', details: { decision: 'clear' } },
    undecided: { kind: 'noted', details: { text: 'looked at' } },
    'escalated-done': { kind: 'decided', details: { decision: 'escalate' } },
  } as const;
  for (const [id, entry] of Object.entries(entries)) {
    record(service, id, {}, days(0));
    act(service, [id], entry);
  }
  act(service, ['escalated-done'], { kind: 'state-set', details: { state: 'done' } });
  const preview = { ...env, retentionDays: 90, decisionDays: null, at: days(91) };
  expect(service.retentionPreview(preview)).toMatchObject({ reduced: 2, removed: 1, kept: 5 });
  sweep(service, days(91));
  const unfinished = ['asked', 'escalated', 'in-review', 'waiting', 'watched'];
  expect(ids(service).sort()).toEqual([...unfinished, 'cleared', 'escalated-done'].sort());
  // Nothing is kept for work in an environment that is gone.
  sweep(service, days(92), []);
  expect(ids(service).sort()).toEqual(['asked', 'cleared', 'escalated', 'escalated-done']);
  service.close();
});

test('a clock that is set far ahead forgets nothing for a day, and nothing when it is set right again', () => {
  const service = openInMemory();
  keepDays(service, 90);
  record(service, 'c1', {}, days(0));
  const at = (time: number) =>
    service.sweep({ environmentIds: [env.environmentId], actor: who.actor, at: time, max: 100 });
  expect(at(days(0.5))).toEqual({ cases: [], more: false });
  expect(at(days(3650))).toEqual({ cases: [], more: false, heldUntil: days(3651) });
  expect(at(days(3650.5))).toMatchObject({ cases: [], heldUntil: days(3651) });
  expect(at(days(1))).toEqual({ cases: [], more: false });
  expect(at(days(3650.9))).toMatchObject({ heldUntil: days(3651.9) });
  expect(get(service, 'c1').row.conversationId).toBe('c1');
  // A console that was not used for long: the clock was right.
  expect(at(days(3651.9))).toMatchObject({ cases: [{ conversationIds: ['c1'] }] });
  service.close();
});

test('a clock that was set ahead while the console was closed is noticed at the start', () => {
  const service = openInMemory();
  keepDays(service, 90);
  record(service, 'c1', {}, days(0));
  service.sweep({ environmentIds: [env.environmentId], ...who, max: 1 });
  // A case is opened before the first sweep with the wrong clock.
  record(service, 'c2', {}, days(400));
  expect(
    service.sweep({ environmentIds: [env.environmentId], actor: who.actor, at: days(400), max: 9 }),
  ).toMatchObject({ cases: [], heldUntil: days(401) });
  service.close();
});

const rejected = { decision: 'reject', reason: 'confirmed-match', comment: 'He called twice' };

/** A decided case with everything that can be known of one. */
function recordDecided(service: ReturnType<typeof openInMemory>, id: string): void {
  record(service, id, {}, days(0));
  act(service, [id], { kind: 'noted', details: { text: 'a note' } });
  act(service, [id], { kind: 'labelled', details: { label: 'vip' } });
  act(service, [id], { kind: 'decided', details: rejected });
}

test('the data of a decided case is deleted and the decision is kept, in the list and in the journal', () => {
  const service = openInMemory();
  keepDays(service, 90);
  recordDecided(service, 'c1');
  record(service, 'undecided', {}, days(0));
  const decidedAt = get(service, 'c1').row.decision?.at;
  expect(sweep(service, days(91))).toMatchObject({ cases: [{ conversationIds: ['undecided', 'c1'] }] });
  const { row, findings, notes, reads, comment, history } = get(service, 'c1');
  expect(row).toMatchObject({ decision: { kind: 'reject', reason: 'confirmed-match', at: decidedAt } });
  expect([row.userKey, row.products, row.countries, row.labels, row.noteCount]).toEqual([
    undefined,
    [],
    [],
    [],
    0,
  ]);
  expect([findings, notes, reads, comment]).toEqual([[], [], [], undefined]);
  expect(service.labels(env)).toEqual([]);
  expect(history).toEqual([
    expect.objectContaining({
      kind: 'decision-kept',
      details: {
        decision: 'reject',
        reason: 'confirmed-match',
        reviewer: who.actor,
        decidedAt,
        entry: expect.any(Number),
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    }),
  ]);
  expect(JSON.stringify(service.journalPage({ after: 0, max: 1000 }))).not.toContain('He called twice');
  expect(service.verifyJournal().problems).toEqual([]);
  expect(service.status({ ...env, at: days(92) }).swept).toEqual({ at: days(91), reduced: 1, removed: 1 });
  // Nothing is left to delete of it.
  expect(sweep(service, days(180))).toEqual({ cases: [], more: false });
  expect(service.status({ ...env, at: days(180) }).swept).toBeUndefined();
  service.close();
});

test('a case that is opened again is reduced again, and its decision survives that too', () => {
  const service = openInMemory();
  keepDays(service, 30);
  recordDecided(service, 'c1');
  sweep(service, days(31));
  const worse = { result: { aml: { status: 'FINISHED', pep: { positive: true } } } } as never;
  record(service, 'c1', worse, days(40));
  expect(get(service, 'c1').reads).toHaveLength(1);
  // The data on which it was decided is not known any more.
  expect(get(service, 'c1').row.sinceDecided).toBeUndefined();
  sweep(service, days(71));
  const { row, reads, history } = get(service, 'c1');
  expect([row.decision?.kind, reads, history.length]).toEqual(['reject', [], 1]);
  expect(history[0]?.details).toMatchObject({ decision: 'reject', reviewer: who.actor });
  service.close();
});

test('decisions are deleted only where that was chosen as well, after their own time', () => {
  const service = openInMemory();
  keepDays(service, 30, 60);
  recordDecided(service, 'c1');
  sweep(service, days(59));
  expect(ids(service)).toEqual(['c1']);
  expect(service.retentionPreview({ ...env, retentionDays: 30, decisionDays: 60, at: days(61) })).toEqual({
    reduced: 0,
    removed: 1,
    kept: 0,
    cases: [{ conversationId: 'c1', decision: 'reject', touchedAt: who.at, keepsDecision: false }],
    steps: [{ what: 'decision', decision: 'reject', counts: [1, 0, 0, 0, 0], firstAt: days(60) }],
    held: { total: 0, conversationIds: [] },
  });
  sweep(service, days(61));
  expect(ids(service)).toEqual([]);
  service.close();
});

test('the preview says when data and decisions go, by decision, and leaves out and names what is kept on purpose', () => {
  const service = openInMemory();
  for (const [id, day] of Object.entries({ old: 0, week: 25, far: 89, held: 0, approved: 25 })) {
    record(service, id, {}, days(day));
  }
  const at = days(25);
  const decide = { kind: 'decided', details: { decision: 'clear' } } as const;
  service.act({ ...env, actor: who.actor, at, selection: { ids: ['approved'] }, entries: [decide] });
  const hold = { kind: 'held', details: { reason: 'court' } } as const;
  service.act({ ...env, ...who, selection: { ids: ['held'] }, entries: [hold] });
  const preview = service.retentionPreview({ ...env, retentionDays: 30, decisionDays: 200, at: days(50) });
  expect(preview.steps).toEqual([
    { what: 'data', counts: [1, 1, 0, 1, 0], firstAt: days(30) },
    { what: 'data', decision: 'clear', counts: [0, 1, 0, 0, 0], firstAt: days(55) },
    { what: 'decision', decision: 'clear', counts: [0, 0, 0, 0, 1], firstAt: days(225) },
  ]);
  expect(preview.held).toEqual({ total: 1, conversationIds: ['held'] });
  service.close();
});

test('a withdrawn decision is none', () => {
  const service = openInMemory();
  keepDays(service, 30);
  recordDecided(service, 'c1');
  act(service, ['c1'], { kind: 'decided', details: { withdrawn: true } });
  sweep(service, days(31));
  expect(ids(service)).toEqual([]);
  service.close();
});
