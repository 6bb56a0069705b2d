/** Calendar days as `YYYY-MM-DD`, without a time or zone. Periods count as in Regulation (EEC, Euratom) 1182/71, Art. 3. */

const dayMs = 86_400_000;

/** Returns the day of a moment (milliseconds since the epoch) by this computer's calendar. */
export function localDay(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function addDays(day: string, count: number): string {
  return dayText(Date.parse(day) + count * dayMs);
}

/** Returns the same day of a later month; the last day of that month where it has no such day. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + count, 0)).getUTCDate();
  return dayText(Date.UTC(year, month - 1 + count, Math.min(date, last)));
}

/** Returns the days from one day to another; negative if the other is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs;
}

function dayText(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
