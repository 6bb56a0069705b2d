import { expect, test } from 'vitest';
import { type Period, spanOf } from '../../../renderer/ui/periods.ts';

const noDays = { from: '', to: '' };
const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 12).getTime();
const days = (period: Period, now: number, own = noDays) => {
  const { from, to } = spanOf(period, own, now);
  const text = (time: number | undefined) =>
    time === undefined ? undefined : new Date(time).toLocaleString('sv-SE').slice(0, 19);
  return [text(from), text(to)];
};

test.each([
  ['last-month', at(2026, 3, 31), ['2026-02-01 00:00:00', '2026-02-28 23:59:59']],
  ['last-month', at(2026, 1, 5), ['2025-12-01 00:00:00', '2025-12-31 23:59:59']],
  ['last-quarter', at(2026, 1, 1), ['2025-10-01 00:00:00', '2025-12-31 23:59:59']],
  ['last-quarter', at(2026, 6, 30), ['2026-01-01 00:00:00', '2026-03-31 23:59:59']],
  ['all', at(2026, 6, 30), [undefined, undefined]],
  ['this-month', at(2026, 2, 28), ['2026-02-01 00:00:00', '2026-02-28 23:59:59']],
  ['today', at(2026, 3, 29), ['2026-03-29 00:00:00', '2026-03-29 23:59:59']],
  ['this-week', at(2026, 3, 1), ['2026-02-23 00:00:00', '2026-03-01 23:59:59']],
  ['this-week', at(2026, 3, 2), ['2026-03-02 00:00:00', '2026-03-08 23:59:59']],
  ['last-week', at(2026, 1, 1), ['2025-12-22 00:00:00', '2025-12-28 23:59:59']],
] as const)(
  'the period %s of a day is whole days, weeks or months of the calendar',
  (period, now, expected) => {
    expect(days(period, now)).toEqual(expected);
  },
);

test('an own period has both of its days, and may be open at either end', () => {
  const now = at(2026, 6, 30);
  expect(days('own', now, { from: '2026-03-29', to: '2026-03-29' })).toEqual([
    '2026-03-29 00:00:00',
    '2026-03-29 23:59:59',
  ]);
  expect(days('own', now, { from: '2026-03-29', to: '' })).toEqual(['2026-03-29 00:00:00', undefined]);
});
