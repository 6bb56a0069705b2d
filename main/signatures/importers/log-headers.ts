import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { ImportedRequest } from './imported.ts';

/** The headers of one request in a log, and the part of the text that may contain its body. */
export interface LoggedRecord {
  signature?: string;
  timestamp?: string;
  from: number;
  to: number;
}

/** Finds the requests of a log by their signature headers; a repeated header begins the next request. */
export function recordsIn(text: string, max: number): LoggedRecord[] {
  const records: LoggedRecord[] = [];
  let line = 0;
  let current: LoggedRecord | undefined;
  for (const match of text.matchAll(/x[-_]signature(?:[-_]timestamp)?/gi)) {
    const value = valueAfter(text, match.index + match[0].length);
    if (value === undefined) {
      continue;
    }
    const kind = /timestamp$/i.test(match[0]) ? 'timestamp' : 'signature';
    if (!current || current[kind] !== undefined) {
      for (let next = text.indexOf('\n', line); next >= 0 && next < match.index; ) {
        line = next + 1;
        next = text.indexOf('\n', line);
      }
      // Two requests on one line are separated by their headers only.
      const from: number = current && line <= current.from ? match.index : line;
      if (current) {
        current.to = from;
      }
      if (records.length === max) {
        break;
      }
      current = { from: records.length === 0 ? 0 : from, to: text.length };
      records.push(current);
    }
    current[kind] = value;
  }
  return records;
}

/** The headers of a record in the form of an imported request. */
export function loggedHeaders({
  signature,
  timestamp,
}: LoggedRecord): Pick<ImportedRequest, 'signature' | 'timestamp'> {
  return omitUndefined({ signature, timestamp });
}

/** Characters between a header's name and value in common log formats: `: `, `="`, `": ["`, ` => `. */
const between = ' \t:=>"\'`\\[(,';
const maxBetween = 16;
const maxValue = 512;

function valueAfter(text: string, from: number): string | undefined {
  let at = from;
  while (at - from < maxBetween && at < text.length && between.includes(text.charAt(at))) {
    at++;
  }
  if (at === from) {
    return undefined;
  }
  const value = /^[^\s"'`\\,;|&\])}<]+/.exec(text.slice(at, at + maxValue))?.[0];
  // A word after the name, as in “X-Signature header missing”, is not a value.
  return value !== undefined && /\d/.test(value) ? value : undefined;
}
