import { type CsvColumns, csvFile } from '../../../common/csv.ts';
import { inParts } from '../../../common/in-pages.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { ExportedEntry } from './journal-store.ts';

/** Entries per request. */
const pageSize = 1000;
const columns: CsvColumns<ExportedEntry> = {
  seq: ({ seq }) => seq,
  at: ({ at }) => isoTime(at),
  actor: ({ actor }) => actor,
  kind: ({ kind }) => kind,
  environment: ({ content }) => content?.environmentId,
  conversation: ({ content }) => content?.conversationId,
  details: ({ content }) => JSON.stringify(content?.details),
  forgotten: ({ content }) => (content === undefined ? 'yes' : 'no'),
  hash: ({ hash }) => hash,
  previous_hash: ({ previousHash }) => previousHash,
};

/** A page of entries after a given one, in order, up to a limit. */
export type EntryPage = (after: number, max: number) => Promise<ExportedEntry[]>;

/** Returns the whole journal as streamed text: one JSON object per line, or CSV (RFC 4180) with a header row. */
export function journalAsText(format: 'jsonl' | 'csv', page: EntryPage): AsyncIterable<string> {
  return format === 'csv' ? csvFile(columns, entriesOf(page)) : jsonLines(page);
}

async function* jsonLines(page: EntryPage): AsyncGenerator<string> {
  for await (const entry of entriesOf(page)) {
    yield `${JSON.stringify({ ...entry, at: isoTime(entry.at) })}\n`;
  }
}

async function* entriesOf(page: EntryPage): AsyncGenerator<ExportedEntry> {
  for await (const entries of inParts<ExportedEntry>((last) => page(last?.seq ?? 0, pageSize))) {
    yield* entries;
  }
}
