export const periods = ['all', 'last-month', 'last-quarter', 'own'] as const;
export type Period = (typeof periods)[number];

export const periodLabels: Readonly<Record<Period, string>> = {
  all: 'All',
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
  const [year, month] = [date.getFullYear(), date.getMonth()];
  const months = (first: number, count: number) => ({
    from: new Date(year, first, 1).getTime(),
    to: new Date(year, first + count, 1).getTime() - 1,
  });
  switch (period) {
    case 'all':
      return {};
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
