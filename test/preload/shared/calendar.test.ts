import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, addMonths, daysBetween, localDay } from '../../../preload/shared/calendar.ts';

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2026-03-31', 1, '2026-04-30'],
  ['2026-12-15', 1, '2027-01-15'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2024-02-29', 60, '2029-02-28'],
  ['2026-05-10', -12, '2025-05-10'],
])('%s and %i months is %s', (day, count, expected) => {
  expect(addMonths(day, count)).toBe(expected);
});

test('days are counted over the ends of months and years, and over changes of the clock', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2);
});

test('a moment belongs to the day of this computer’s calendar', () => {
  expect(localDay(new Date(2026, 10, 3, 0, 0, 0).getTime())).toBe('2026-11-03');
  expect(localDay(new Date(2026, 10, 3, 23, 59, 59).getTime())).toBe('2026-11-03');
});

test('adding months never leaves the month that follows', () => {
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 120 }), (start, count) => {
      const end = addMonths(start, count);
      const months = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
      expect(months(end) - months(start)).toBe(count);
      expect(Number(end.slice(8))).toBeLessThanOrEqual(Number(start.slice(8)));
    }),
  );
});
