import type { PlausibilityFinding } from '../../../../preload/contract/plausibility.ts';

const hourMs = 3_600_000;

/**
 * Returns the days that it can be on Earth at a time, the first where clocks are 12 hours behind UTC, the last where they are 14 ahead. A record
 * does not say where it was made.
 *
 * @param at ISO 8601
 */
export function daysAt(at: string): { earliest: string; latest: string } {
  const day = (hours: number) => new Date(Date.parse(at) + hours * hourMs).toISOString().slice(0, 10);
  return { earliest: day(-12), latest: day(14) };
}

/** Whole years that may have passed from one date to another: a birthday on 29 February is counted on 28 February of other years. */
export function yearsAtMost(from: string, to: string): number {
  const isLeapDay = from.endsWith('-02-29') && to.endsWith('-02-28');
  return yearsBetween(isLeapDay ? from.replace(/29$/, '28') : from, to);
}

/** Whole years that have passed from one date to another by every rule: a birthday on 29 February is counted on 1 March of other years. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}

/** Returns the parts in which two dates differ. */
export function differingParts(one: string, other: string): NonNullable<PlausibilityFinding['parts']> {
  const first = one.split('-');
  const second = other.split('-');
  return (['year', 'month', 'day'] as const).filter((_, index) => first[index] !== second[index]);
}
