import { expect, test } from 'vitest';
import { act, env, get, ids, openInMemory, record, who } from './index-harness.ts';

test('a decision, a note, labels and a state are shown with the case and in its history', () => {
  const service = openInMemory();
  record(service, 'c1');
  act(service, ['c1'], {
    kind: 'decided',
    details: { decision: 'reject', reason: 'not-genuine', comment: 'no' },
  });
  act(service, ['c1'], { kind: 'noted', details: { text: 'asked again' } });
  act(service, ['c1'], { kind: 'labelled', details: { label: 'VIP' } });
  act(service, ['c1'], { kind: 'state-set', details: { state: 'waiting' } });
  act(service, ['c1'], { kind: 'watched', details: { watched: true } });

  const { row, comment, notes, history } = get(service, 'c1');
  expect(row).toMatchObject({
    decision: { kind: 'reject', reason: 'not-genuine', at: who.at },
    labels: ['VIP'],
    state: 'waiting',
    watched: true,
    noteCount: 1,
  });
  expect(comment).toBe('no');
  expect(notes).toEqual([{ id: 3, at: who.at, actor: 'reviewer', text: 'asked again' }]);
  expect(history.map(({ kind }) => kind)).toEqual([
    'watched',
    'state-set',
    'labelled',
    'noted',
    'decided',
    'opened',
  ]);
  expect(history[4]?.details).toEqual({ decision: 'reject', reason: 'not-genuine', comment: 'no' });
});

test('an action on a selection applies to each known case in it', () => {
  const service = openInMemory();
  for (const id of ['c1', 'c2', 'c3']) {
    record(service, id);
  }
  expect(act(service, ['c1', 'c3', 'unknown'], { kind: 'labelled', details: { label: 'A' } })).toBe(2);
  expect(ids(service, { labels: ['A'] })).toEqual(['c3', 'c1']);
  const { resultId } = service.query({
    ...env,
    filter: {},
    sort: { by: 'opened', descending: true },
    dayStarts: { today: 0, yesterday: 0, week: 0 },
  });
  const selection = { resultId, except: ['c3'] };
  const entries = [{ kind: 'unlabelled', details: { label: 'A' } }] as const;
  expect(service.act({ ...env, ...who, selection, entries }).done).toEqual(['c2', 'c1']);
  expect(ids(service, { labels: ['A'] })).toEqual(['c3']);
  expect(service.labels(env)).toEqual([{ name: 'A', count: 1 }]);
});

test('a decision can be withdrawn', () => {
  const service = openInMemory();
  record(service, 'c1');
  act(service, ['c1'], { kind: 'decided', details: { decision: 'clear', comment: 'fine' } });
  act(service, ['c1'], { kind: 'decided', details: { withdrawn: true } });
  const found = get(service, 'c1');
  expect(found.row.decision).toBeUndefined();
  expect(found.comment).toBeUndefined();
  expect(found.history).toHaveLength(3);
});

test('an action with far too many entries is refused completely', () => {
  const service = openInMemory();
  const named = Array.from({ length: 1_001 }, (_, number) => `c${number}`);
  service.add({ ...env, conversationIds: named, at: who.at });
  const labels = Array.from({ length: 1_000 }, (_, number) => ({
    kind: 'labelled' as const,
    details: { label: `label ${number}` },
  }));
  expect(() => act(service, named, ...labels)).toThrow('Nothing was changed');
  expect(service.labels(env)).toEqual([]);
  expect(act(service, named.slice(0, 10), ...labels)).toBe(10);
});
