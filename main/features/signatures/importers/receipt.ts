import { isoTime } from '../../../common/iso-time.ts';
import { member } from '../engine/message.ts';

/** Members of a record that say when it was written; the last one is of an API gateway. */
const members = ['receivedAt', 'received_at', '@timestamp', 'time', 'ts', 'created_at', 'startedDateTime'];
/** Times since the epoch are taken for times from 2001 on, in seconds or milliseconds. */
const seconds = { from: 1e9, to: 1e11 };
const milliseconds = { from: 1e12, to: 1e14 };

/** Returns a time with a date and an offset, as ISO 8601 in UTC; undefined for anything else, since a zone cannot be guessed. */
export function receiptTime(value: unknown): string | undefined {
  if (typeof value === 'number') {
    const within = ({ from, to }: typeof seconds) => value >= from && value < to;
    return within(seconds)
      ? isoTime(value * 1000)
      : within(milliseconds)
        ? isoTime(Math.trunc(value))
        : undefined;
  }
  const text = typeof value === 'string' && value.length <= 64 ? value.trim() : '';
  const isZoned = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$|^[A-Z][a-z]{2}, .*GMT$/.test(text);
  const ms = isZoned ? Date.parse(isIso(text) ? text.replace(',', '.') : text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : isoTime(ms);
}

const isIso = (text: string) => /^\d{4}-/.test(text);

/** Returns when a JSON record was written. */
export function receiptOf(record: unknown): string | undefined {
  for (const name of members) {
    const time = receiptTime(member(record, name));
    if (time !== undefined) {
      return time;
    }
  }
  return receiptTime(member(member(record, 'requestContext'), 'timeEpoch'));
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns the time at the begin of a log line, with its offset; the times of a body stand further on. */
export function receiptOfLine(line: string): string | undefined {
  const head = line.slice(0, 200);
  const iso =
    /^[^\w{]{0,4}(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?) ?(Z|UTC|[+-]\d\d:?\d\d)/.exec(head) ??
    /^[^{]{0,80}\[(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?) ?(Z|UTC|[+-]\d\d:?\d\d)\]/.exec(head);
  if (iso) {
    return receiptTime(`${iso[1]?.replace(' ', 'T')}${iso[2] === 'UTC' ? 'Z' : iso[2]}`);
  }
  // As Apache and nginx write it.
  const common = /^[^{]{0,120}\[(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})\]/.exec(head);
  const month = common ? months.indexOf(common[2] ?? '') + 1 : 0;
  return common && month > 0
    ? receiptTime(`${common[3]}-${String(month).padStart(2, '0')}-${common[1]}T${common[4]}${common[5]}`)
    : undefined;
}
