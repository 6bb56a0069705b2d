import { describe, expect, test } from 'vitest';
import {
  hindrance,
  type ItemEvent,
  isRecent,
  itemAfter,
  itemTable,
  meaningOf,
  meaningOfAbsence,
  type RunConditions,
  type RunEvent,
  readLifeMs,
  runAfter,
  runTable,
  stepOf,
} from '../../../../../main/features/deletion/runs/running/states.ts';
import type {
  ItemState,
  RunPhase,
  StoredItem,
} from '../../../../../main/features/deletion/runs/store/records.ts';
import { failed, gone } from './single-run.ts';

const itemEvents: ItemEvent[] = [
  'intended',
  'withheld',
  'undone',
  'answered',
  'unchanged',
  'advanced',
  'ended',
  'withdrawn',
];
/** One row for each state, one column for each event in the order above; `-` cannot happen. */
const itemRows: [ItemState, string][] = [
  ['waiting', 'sending - - - - waiting done done'],
  ['sending', '- waiting waiting sent waiting waiting done -'],
  ['sent', '- - - - waiting waiting done -'],
  ['done', '- - - - - - - -'],
];

describe('an item', () => {
  const item: StoredItem = {
    itemId: 1,
    conversationId: 'c-1',
    plan: ['DELETE_DATA'],
    step: 0,
    state: 'waiting',
    outcome: undefined,
    record: { attempts: 0 },
  };
  const cells = itemRows.flatMap(([state, row]) =>
    row.split(' ').map((after, index) => [state, itemEvents[index] as ItemEvent, after] as const),
  );

  test.each(cells)('that is %s and is %s: %s', (state, event, after) => {
    const move = () => itemAfter({ ...item, state }, event, { record: { attempts: 2 } });
    if (after === '-') {
      expect(move).toThrow(`An item that is ${state} cannot be ${event}.`);
    } else {
      expect(move()).toEqual({ ...item, state: after, record: { attempts: 2 } });
    }
  });

  test('is in a step of its plan, or has none left', () => {
    expect(stepOf(item)).toBe('DELETE_DATA');
    expect(() => stepOf({ ...item, step: 1 })).toThrow('An item has no step left.');
  });

  test('has a row for each state', () => {
    expect(Object.keys(itemTable)).toEqual(itemRows.map(([state]) => state));
  });
});

const runEvents: RunEvent[] = ['begun', 'paused', 'resumed', 'cancelled', 'finished', 'reopened'];
/** As above; `-` changes nothing. */
const runRows: [RunPhase, string][] = [
  ['planned', '- - open cancelled done -'],
  ['holding', 'open paused open cancelled done interrupted'],
  ['open', '- paused - cancelled done interrupted'],
  ['paused', '- - open cancelled done interrupted'],
  ['interrupted', '- - open cancelled done -'],
  ['cancelled', '- - - - done -'],
  ['done', '- - - - - -'],
];

describe('a run', () => {
  const cells = runRows.flatMap(([state, row]) =>
    row.split(' ').map((after, index) => [state, runEvents[index] as RunEvent, after] as const),
  );

  test.each(cells)('that is %s and is %s: %s', (state, event, after) => {
    expect(runAfter(state, event)).toBe(after === '-' ? state : after);
  });

  test('has a row for each state', () => {
    expect(Object.keys(runTable)).toEqual(runRows.map(([state]) => state));
  });
});

describe('the next call', () => {
  const run: RunConditions = { state: 'open', isExclusive: false, isClosing: false, waitsMs: 0 };
  const now = 1_000_000;

  test.each([
    [{}, undefined, undefined],
    [{ waitsMs: 1 }, undefined, 'waits'],
    [{ waitsMs: -1 }, undefined, undefined],
    [{ isExclusive: true }, undefined, 'waits'],
    [{ isClosing: true }, undefined, 'waits'],
    [{ state: 'cancelled', isClosing: true }, undefined, 'waits'],
    [{ state: 'holding' }, undefined, 'stopped'],
    [{ state: 'paused' }, undefined, 'stopped'],
    [{ state: 'interrupted' }, undefined, 'stopped'],
    [{ state: 'cancelled' }, undefined, 'stopped'],
    [{ state: 'done' }, { at: now - 10, now, lifeMs: 10 }, 'stopped'],
    [{}, { at: undefined, now, lifeMs: 10 }, undefined],
    [{}, { at: now - 9, now, lifeMs: 10 }, undefined],
    [{}, { at: now - 10, now, lifeMs: 10 }, 'read-again'],
  ] as const)('of a run that is %o, read %o: %s', (change, read, reason) => {
    expect(hindrance({ ...run, ...change }, read)).toBe(reason);
  });

  test.each([
    [1, 60_000],
    [2, 600_000],
    [100_000, 600_000],
  ])('of a run of %i relies on a read for %i ms, and not on one from after it', (conversations, lifeMs) => {
    expect(readLifeMs(conversations)).toBe(lifeMs);
    const times = [now, now - lifeMs + 1, now - lifeMs, now + 1];
    expect(times.map((at) => isRecent({ at, now, lifeMs }))).toEqual([true, true, false, false]);
  });
});

const own404 = failed('not-found', { errorObject: { status: 'NOT_FOUND', message: 'no' } });

describe('the response to a call', () => {
  const first = { step: 'DELETE_DATA', isUncertain: false } as const;
  const again = { ...first, isUncertain: true } as const;

  test.each([
    ['accepted', undefined, first, { event: 'answered', answer: 'accepted', kind: 'answered' }],
    ['refused', failed('conflict'), first, { event: 'ended', outcome: 'refused', kind: 'answered' }],
    ['refused', failed('conflict'), again, { event: 'answered', answer: 'refused', kind: 'answered' }],
    ['unknown', failed('outcome-unknown'), first, { event: 'answered', answer: 'unknown', kind: 'failed' }],
    ['unknown', new TypeError('defect'), first, { event: 'answered', answer: 'unknown', kind: 'failed' }],
    ['not-done', gone(), first, { event: 'ended', outcome: 'gone', kind: undefined }],
    ['not-done', gone(), again, { event: 'ended', outcome: 'confirmed', kind: undefined }],
    ['not-done', own404, first, { event: 'ended', outcome: 'missing', kind: undefined }],
    [
      'not-done',
      own404,
      { ...again, step: 'EXPIRE' },
      { event: 'ended', outcome: 'unknown', kind: undefined },
    ],
    ['not-done', failed('credentials-rejected'), first, { event: 'undone', kind: 'blocked' }],
    ['not-done', failed('rate-limited'), first, { event: 'undone', kind: 'failed' }],
    ['not-done', failed('forbidden'), first, { event: 'ended', outcome: 'failed', kind: 'failed' }],
    ['not-done', failed('not-found'), first, { event: 'ended', outcome: 'failed', kind: 'failed' }],
  ] as const)('%s with %o, of %o', (outcome, error, call, meaning) => {
    expect(meaningOf({ outcome }, error, call)).toEqual(meaning);
  });
});

describe('a conversation that the service no longer has or does not know', () => {
  const ours = { step: 'DELETE_DATA', isOurs: true, isSameLogin: true } as const;

  test.each([
    ['a 410 after our call', gone(), ours, 'confirmed'],
    ['a 410 under another login', gone(), { ...ours, isSameLogin: false }, 'confirmed'],
    ['a 410 after our expiry', gone(), { ...ours, step: 'EXPIRE' }, 'unknown'],
    ['a 410 after the end of monitoring', gone(), { ...ours, step: 'END_MONITORING' }, 'unknown'],
    ['a 410 before any call', gone(), { ...ours, isOurs: false }, 'gone'],
    ['the service’s 404 after our call', own404, ours, 'confirmed'],
    ['the service’s 404 before any call', own404, { ...ours, isOurs: false }, 'missing'],
    ['the service’s 404 under another login', own404, { ...ours, isSameLogin: false }, 'other-login'],
    ['a 404 of a gateway', failed('not-found'), ours, undefined],
    ['a 410 of a gateway', failed('gone'), ours, undefined],
    ['a 401', failed('credentials-rejected'), ours, undefined],
    ['a defect', new TypeError('defect'), ours, undefined],
  ] as const)('%s', (_, error, given, meaning) => {
    expect(meaningOfAbsence(error, given)).toBe(meaning);
  });
});
