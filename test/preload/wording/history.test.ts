import { expect, test } from 'vitest';
import { historyText } from '../../../preload/wording/history.ts';

const labelOf = (kind: string, outcome: string) =>
  historyText({ seq: 1, at: 0, actor: 'tester', kind, details: { outcome } }, { reasons: [] }).label;

test.each([
  ['data-deleted', 'confirmed', 'Data deleted at the service'],
  ['data-deleted', 'sent', 'Deletion sent'],
  ['data-deleted', 'accepted', 'Deletion accepted, not confirmed'],
  ['data-deleted', 'refused', 'Deletion refused'],
  ['data-deleted', 'unknown', 'Deletion sent, outcome not known'],
  ['data-deleted', 'not-done', 'Deletion failed, nothing was done'],
  ['expired', 'confirmed', 'Expired at the service'],
  ['expired', 'finished', 'Expiry sent, but the user finished first'],
  ['monitoring-ended', 'confirmed', 'AML monitoring ended at the service'],
])(
  'the history says that something was done only where that is confirmed: %s, %s',
  (kind, outcome, label) => {
    expect(labelOf(kind, outcome)).toBe(label);
  },
);

test('an opened case has no text beside its label', () => {
  expect(
    historyText({ seq: 1, at: 0, actor: 'tester', kind: 'opened', details: {} }, { reasons: [] }),
  ).toEqual({
    label: 'Opened',
  });
});

test('a withdrawn decision says why', () => {
  const details = { withdrawn: true, comment: 'Wrong person.' };
  expect(historyText({ seq: 2, at: 0, actor: 'tester', kind: 'decided', details }, { reasons: [] })).toEqual({
    label: 'Decision withdrawn',
    text: 'Wrong person.',
  });
});
