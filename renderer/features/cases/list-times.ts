import { startOfDay } from '../../../preload/wording/case-filter/period.ts';
import { momentFormat } from '../../ui/format-date.ts';

/**
 * Short times for rows: the time of day, the weekday within the last week, otherwise the date. Formatters are created once for all rows.
 */
export class ListTimes {
  readonly #today: number;
  readonly #week: number;
  readonly #year: number;
  readonly #time: Intl.DateTimeFormat;
  readonly #weekday: Intl.DateTimeFormat;
  readonly #day: Intl.DateTimeFormat;
  readonly #date: Intl.DateTimeFormat;
  readonly #moment: (date: Date) => string;

  constructor(now: number, locale: string) {
    this.#today = startOfDay(now, 0);
    this.#week = startOfDay(now, -6);
    this.#year = new Date(new Date(now).getFullYear(), 0).getTime();
    const language = locale.startsWith('en') ? locale : 'en-GB';
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { hourCycle: 'h23', ...options });
    this.#time = format({ hour: '2-digit', minute: '2-digit' });
    this.#weekday = format({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
    this.#day = format({ day: '2-digit', month: 'short' });
    this.#date = format({ day: '2-digit', month: 'short', year: 'numeric' });
    this.#moment = momentFormat(locale);
  }

  short(at: number): string {
    if (at >= this.#today) {
      return this.#time.format(at);
    }
    if (at >= this.#week) {
      return this.#weekday.format(at).replace(',', '');
    }
    return (at >= this.#year ? this.#day : this.#date).format(at);
  }

  /** Returns the full time with its offset, and as ISO 8601. */
  full(at: number): string {
    const date = new Date(at);
    return `${this.#moment(date)}\n${date.toISOString()}`;
  }
}
