/**
 * Milliseconds a Retry-After header asks to wait: seconds, or a date compared with `now` (milliseconds since the epoch).
 * Undefined where there is none that can be read.
 */
export function retryAfterMs(header: string | string[] | undefined, now: number): number | undefined {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (text === undefined || text === '') {
    return undefined;
  }
  if (/^\d{1,9}$/.test(text)) {
    return Number(text) * 1000;
  }
  // Only what begins like a day's name: the parser of dates takes almost anything.
  const date = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
