/** The headers of one request in a log, and the part of the text that may contain its body. */
export interface LoggedRequest {
  signature?: string;
  timestamp?: string;
  from: number;
  to: number;
}

/** Finds the requests of a log by their signature headers; a repeated header begins the next request. */
export function requestsIn(text: string, max: number): LoggedRequest[] {
  const requests: LoggedRequest[] = [];
  let line = 0;
  let current: LoggedRequest | undefined;
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
      if (requests.length === max) {
        break;
      }
      current = { from: requests.length === 0 ? 0 : from, to: text.length };
      requests.push(current);
    }
    current[kind] = value;
  }
  return requests;
}

/**
 * Characters between a header's name and value in common log formats: `: `, `="`, `": ["`, ` => `; the last two are the bytes of a no-break
 * space, which a mail adds.
 */
const separators = ' \t:=>"\'`\\[(,\u00c2\u00a0';
const maxSeparatorLength = 16;
const maxValue = 512;

function valueAfter(text: string, from: number): string | undefined {
  let at = from;
  while (at - from < maxSeparatorLength && at < text.length && separators.includes(text.charAt(at))) {
    at++;
  }
  if (at === from) {
    return undefined;
  }
  const value = /^[^\s\u00c2"'`\\,;|&\])}<]+/.exec(text.slice(at, at + maxValue))?.[0];
  // A word after the name, as in “X-Signature header missing”, is not a value.
  return value !== undefined && /\d/.test(value) ? value : undefined;
}
