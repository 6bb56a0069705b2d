/** A period of days: relative to today, or by dates (`YYYY-MM-DD`, both included). */
export type Period =
  | { kind: 'today' }
  | { kind: 'yesterday' }
  | { kind: 'days'; days: number }
  | { kind: 'dates'; from: string; to: string };

const maxDays = 3650;

/** Returns the period written as `today`, `yesterday`, `7d`, `2026-01-31` or `2026-01-31..2026-02-28`; undefined for any other text. */
export function periodFrom(text: string): Period | undefined {
  const wanted = text.toLowerCase();
  if (wanted === 'today' || wanted === 'yesterday') {
    return { kind: wanted };
  }
  const days = /^(\d{1,4})d$/.exec(wanted);
  if (days) {
    const count = Number(days[1]);
    return count >= 1 && count <= maxDays ? { kind: 'days', days: count } : undefined;
  }
  const [from = '', to = from, ...more] = wanted.split('..');
  if (more.length > 0 || dayStart(from) === undefined || dayStart(to) === undefined) {
    return undefined;
  }
  return from <= to ? { kind: 'dates', from, to } : { kind: 'dates', from: to, to: from };
}

/** Returns the spelling in the query text. */
export function periodText(period: Period): string {
  switch (period.kind) {
    case 'days':
      return `${period.days}d`;
    case 'dates':
      return period.from === period.to ? period.from : `${period.from}..${period.to}`;
    default:
      return period.kind;
  }
}

/** Returns the label of a chip. */
export function periodLabel(period: Period): string {
  switch (period.kind) {
    case 'today':
      return 'Today';
    case 'yesterday':
      return 'Yesterday';
    case 'days':
      return `Last ${period.days} days`;
    case 'dates':
      return period.from === period.to ? period.from : `${period.from} to ${period.to}`;
  }
}

/** Returns the first millisecond of the period and the first one after it, in the time zone of this machine. */
export function periodBounds(period: Period, now: number): { from: number; to?: number } {
  switch (period.kind) {
    case 'today':
      return { from: startOfDay(now, 0) };
    case 'yesterday':
      return { from: startOfDay(now, -1), to: startOfDay(now, 0) };
    case 'days':
      return { from: startOfDay(now, 1 - period.days) };
    case 'dates':
      return { from: dayStart(period.from) ?? 0, to: startOfDay(dayStart(period.to) ?? 0, 1) };
  }
}

/** Returns the start of a day in milliseconds; `days` counts from the day of `now`. */
export function startOfDay(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime();
}

function dayStart(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) {
    return undefined;
  }
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  const date = new Date(year, month - 1, day);
  return date.getMonth() === month - 1 && date.getDate() === day ? date.getTime() : undefined;
}
