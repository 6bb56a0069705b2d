/** Interface 6.4 and 8: the largest allowed difference from the receiver's clock, in milliseconds. */
export const maxDifferenceMs = 5 * 60 * 1000;

/** The result of comparing `X-Signature-Timestamp` with the tolerance (interface 6.4, rule 1). */
export interface TimeVerdict {
  verdict: 'good' | 'past' | 'future' | 'unreadable';
  sentence: string;
  /** Milliseconds from the timestamp to the moment of the check; negative for a timestamp in the future. */
  skewMs?: number;
  /** The unit that the timestamp seems to have instead of milliseconds. */
  unit?: 'seconds' | 'microseconds';
}

/** `now` in milliseconds; exactly the tolerance is valid (“more than 5 minutes”, interface 6.4). */
export function checkTimestamp(timestamp: string, now: number): TimeVerdict {
  const fault = timestampFault(timestamp);
  if (fault) {
    return { verdict: 'unreadable', sentence: fault };
  }
  const skewMs = now - Number(timestamp);
  const away = duration(Math.abs(skewMs));
  const tolerance = duration(maxDifferenceMs);
  if (Math.abs(skewMs) <= maxDifferenceMs) {
    const where =
      skewMs === 0
        ? 'exactly the moment checked'
        : `${away} ${skewMs > 0 ? 'before' : 'after'} the moment checked`;
    return {
      verdict: 'good',
      skewMs,
      sentence: `The timestamp is ${where}, within the ${tolerance} allowed.`,
    };
  }
  const verdict = skewMs > 0 ? 'past' : 'future';
  const side = skewMs > 0 ? 'old' : 'in the future';
  const unit = wrongUnit(timestamp, now);
  return {
    verdict,
    skewMs,
    sentence: `The timestamp is ${away} ${side}; a receiver allows ${tolerance}.${unit ? ` It looks like ${unit}; the service sends milliseconds.` : ''}`,
    ...(unit && { unit }),
  };
}

function timestampFault(timestamp: string): string | undefined {
  if (timestamp.trim() === '') {
    return 'The timestamp is empty: was X-Signature-Timestamp sent at all?';
  }
  if (/^\d{1,16}$/.test(timestamp) && Number.isSafeInteger(Number(timestamp))) {
    return undefined;
  }
  if (/^\s*\d{1,16}\s*$/.test(timestamp)) {
    return 'There is white space around the timestamp.';
  }
  if (/^\d+$/.test(timestamp)) {
    return `The timestamp has ${timestamp.length} digits, too many for milliseconds since 1970.`;
  }
  return 'The timestamp is not a whole number of milliseconds since 1970.';
}

function wrongUnit(timestamp: string, now: number): TimeVerdict['unit'] {
  const value = Number(timestamp);
  const near = (ms: number) => Math.abs(now - ms) <= 10 * 365 * 86_400_000;
  if (near(value)) {
    return undefined;
  }
  if (near(value * 1000)) {
    return 'seconds';
  }
  return near(value / 1000) ? 'microseconds' : undefined;
}

const timeUnits: [name: string, ms: number][] = [
  ['year', 365 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
  ['millisecond', 1],
];

/** Returns a duration as text, in its two largest units: `2 days 3 hours`, `4 minutes 12 seconds`, `6 seconds`, `250 milliseconds`. */
export function duration(ms: number): string {
  // From a second to a minute milliseconds are omitted; with minutes they are kept, because they may decide the verdict.
  let rest = ms >= 1000 && ms < 60_000 ? Math.floor(ms / 1000) * 1000 : Math.round(ms);
  const parts: string[] = [];
  for (const [name, size] of timeUnits) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) {
      parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    } else if (parts.length > 0 && ms >= 3_600_000) {
      break;
    }
    if (parts.length === 2) {
      break;
    }
  }
  return parts.length > 0 ? parts.join(' ') : '0 milliseconds';
}
