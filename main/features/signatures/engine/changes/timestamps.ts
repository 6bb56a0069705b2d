import { withoutEnd } from '../without-end.ts';
import type { Change } from './change.ts';

/** A text that may have been signed instead of `X-Signature-Timestamp`. */
export interface TimestampChange {
  change: Change;
  text: string;
}

function stamp(code: string, variant: string, what: string, text: string): TimestampChange {
  return {
    text,
    change: { code, variant, family: 'timestamp', cause: `The timestamp that was signed is ${what}.` },
  };
}

/** Seconds instead of milliseconds, the most common of these. */
export function secondsTimestamps(timestamp: string): TimestampChange[] {
  const ms = readMs(timestamp);
  if (ms === undefined) {
    return [];
  }
  const seconds = String(Math.floor(ms / 1000));
  return [
    stamp('seconds', 'floor', 'in seconds, not in milliseconds', seconds),
    stamp('seconds', 'round', 'in seconds, rounded up', String(Math.ceil(ms / 1000))),
    stamp(
      'seconds',
      'fraction',
      'in seconds with a decimal fraction',
      `${seconds}.${String(ms % 1000).padStart(3, '0')}`,
    ),
    stamp('seconds', 'short-fraction', 'in seconds with a decimal fraction', String(ms / 1000)),
    stamp('seconds', 'with-zero', 'in seconds, followed by “.0”', `${seconds}.0`),
    stamp('seconds', 'zeros', 'in whole seconds, followed by three zeros', `${seconds}000`),
  ];
}

/** Returns all other forms of the timestamp, and the body's `created`. */
export function otherTimestamps(timestamp: string, created: string | undefined): TimestampChange[] {
  const ms = readMs(timestamp);
  return [
    ...(created === undefined ? [] : createdTimestamps(created)),
    ...(ms === undefined ? [] : [...units(timestamp.trim(), ms), ...writtenOut(ms)]),
    ...textual(timestamp),
    ...fromDate(timestamp.trim()),
  ];
}

/** Returns a header that is a date, where its milliseconds were signed. */
function fromDate(text: string): TimestampChange[] {
  const ms = /^\d{4}-\d\d-\d\d[T ]|GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms) || ms < 0) {
    return [];
  }
  const what = 'in milliseconds, and the header was turned into a date';
  return [
    stamp('iso-header', 'milliseconds', what, String(ms)),
    stamp(
      'iso-header',
      'seconds',
      'in seconds, and the header was turned into a date',
      String(Math.floor(ms / 1000)),
    ),
  ];
}

function textual(timestamp: string): TimestampChange[] {
  const space = 'timestamp-white-space';
  return [
    stamp(space, 'trimmed', 'the header without the white space around it', timestamp.trim()),
    stamp(space, 'after', 'the header followed by a space', `${timestamp} `),
    stamp(space, 'before', 'the header after a space', ` ${timestamp}`),
    stamp(space, 'lf', 'the header followed by a newline', `${timestamp}\n`),
    stamp(space, 'crlf', 'the header followed by CRLF', `${timestamp}\r\n`),
    stamp('timestamp-quotes', 'double', 'the header in quotes', `"${timestamp}"`),
    stamp(
      'timestamp-quotes',
      'removed',
      'the header without the quotes around it',
      timestamp.replace(/^\s*["'](.*)["']\s*$/, '$1'),
    ),
    stamp(
      'timestamp-zeros',
      'removed',
      'the header without its leading zeros',
      timestamp.trim().replace(/^0+(?=\d)/, ''),
    ),
    stamp('timestamp-missing', 'empty', 'an empty text: the header was not found', ''),
    stamp('timestamp-missing', 'undefined', '“undefined”: the header was not found', 'undefined'),
    stamp('timestamp-missing', 'null', '“null”: the header was not found', 'null'),
    stamp('timestamp-missing', 'none', '“None”: the header was not found', 'None'),
    stamp('timestamp-missing', 'zero', '“0”: the header was not read as a number', '0'),
    stamp('timestamp-missing', 'nan', '“NaN”: the header was not read as a number', 'NaN'),
    stamp('timestamp-list', 'python', 'a list with the header in it', `['${timestamp}']`),
    stamp('timestamp-list', 'java', 'a list with the header in it', `[${timestamp}]`),
  ];
}

/** Reads the milliseconds of a timestamp in milliseconds, microseconds or seconds; undefined when it is not a number. */
function readMs(timestamp: string): number | undefined {
  const text = timestamp.trim();
  if (!/^\d{1,19}(\.\d{1,9})?$/.test(text)) {
    return undefined;
  }
  const value = Number(text);
  const ms =
    text.includes('.') || text.length <= 10 ? value * 1000 : text.length >= 16 ? value / 1000 : value;
  const whole = Math.floor(ms);
  return whole >= 0 && whole <= 8.64e15 ? whole : undefined;
}

function units(text: string, ms: number): TimestampChange[] {
  const [digits = '', exponent = '0'] = ms.toExponential().split('e+');
  return [
    stamp('milliseconds', 'whole', 'in milliseconds', String(ms)),
    stamp('microseconds', 'zeros', 'in microseconds', `${ms}000`),
    stamp('nanoseconds', 'zeros', 'in nanoseconds', `${ms}000000`),
    stamp('minutes', 'floor', 'in minutes', String(Math.floor(ms / 60_000))),
    stamp('number-form', 'decimal', 'a number with a decimal, “.0”', `${text}.0`),
    stamp('number-form', 'two-decimals', 'a number with two decimals, “.00”', `${text}.00`),
    stamp(
      'number-form',
      'java',
      'a number with an exponent, as Java writes doubles',
      `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`,
    ),
    stamp(
      'number-form',
      'c',
      'a number with an exponent, as C, Go and PHP write it',
      `${digits}e+${exponent.padStart(2, '0')}`,
    ),
    stamp(
      'number-form',
      'six-digits',
      'a number with an exponent, cut to six digits',
      ms.toExponential(5).replace(/e\+(\d)$/, 'e+0$1'),
    ),
    stamp('number-form', 'hex', 'in hexadecimal', ms.toString(16)),
    stamp(
      'number-form',
      'grouped',
      'a number with separators between its thousands',
      ms.toLocaleString('en-US'),
    ),
    stamp('number-form', 'bigint', 'a number followed by “n”', `${text}n`),
    stamp('number-form', 'long', 'a number followed by “L”', `${text}L`),
  ];
}

/** ISO 8601 and similar formats. */
function writtenOut(ms: number): TimestampChange[] {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) {
    return [];
  }
  const iso = date.toISOString();
  const [whole = '', fraction = ''] = iso.slice(0, -1).split('.');
  const short = withoutEnd(fraction, '0');
  const forms = new Set([
    iso,
    `${whole}Z`,
    `${whole}.${fraction}000Z`,
    `${whole}${short ? `.${short}` : ''}Z`,
    ...[`${whole}.${fraction}`, whole, `${whole}.${fraction}000`].flatMap((text) => [
      `${text}+00:00`,
      `${text}+0000`,
      text,
    ]),
    ...[`${whole}.${fraction}`, whole, `${whole}.${fraction}000`].map((text) => text.replace('T', ' ')),
    `${whole.replace('T', ' ')}+00:00`,
    `${whole.replace('T', ' ')} UTC`,
  ]);
  return [
    ...[...forms].map((text) => stamp('iso', text.replace(/\d/g, '0'), 'the time in ISO 8601', text)),
    stamp('http-date', 'http', 'the time as HTTP writes dates', date.toUTCString()),
  ];
}

function createdTimestamps(created: string): TimestampChange[] {
  const ms = Date.parse(created);
  const whose = 'the body’s own created, not the header';
  const base = stamp('created', 'text', whose, created);
  if (Number.isNaN(ms)) {
    return [base];
  }
  return [
    base,
    stamp('created', 'milliseconds', `${whose}, in milliseconds`, String(ms)),
    stamp('created', 'seconds', `${whose}, in seconds`, String(Math.floor(ms / 1000))),
    ...writtenOut(ms).map(({ text }) =>
      stamp('created', `iso ${text.replace(/\d/g, '0')}`, `${whose}, in another form`, text),
    ),
  ];
}

/** Returns a timestamp received in whole seconds, also as a date: each millisecond that may have been lost. */
export function lostMilliseconds(timestamp: string): TimestampChange[] {
  const text = timestamp.trim();
  const date = fromDate(text)[1]?.text;
  const seconds = /^(\d{9,10})(?:000)?$/.exec(text)?.[1] ?? (/\.\d/.test(text) ? undefined : date);
  if (seconds === undefined) {
    return [];
  }
  return Array.from({ length: 1000 }, (_, ms) =>
    stamp(
      'milliseconds',
      'lost',
      'in milliseconds, which the received header has lost',
      `${seconds}${String(ms).padStart(3, '0')}`,
    ),
  );
}
