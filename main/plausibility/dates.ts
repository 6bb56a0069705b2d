import type { PlausibilityFinding } from '../../preload/contract/plausibility.ts';

const dayMs = 86_400_000;

/** The `YYYY-MM-DD` of a date or date-time in ISO 8601; undefined for anything else, and if a part is unknown (`00`). */
export function isoDate(value: unknown): string | undefined {
  const match = typeof value === 'string' ? /^(\d{4}-\d\d-\d\d)(?:$|T)/.exec(value.trim()) : null;
  return match?.[1] === undefined || /^0000|-00/.test(match[1]) ? undefined : match[1];
}

/** The date of three numbers as `YYYY-MM-DD`; undefined if there is no such day. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  const isSame =
    time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return isSame ? time.toISOString().slice(0, 10) : undefined;
}

/** True if a date from `isoDate` exists in the calendar. */
export function isCalendarDate(date: string): boolean {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return calendarDate(year, month, day) !== undefined;
}

/** Days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** Whole years from one date to another; a person born on 29 February is a year older on 1 March. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** The parts in which two dates differ. */
export function differingParts(one: string, other: string): NonNullable<PlausibilityFinding['parts']> {
  const [first, second] = [one.split('-'), other.split('-')];
  return (['year', 'month', 'day'] as const).filter((_, index) => first[index] !== second[index]);
}
