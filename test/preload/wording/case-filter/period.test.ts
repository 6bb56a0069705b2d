import { expect, test } from 'vitest';
import {
  periodBounds,
  periodFrom,
  periodText,
  startOfDay,
} from '../../../../preload/wording/case-filter/period.ts';

const noon = new Date(2026, 2, 1, 12).getTime();
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).getTime();

test.each([
  ['today', { from: day(2026, 3, 1) }],
  ['yesterday', { from: day(2026, 2, 28), to: day(2026, 3, 1) }],
  ['7d', { from: day(2026, 2, 23) }],
  ['2026-02-28', { from: day(2026, 2, 28), to: day(2026, 3, 1) }],
  ['2026-02-03..2026-02-01', { from: day(2026, 2, 1), to: day(2026, 2, 4) }],
])('%s begins and ends at the start of days', (text, bounds) => {
  const period = periodFrom(text);
  expect(period && periodBounds(period, noon)).toEqual(bounds);
});

test.each(['', '0d', '2026-02-30', '2026-1-1', 'soon', '2026-01-01..2026-01-02..2026-01-03'])(
  '“%s” is no period',
  (text) => expect(periodFrom(text)).toBeUndefined(),
);

test('a period is formatted as it is parsed', () => {
  expect(
    ['today', '30d', '2026-01-31..2026-02-28'].map((text) =>
      periodText(periodFrom(text) ?? { kind: 'today' }),
    ),
  ).toEqual(['today', '30d', '2026-01-31..2026-02-28']);
});

test('the start of a day follows the local clock across a time change', () => {
  for (let days = -400; days < 0; days += 1) {
    const start = new Date(startOfDay(noon, days));
    expect([start.getHours(), start.getMinutes()]).toEqual([0, 0]);
  }
});
