import { omitUndefined } from '../../preload/contract/objects.ts';

/** ISO 8601 texts or milliseconds since the epoch as text, in the machine's time zone. */

const language = (locale: string) => (locale.startsWith('en') ? locale : 'en-GB');

export function parseDate(at: string | number | Date): Date | undefined {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Formats a time such as `14 Mar 2025, 09:21:05`. */
export function localTime(date: Date, locale: string, timeZone?: string): string {
  return timeFormat(locale, timeZone).format(date);
}

/** Returns an offset such as `GMT+02:00`. */
export function offsetOf(date: Date, locale: string, timeZone?: string): string {
  return offsetIn(offsetFormat(locale, timeZone), date);
}

/** Returns what formats many times such as `14 Mar 2025, 09:21:05 GMT+01:00`: a formatter takes far longer to make than to use. */
export function momentFormat(locale: string, timeZone?: string): (date: Date) => string {
  const time = timeFormat(locale, timeZone);
  const offset = offsetFormat(locale, timeZone);
  return (date) => `${time.format(date)} ${offsetIn(offset, date)}`;
}

function timeFormat(locale: string, timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language(locale), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    ...omitUndefined({ timeZone }),
  });
}

function offsetFormat(locale: string, timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language(locale), {
    timeZoneName: 'longOffset',
    ...omitUndefined({ timeZone }),
  });
}

function offsetIn(format: Intl.DateTimeFormat, date: Date): string {
  const name = format.formatToParts(date).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? 'GMT+00:00' : name;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns a text such as `12 minutes ago`; undefined for a week or more, where the time itself says more. */
export function relativeTime(date: Date, now: number): string | undefined {
  const ms = date.getTime() - now;
  const away = Math.abs(ms);
  if (away >= 7 * day) {
    return undefined;
  }
  if (away < 45_000) {
    // The clock of a window advances in steps: what was just done can lie ahead of it.
    return 'just now';
  }
  const formatter = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
  if (away < hour) {
    return formatter.format(Math.round(ms / minute), 'minute');
  }
  return away < 2 * day
    ? formatter.format(Math.round(ms / hour), 'hour')
    : formatter.format(Math.round(ms / day), 'day');
}

/** Returns a calendar date (`YYYY-MM-DD`), which has no zone and must not be moved by one; undefined where it is not one. */
export function calendarDate(text: string, locale: string): string | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) {
    return undefined;
  }
  const date = parseDate(`${text}T00:00:00Z`);
  if (!date || date.toISOString().slice(0, 10) !== text) {
    return undefined;
  }
  return new Intl.DateTimeFormat(language(locale), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(date);
}

/** Returns a time as a field of the type `datetime-local` has it, by the local calendar and to the minute. @param ms since the epoch */
export function fieldTime(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
