/**
 * Returns the waiting time of a Retry-After header in milliseconds: seconds, or a date compared with `now` (milliseconds since
 * the epoch). Undefined when there is no valid one.
 */
export function retryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') {
    return undefined;
  }
  if (/^\d{1,9}$/.test(text)) {
    return Number(text) * 1000;
  }
  // Must begin with the name of a day: the parser of dates accepts almost anything.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
