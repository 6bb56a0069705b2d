import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { drawOf } from '../../../../main/features/records/journal/second-review.ts';
import type { PlacedEntry } from '../../../../main/features/records/journal/team-log.ts';
import type { SecondReviewRule } from '../../../../preload/contract/policy.ts';
import { act, env, get, ids, record, who } from './index-harness.ts';
import { colleague, openInTeam, third } from './team-harness.ts';

const all: SecondReviewRule[] = [{ percent: 100 }];
const rejected = (details: object = {}): Partial<PlacedEntry> => ({
  kind: 'decided',
  details: { decision: 'reject', reason: 'forged', comment: 'zebra', secondReview: true, ...details },
});
const approved = (known?: number): Partial<PlacedEntry> => ({
  kind: 'decided',
  details: { decision: 'clear', comment: 'fine' },
  ...(known === undefined ? {} : { known }),
});

function decide(service: IndexRequests, decision: string, secondReview = all, conversationId = 'case-1') {
  const entries = [{ kind: 'decided' as const, details: { decision } }];
  return service.act({ ...env, ...who, selection: { ids: [conversationId] }, entries, secondReview });
}

/** Everything that the list and the journal say about the cases, as text. */
function everything(service: IndexRequests): string {
  const rowsOf = (filter: object) => ids(service, filter);
  return JSON.stringify([
    service.get({ ...env, conversationId: 'case-1' }),
    rowsOf({}).map((id) => service.rowsOf({ ...env, conversationIds: [id], everyFinding: true })),
    service.journalPage({ after: 0, max: 1000 }),
    service.findEntries({ ...env, filter: {} }),
    service.entryRows({ ...env, filter: {}, last: 1000, from: 0, count: 1000 }),
    service.reportedDecisions(env),
    service.decisionReport({ ...env, by: 'day-reviewer' }),
    service.openReport({ ...env, at: who.at }),
    service.labels(env),
    service.search({ ...env, text: 'zebra', max: 10 }),
    // Filters that find the case by its decision, state, labels or notes.
    ...[
      { decisions: ['reject'] },
      { states: ['reject', 'done'] },
      { labels: ['zebra'] },
      { text: 'zebra' },
    ].map(rowsOf),
    ...[
      { hasNotes: true },
      { reviewed: true },
      { waiting: true },
      { followUp: true },
      { assigned: true },
    ].map(rowsOf),
    rowsOf({ time: { of: 'decided' } }),
  ]);
}

describe('the draw', () => {
  const secret = createHash('sha256').update('a key of a team').digest();
  const idOf = (index: number) => `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

  test('is uniform over cases whose ids follow one another, and another one with another key', () => {
    const drawn = Array.from({ length: 20_000 }, (_, index) => drawOf(secret, idOf(index)));
    const counts = Array.from({ length: 20 }, () => 0);
    for (const one of drawn) {
      counts[Math.floor(one * 20)] = (counts[Math.floor(one * 20)] ?? 0) + 1;
    }
    const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    // The value that one of 10,000 keys would exceed, with 19 degrees of freedom. The key is fixed.
    expect(chiSquare).toBeLessThan(50.8);
    // Neighbours say nothing about each other: the correlation is within four standard errors of none.
    const pairs = drawn.slice(1).map((one, index) => (one - 0.5) * ((drawn[index] ?? 0) - 0.5));
    const correlation = (12 * pairs.reduce((sum, one) => sum + one, 0)) / pairs.length;
    expect(Math.abs(correlation)).toBeLessThan(4 / Math.sqrt(pairs.length));
    const other = Buffer.alloc(32, 1);
    const both = drawn.filter((one, index) => one < 0.1 && drawOf(other, idOf(index)) < 0.1).length;
    // 1 % of 20,000, within four standard errors.
    expect(Math.abs(both - 200)).toBeLessThan(4 * Math.sqrt(200));
  });

  test('depends on the case alone: neither on the order, the number nor the time of decisions', () => {
    const drawnIn = (order: string[], secondReview = [{ percent: 30 }]) => {
      const { service } = openInTeam();
      for (const id of order) {
        record(service, id);
      }
      for (const id of order) {
        decide(service, 'clear', secondReview, id);
      }
      const drawn = service
        .journalPage({ after: 0, max: 10_000 })
        .flatMap(({ content }) => (content?.details?.secondReview === true ? [content.conversationId] : []));
      return drawn.toSorted();
    };
    const cases = Array.from({ length: 60 }, (_, index) => `case-${index}`);
    const drawn = drawnIn(cases);
    expect(drawn.length).toBeGreaterThan(8);
    expect(drawn.length).toBeLessThan(30);
    expect(drawnIn(cases.toReversed())).toEqual(drawn);
    // A larger share adds cases and drops none.
    expect(drawnIn(cases, [{ percent: 60 }])).toEqual(expect.arrayContaining(drawn));
  });

  test('takes the largest share of the rules that a decision meets', () => {
    const { service } = openInTeam();
    record(service, 'case-1');
    const isDrawn = (decision: string, ...rules: SecondReviewRule[]) => {
      decide(service, decision, rules);
      const [last] = service.journalPage({ after: 0, max: 1000 }).slice(-1);
      return last?.content?.details?.secondReview === true;
    };
    expect(isDrawn('clear')).toBe(false);
    expect(isDrawn('clear', { decision: 'reject', percent: 100 })).toBe(false);
    expect(isDrawn('reject', { decision: 'reject', percent: 100 })).toBe(true);
    expect(isDrawn('clear', { percent: 0.001 }, { decision: 'approve', percent: 100 })).toBe(true);
    // The case has no finding as heavy as sanctions.
    expect(isDrawn('clear', { percent: 100, findingsFrom: 99 })).toBe(false);
    expect(isDrawn('escalate', { percent: 100 })).toBe(false);
  });

  test('is made of decisions of the team alone', () => {
    const { service } = openInTeam();
    service.leaveTeam();
    record(service, 'case-1');
    decide(service, 'clear');
    expect(JSON.stringify(service.journalPage({ after: 0, max: 1000 }))).not.toContain('secondReview');
  });
});

describe('the second person', () => {
  test('sees nothing of the first decision, nor what its author or anybody after it entered, until they decide', () => {
    const { service, keep, placeOwn } = openInTeam();
    record(service, 'case-1');
    keep(third, { details: { text: 'from before' } });
    keep(
      colleague,
      { details: { text: 'a zebra, before' } },
      { kind: 'labelled', details: { label: 'zebra' } },
      { kind: 'state-set', details: { state: 'done' } },
      { kind: 'follow-up-set', details: { on: '2030-01-01', reason: 'zebra' } },
      { kind: 'assigned', details: { to: third, assignee: 'zebra' } },
      { kind: 'ticked', details: { item: 'zebra', label: 'zebra', ticked: true } },
    );
    keep(colleague, rejected());
    keep(third, { details: { text: 'Ben saw a zebra' } });
    const before = everything(service);
    // Nor does trying a policy on the last decisions count it.
    const environments = [{ ...env, inForce: [], tried: all }];
    expect(service.tryReviews({ environments, max: 100 }).total).toBe(0);
    expect(before).not.toMatch(/zebra|Ben|reject|forged/);
    expect(before).toContain('from before');
    expect(get(service, 'case-1').row).toMatchObject({ secondReview: 'second', state: 'open' });
    expect(ids(service, { secondReview: true })).toEqual(['case-1']);
    expect(ids(service, { toReview: true })).toEqual(['case-1']);
    expect(service.isDecidedByOther({ ...env, conversationId: 'case-1', since: 0 })).toBe(false);

    decide(service, 'reject');
    const { row, notes, comment, history } = get(service, 'case-1');
    expect(row).toMatchObject({ decision: { kind: 'reject' }, labels: ['zebra'], state: 'done' });
    expect(row.secondReview).toBeUndefined();
    expect(notes.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['a zebra, before', 'Ben saw a zebra']),
    );
    expect(comment).toBeUndefined();
    const decided = history.filter(({ kind }) => kind === 'decided');
    // The second decision is not drawn again.
    expect(decided.map(({ details }) => details.secondReview)).toEqual([undefined, true]);
    placeOwn();
    expect(ids(service, { secondReview: true })).toEqual([]);
    expect(get(service, 'case-1').disagreements).toBeUndefined();
    expect(service.verifyJournal().problems).toEqual([]);
  });

  test('gets a case that this console did not have, without the time of the decision', () => {
    const { service, keep } = openInTeam();
    keep(colleague, { ...rejected(), at: 1_234_567_890_123 });
    expect(ids(service, { secondReview: true })).toEqual(['case-1']);
    expect(everything(service)).not.toContain('1234567890123');
  });

  test('is nobody who does not decide in the team, and no longer who ceases to', () => {
    const { service, keep, setRole } = openInTeam('support');
    record(service, 'case-1');
    keep(colleague, rejected());
    expect(get(service, 'case-1').row).toMatchObject({ decision: { kind: 'reject' } });
    setRole('reviewer');
    expect(everything(service)).not.toMatch(/zebra|reject/);
    setRole('auditor');
    expect(get(service, 'case-1').comment).toBe('zebra');
    expect(ids(service, { secondReview: true })).toEqual([]);
  });

  test('is not awaited any more where the first withdraws, or decides what was not drawn', () => {
    const { service, keep } = openInTeam();
    record(service, 'case-1');
    for (const last of [
      { withdrawn: true, comment: 'a mistake' },
      { decision: 'escalate', comment: 'hm' },
    ]) {
      keep(colleague, rejected());
      expect(get(service, 'case-1').row.secondReview).toBe('second');
      keep(colleague, { kind: 'decided', details: last });
      expect(get(service, 'case-1').row.secondReview).toBeUndefined();
      expect(JSON.stringify(get(service, 'case-1').history)).toContain(last.comment);
    }
  });

  test('sees everything after leaving the team, whose log is read no more', () => {
    const { service, keep } = openInTeam();
    record(service, 'case-1');
    keep(colleague, rejected());
    service.leaveTeam();
    expect(get(service, 'case-1').row).toMatchObject({ decision: { kind: 'reject' } });
    expect(get(service, 'case-1').row.secondReview).toBeUndefined();
  });
});

describe('two who decide differently', () => {
  test('cannot decide again; a third person who knows both does', () => {
    const { service, keep, placeOwn } = openInTeam();
    record(service, 'case-1');
    decide(service, 'reject');
    placeOwn();
    expect(get(service, 'case-1').row).toMatchObject({ decision: { kind: 'reject' }, state: 'open' });
    expect(ids(service, { secondReview: true })).toEqual([]);
    keep(colleague, approved());
    expect(get(service, 'case-1').row).toMatchObject({ secondReview: 'differs' });
    expect(() => decide(service, 'clear')).toThrow('You are one of two people');
    // Nor does it settle anything that the second decides again, or that a third decides without knowing both.
    keep(colleague, rejected());
    keep(third, approved(1));
    expect(get(service, 'case-1').row).toMatchObject({ secondReview: 'differs' });
    keep(third, rejected());
    expect(get(service, 'case-1').row.secondReview).toBeUndefined();
    expect(get(service, 'case-1').row.decision).toMatchObject({ kind: 'reject' });
    decide(service, 'clear');
  });

  test('are shown to the third person, who is asked', () => {
    const { service, keep, placeOwn } = openInTeam();
    record(service, 'case-1');
    keep(colleague, rejected());
    keep(third, approved());
    const { row, history } = get(service, 'case-1');
    expect(row).toMatchObject({ secondReview: 'third' });
    expect(history.filter(({ kind }) => kind === 'decided').map(({ actor }) => actor)).toEqual([
      'Carla',
      'Ben',
    ]);
    expect(ids(service, { secondReview: true })).toEqual(['case-1']);
    expect(ids(service, { states: ['to-review'] })).toEqual(['case-1']);
    decide(service, 'clear');
    placeOwn();
    expect(get(service, 'case-1').row.secondReview).toBeUndefined();
  });

  test('without knowledge of each other are settled by a third person as well, not as a conflict', () => {
    const { service, keep, placeOwn } = openInTeam();
    record(service, 'case-1');
    decide(service, 'clear');
    keep(colleague, rejected());
    expect(get(service, 'case-1').row).toMatchObject({ secondReview: 'differs' });
    placeOwn();
    expect(get(service, 'case-1').row).toMatchObject({
      secondReview: 'differs',
      decision: { kind: 'clear' },
    });
    expect(get(service, 'case-1').row.conflict).toBeUndefined();
  });
});

test('a second decision that agrees ends the review, and the next decision that is drawn begins another one', () => {
  const { service, keep, placeOwn } = openInTeam();
  record(service, 'case-1');
  keep(colleague, rejected());
  decide(service, 'reject');
  placeOwn();
  expect(ids(service, { toReview: true })).toEqual([]);
  act(service, ['case-1'], { kind: 'noted', details: { text: 'mine' } });
  placeOwn();
  keep(third, rejected({ comment: 'again' }));
  expect(get(service, 'case-1').row.secondReview).toBe('second');
  // Entries signed before by others than the first person stay.
  expect(get(service, 'case-1').comment).toBeUndefined();
  expect(get(service, 'case-1').notes.map(({ text }) => text)).toEqual(['mine']);
});

test('a second decision is not undone once the first is known, and a question is brought back whole', () => {
  const { service, keep } = openInTeam();
  record(service, 'case-1');
  keep(colleague, rejected());
  decide(service, 'reject');
  const undo = { ...env, ...who, conversationIds: ['case-1'], of: 'decision' as const, done: who.at };
  expect(() => service.undo(undo)).toThrow('This was the second decision of a review');
  record(service, 'case-2');
  const asked = { decision: 'escalate', comment: 'Who?', to: colleague, assignee: 'Ben' };
  act(service, ['case-2'], { kind: 'decided', details: asked });
  const later = { ...who, at: who.at + 1 };
  const entries = [{ kind: 'decided' as const, details: { decision: 'clear' } }];
  service.act({ ...env, ...later, selection: { ids: ['case-2'] }, entries });
  service.undo({ ...undo, ...later, conversationIds: ['case-2'], done: later.at });
  const [last] = get(service, 'case-2').history;
  expect(last?.details).toEqual({ ...asked, restored: true });
});

test('agreement is counted by the reason of the first decision, once both have signed', () => {
  const { service, keep } = openInTeam();
  const signed = (id: string, first: object, second: string) => {
    record(service, id);
    keep(colleague, { ...rejected(first), conversationId: id });
    decide(service, second, [], id);
  };
  const agreement = (to?: number) =>
    service
      .decisionReport({ ...env, by: 'day', ...(to === undefined ? {} : { to }) })
      .agreement?.map(({ key, agreed, total }) => [key, agreed, total]);
  expect(agreement()).toBeUndefined();
  signed('case-1', { reason: 'forged face' }, 'reject');
  signed('case-2', { reason: 'forged' }, 'clear');
  signed('case-3', { decision: 'clear', reason: '' }, 'clear');
  // Not drawn, and not signed by a second person.
  signed('case-4', { secondReview: false }, 'clear');
  record(service, 'case-5');
  keep(colleague, { ...rejected(), conversationId: 'case-5' });
  expect(agreement()).toEqual([
    ['all', 2, 3],
    ['reject/forged', 1, 2],
    ['clear/', 1, 1],
    ['reject/face', 1, 1],
  ]);
  // A third person changes nothing of it.
  keep(third, { ...approved(), conversationId: 'case-2' });
  expect(agreement()?.[0]).toEqual(['all', 2, 3]);
  expect(agreement(who.at - 1)).toBeUndefined();
});
