/** The days that a date in a record can mean, ISO 8601, both included: several where a part is unknown or the order of day and month is open. */
export interface PossibleDays {
  earliest: string;
  latest: string;
}
/** `endless`: the text says that there is no such day. `unreadable`: no known form, an unknown year, or no day of the calendar. */
export type DateReading = PossibleDays | 'endless' | 'unreadable';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const endless =
  /^(?:unlimited|indefinite|permanent[e]?|no expiry|unbefristet|illimité|bezterminow[oy]|长期|長期|9999-12-31)$/i;
const maxLength = 40;

/**
 * Reads the date in a text: ISO 8601 with or without a time, of which the day counts, and the forms that documents print. A day and month in
 * either order give both days, a `00` every day that it can be. Two digits of a year are not read, since the century is open.
 * Undefined where there is no text.
 */
export function readDate(value: unknown): DateReading | undefined {
  if (typeof value !== 'string' || value.trim() === '') {
    return undefined;
  }
  const text = value.length > maxLength ? '' : value.normalize('NFKC').trim();
  if (endless.test(text)) {
    return 'endless';
  }
  const days = partsOf(text).flatMap(([year, month, day]) => daysOf(year, month, day));
  const earliest = days.sort().at(0);
  const latest = days.at(-1);
  return earliest === undefined || latest === undefined ? 'unreadable' : { earliest, latest };
}

/** Returns the only day that a date can mean; undefined where it cannot be read, or not to the day. */
export function dayOf(value: unknown): string | undefined {
  const date = readDate(value);
  return typeof date === 'object' && date.earliest === date.latest ? date.earliest : undefined;
}

/** Returns the date of three numbers as `YYYY-MM-DD`; undefined if there is no such day. */
export function calendarDate(year: number, month: number, day: number): string | undefined {
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  const isSame =
    time.getUTCFullYear() === year && time.getUTCMonth() === month - 1 && time.getUTCDate() === day;
  return isSame ? time.toISOString().slice(0, 10) : undefined;
}

type Numbers = readonly [year: number, month: number, day: number];

/** Returns the years, months and days that a text can mean, 0 for an unknown one; they may be no day of the calendar. */
function partsOf(text: string): Numbers[] {
  const yearFirst =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ]\d\d:?\d\d[\d:.,]*\s*(?:Z|[+-]\d\d:?\d\d)?)?$/i.exec(text) ??
    /^(\d{4})()(\d\d)(\d\d)$/.exec(text);
  const asYearFirst: Numbers[] = yearFirst
    ? [[Number(yearFirst[1]), Number(yearFirst[3]), Number(yearFirst[4])]]
    : [];
  const yearLast = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4})$/.exec(text) ?? /^(\d\d)()(\d\d)(\d{4})$/.exec(text);
  if (yearLast) {
    const one = Number(yearLast[1]);
    const other = Number(yearLast[3]);
    const year = Number(yearLast[4]);
    // The day comes first in all dates with points.
    return yearLast[2] === '.'
      ? [[year, other, one]]
      : [...asYearFirst, [year, other, one], [year, one, other]];
  }
  const named =
    /^(\d{1,2})[-/. ]*([A-Z]{3})[A-Z]*[-/., ]*(\d{4})$/i.exec(text) ??
    reordered(/^([A-Z]{3})[A-Z]*[ .]+(\d{1,2})[ ,]+(\d{4})$/i.exec(text));
  if (named) {
    const month = months.indexOf((named[2] ?? '').toUpperCase()) + 1;
    return month === 0 ? [] : [[Number(named[3]), month, Number(named[1])]];
  }
  const short = /^(\d{4})(?:-(\d\d))?$/.exec(text);
  return short ? [[Number(short[1]), Number(short[2] ?? 0), 0]] : asYearFirst;
}

/** Month before day as day before month. */
function reordered(match: RegExpExecArray | null): readonly (string | undefined)[] | null {
  return match && [match[0], match[2], match[1], match[3]];
}

/** Returns the first and last day of a date, the same where it is complete; none where there is no such day. */
function daysOf(year: number, month: number, day: number): string[] {
  if (year < 1000) {
    return [];
  }
  if (month === 0) {
    return day === 0 ? defined([calendarDate(year, 1, 1), calendarDate(year, 12, 31)]) : [];
  }
  if (day !== 0) {
    return defined([calendarDate(year, month, day)]);
  }
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return defined([calendarDate(year, month, 1), calendarDate(year, month, last)]);
}

function defined(days: readonly (string | undefined)[]): string[] {
  return days.filter((one) => one !== undefined);
}
