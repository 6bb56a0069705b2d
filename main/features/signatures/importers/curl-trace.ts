import { addNote, type ImportedRequest, type ImportResult, importResult, refusal } from './imported.ts';
import { lineAt, readRawHttp } from './raw-http.ts';

const maxRequests = 500;

/** Matches the head of a sent block; `--trace-time` and `--trace-ids` put columns before it. */
const sendLine = /^(?:[\d:.]{8,20} )?(?:\[\d{1,9}-\d{1,9}\] )?=> Send (header|data), (\d{1,12}) bytes/;
const other = /^(?:[\d:.]{8,20} )?(?:\[\d{1,9}-\d{1,9}\] )?(?:== |[<=]= |=> )/;

/** Returns whether the text, which begins with `head`, was written by `curl --trace-ascii`. */
export function isCurlTrace(head: string): boolean {
  return (
    other.test(head) && /(?:^|\n)[^\n]{0,60}=> Send header, \d{1,12} bytes|^[^\n]{0,60}== Info:/.test(head)
  );
}

/** Imports the requests in the output of `curl --trace-ascii`, whose rows omit the line ends. */
export function importCurlTrace(bytes: Buffer): ImportResult {
  const requests: ImportedRequest[] = [];
  let parts: Buffer[] = [];
  let hasDots = false;
  const finish = () => {
    const request = parts.length > 0 ? readRawHttp(Buffer.concat(parts)) : undefined;
    if (request && !('ok' in request)) {
      if (hasDots) {
        addNote(
          request.notes,
          'trace-dots',
          'curl writes a dot for each byte of the body that is not printable ASCII: such bytes are lost here.',
        );
      }
      requests.push(request);
    }
    parts = [];
    hasDots = false;
  };
  for (let at = 0; at < bytes.length && requests.length <= maxRequests; ) {
    const { text, next } = lineAt(bytes, at);
    at = next;
    const block = sendLine.exec(text);
    if (!block) {
      continue;
    }
    const rows = readRows(bytes, at, Number(block[2]));
    if (block[1] === 'header') {
      finish();
    }
    hasDots ||= block[1] === 'data' && rows.content.includes('.');
    parts.push(Buffer.from(rows.content, 'latin1'));
    at = rows.next;
  }
  finish();
  return requests.length > 0
    ? importResult('curl-trace', requests, maxRequests)
    : refusal('empty', 'The trace of curl has no request that was sent.');
}

/** Reads the rows of a block of `size` bytes: a row begins at the offset it names, and a line end is left out before it. */
function readRows(bytes: Buffer, from: number, size: number): { content: string; next: number } {
  const rows: string[] = [];
  let length = 0;
  let at = from;
  const lineEndUntil = (offset: number) => {
    if (offset === length + 2) {
      rows.push('\r\n');
      length += 2;
    }
  };
  while (at < bytes.length && length < size) {
    const { text, next } = lineAt(bytes, at);
    const row = /^([\da-f]{4,12}): /.exec(text);
    if (!row) {
      break;
    }
    lineEndUntil(Number.parseInt(row[1] ?? '', 16));
    const content = text.slice(row[0].length);
    rows.push(content);
    length += content.length;
    at = next;
  }
  lineEndUntil(size);
  return { content: rows.join(''), next: at };
}
