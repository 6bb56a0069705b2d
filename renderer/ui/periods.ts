export const periods = [
  'all',
  'today',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'last-quarter',
  'own',
] as const;
export type Period = (typeof periods)[number];

export const periodLabels: Readonly<Record<Period, string>> = {
  all: 'All',
  today: 'Today',
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-quarter': 'Last quarter',
  own: 'From … to …',
};

/** Returns a period in milliseconds since the epoch, both ends included, by this computer's calendar. @param now milliseconds since the epoch */
export function spanOf(
  period: Period,
  own: { from: string; to: string },
  now: number,
): { from?: number; to?: number } {
  const date = new Date(now);
  const year = date.getFullYear();
  const month = date.getMonth();
  const months = (first: number, count: number) => ({
    from: new Date(year, first, 1).getTime(),
    to: new Date(year, first + count, 1).getTime() - 1,
  });
  // Weeks begin on Monday. Days are counted by the calendar: one has 23 or 25 hours where clocks change.
  const monday = date.getDate() - ((date.getDay() + 6) % 7);
  const days = (first: number, count: number) => ({
    from: new Date(year, month, first).getTime(),
    to: new Date(year, month, first + count).getTime() - 1,
  });
  switch (period) {
    case 'all':
      return {};
    case 'today':
      return days(date.getDate(), 1);
    case 'this-week':
      return days(monday, 7);
    case 'last-week':
      return days(monday - 7, 7);
    case 'this-month':
      return months(month, 1);
    case 'last-month':
      return months(month - 1, 1);
    case 'last-quarter':
      return months(month - (month % 3) - 3, 3);
    case 'own': {
      const start = Date.parse(`${own.from}T00:00`);
      // The last millisecond of that day, which has 23 or 25 hours where clocks change.
      const end = Date.parse(`${own.to}T23:59:59.999`);
      return {
        ...(Number.isNaN(start) ? {} : { from: start }),
        ...(Number.isNaN(end) ? {} : { to: end }),
      };
    }
  }
}
