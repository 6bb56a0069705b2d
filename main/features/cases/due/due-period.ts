import type { DueRule } from '../../../../preload/contract/due.ts';
import { addDays, addMonths } from '../../../../preload/shared/calendar.ts';

type Period = Pick<DueRule, 'count' | 'unit' | 'startsAt'>;

/** Returns the last day of a period: on the next one the data is due for deletion. The day of the start is not counted. */
export function lastDayOf({ count, unit, startsAt }: Period, startedOn: string): string {
  const start = startsAt === 'end-of-year' ? `${startedOn.slice(0, 4)}-12-31` : startedOn;
  return unit === 'days' ? addDays(start, count) : addMonths(start, 12 * count);
}

/** Returns the latest start whose period has ended before a day. */
export function latestStart(period: Period, before: string): string {
  const { count, unit } = period;
  let start = unit === 'days' ? addDays(before, -count) : addMonths(before, -12 * count);
  while (lastDayOf(period, start) >= before) {
    start = addDays(start, -1);
  }
  while (lastDayOf(period, addDays(start, 1)) < before) {
    start = addDays(start, 1);
  }
  return start;
}
