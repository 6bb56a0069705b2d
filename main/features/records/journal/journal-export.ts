import { csvHeading, csvLine } from '../../../common/csv.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { ExportedEntry } from './journal-store.ts';

/** Entries per request. */
const pageSize = 1000;
const header = [
  'seq',
  'at',
  'actor',
  'kind',
  'environment',
  'conversation',
  'details',
  'forgotten',
  'hash',
  'previous_hash',
];

/** A page of entries after a given one, in order, up to a limit. */
export type EntryPage = (after: number, max: number) => Promise<ExportedEntry[]>;

/** Returns the whole journal as streamed text: one JSON object per line, or CSV (RFC 4180) with a header row. */
export function journalAsText(format: 'jsonl' | 'csv', page: EntryPage): AsyncIterable<string> {
  return format === 'csv' ? csv(page) : jsonLines(page);
}

async function* jsonLines(page: EntryPage): AsyncGenerator<string> {
  for await (const entries of pages(page)) {
    yield entries.map((entry) => `${JSON.stringify({ ...entry, at: isoTime(entry.at) })}\n`).join('');
  }
}

async function* csv(page: EntryPage): AsyncGenerator<string> {
  yield csvHeading(header);
  for await (const entries of pages(page)) {
    yield entries.map((entry) => csvLine(valuesOf(entry))).join('');
  }
}

function valuesOf({ seq, at, actor, kind, content, hash, previousHash }: ExportedEntry): string[] {
  return [
    String(seq),
    isoTime(at),
    actor,
    kind,
    content?.environmentId ?? '',
    content?.conversationId ?? '',
    content?.details === undefined ? '' : JSON.stringify(content.details),
    content === undefined ? 'yes' : 'no',
    hash,
    previousHash,
  ];
}

async function* pages(page: EntryPage): AsyncGenerator<ExportedEntry[]> {
  for (let after = 0; ; ) {
    const entries = await page(after, pageSize);
    const last = entries.at(-1);
    if (last === undefined) {
      return;
    }
    yield entries;
    after = last.seq;
  }
}
