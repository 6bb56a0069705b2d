import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastDayOf, latestStart } from '../../../../../main/features/cases/due/due-cases.ts';
import { dueStarts } from '../../../../../preload/contract/due.ts';
import { addDays } from '../../../../../preload/shared/calendar.ts';
import { duePresets } from '../../../../../preload/wording/due.ts';

const fiveYears = { count: 5, unit: 'years', startsAt: 'relationship' } as const;

test.each([
  [{ count: 30, unit: 'days', startsAt: 'status' } as const, '2026-01-31', '2026-03-02'],
  [fiveYears, '2021-11-23', '2026-11-23'],
  [fiveYears, '2024-02-29', '2029-02-28'],
  [{ ...fiveYears, startsAt: 'end-of-year' } as const, '2021-03-01', '2026-12-31'],
])('a period of %j from %s ends on %s', (period, startedOn, expected) => {
  expect(lastDayOf(period, startedOn)).toBe(expected);
});

test('every start until the latest one has ended before the day, and none after it', () => {
  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days));
  const period = fc.record({
    count: fc.integer({ min: 1, max: 40 }),
    unit: fc.constantFrom('days' as const, 'years' as const),
    startsAt: fc.constantFrom(...dueStarts),
  });
  fc.assert(
    fc.property(period, day, (one, before) => {
      const start = latestStart(one, before);
      expect(lastDayOf(one, start) < before).toBe(true);
      expect(lastDayOf(one, addDays(start, 1)) >= before).toBe(true);
    }),
  );
});

test('each law’s preset is five years after the end of the relationship, the German one from the end of that year', () => {
  const laws = (['amld', 'amlr', 'pl', 'de', 'uk'] as const).map(
    (basis) => [basis, duePresets[basis]] as const,
  );
  for (const [basis, { source, rule }] of laws) {
    expect(rule).toMatchObject({
      count: 5,
      unit: 'years',
      startsAt: basis === 'de' ? 'end-of-year' : 'relationship',
    });
    expect(source).toMatch(/\d/);
  }
  expect(duePresets['not-aml'].rule.startsAt).toBe('status');
});
