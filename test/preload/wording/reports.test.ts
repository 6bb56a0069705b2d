import { expect, test } from 'vitest';
import { ageText, durationText, groupText } from '../../../preload/wording/reports.ts';

test.each([
  [20_000, 'Under a minute'],
  [5 * 60_000, '5 min'],
  [3_600_000, '1 h'],
  [7_500_000, '2 h 5 min'],
  [90_000_000, '1 d 1 h'],
  [172_800_000, '2 d'],
  [undefined, '–'],
])('%s ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

test('ages and groups are said in words', () => {
  expect([ageText({ from: 0, to: 1 }), ageText({ from: 1, to: 3 }), ageText({ from: 30 })]).toEqual([
    'Under 1 day',
    '1 to 3 days',
    '30 days and more',
  ]);
  const group = { key: 'reject/own-1', total: 1, counts: {}, kind: 'reject' as const, reason: 'own-1' };
  const own = [{ code: 'own-1', label: 'Known fraud ring', kinds: ['reject' as const] }];
  expect(groupText(group, 'reason', own)).toBe('Rejected: Known fraud ring');
  expect(groupText({ key: 'withdrawn', total: 0, counts: {} }, 'decision', own)).toBe('Withdrawn');
});
