/** One CSV record; `line` is its first line, counted from 1. */
export interface CsvRow {
  line: number;
  fields: string[];
}

const delimiters = [',', ';', '\t', '|'];
/** Rows read to detect the delimiter. */
const sampleLines = 20;
/** In characters. */
const maxSample = 256 * 1024;

/**
 * Returns the delimiter with which the first records all have the same number of fields, at least two; or, below a line of headings, half of them
 * have two fields or more. Otherwise undefined.
 */
export function delimiterOf(text: string, isHeading: (field: string) => boolean): string | undefined {
  let best: { delimiter: string; fields: number } | undefined;
  for (const delimiter of delimiters) {
    const rows = firstRows(text, delimiter);
    const [first = []] = rows;
    const isTable = first.some(isHeading)
      ? rows.filter((fields) => fields.length > 1).length * 2 >= rows.length
      : rows.every((fields) => fields.length === first.length);
    if (first.length > (best?.fields ?? 1) && rows.length > 1 && isTable) {
      best = { delimiter, fields: first.length };
    }
  }
  return best?.delimiter;
}

/** Returns the fields of the first records. */
export function firstRows(text: string, delimiter: string, count = sampleLines): string[][] {
  const records = csvRows(text.slice(0, maxSample), delimiter).take(count);
  return records.map(({ fields }) => fields).toArray();
}

/** Returns the records of a CSV text (RFC 4180) with line ends of one character: quoted fields may contain delimiters, doubled quotes and line breaks. */
export function* csvRows(text: string, delimiter: string): Generator<CsvRow, void, void> {
  let fields: string[] = [];
  let line = 1;
  let begin = 1;
  let at = 0;
  const lastQuote = text.lastIndexOf('"');
  while (at <= text.length) {
    let field = '';
    let isQuoted = false;
    if (text[at] === '"') {
      isQuoted = true;
      const parts: string[] = [];
      const begins = at;
      let from = at + 1;
      for (;;) {
        const quote = lastQuote < from ? -1 : text.indexOf('"', from);
        const end = quote < 0 ? text.length : quote;
        parts.push(text.slice(from, end));
        at = end + 1;
        if (quote < 0 || text[at] !== '"') {
          isQuoted = quote >= 0 && isFieldEnd(text[at], delimiter);
          break;
        }
        parts.push('"');
        from = at + 1;
      }
      if (isQuoted) {
        field = parts.join('');
        line += countLineEnds(field);
      } else {
        // A quote that is never closed, or in the middle of a text, is a character: it must not hide the lines after it.
        at = begins;
      }
    }
    const stop = nextStop(text, at, delimiter);
    const rest = text.slice(at, stop);
    fields.push(isQuoted ? field : rest.trim());
    const isEnd = text[stop] !== delimiter;
    at = stop + 1;
    if (isEnd) {
      if (fields.length > 1 || fields[0] !== '') {
        yield { line: begin, fields };
      }
      fields = [];
      line++;
      begin = line;
    }
  }
}

function isFieldEnd(char: string | undefined, delimiter: string): boolean {
  return char === undefined || char === delimiter || char === '\n';
}

function nextStop(text: string, from: number, delimiter: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === delimiter || text[at] === '\n') {
      return at;
    }
  }
  return text.length;
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    count++;
  }
  return count;
}
