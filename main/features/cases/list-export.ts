import type { CaseRow } from '../../../preload/contract/cases.ts';
import { findingText, sinceDecidedText } from '../../../preload/wording/cases.ts';
import { csvHeading, csvLine } from '../../common/csv.ts';
import { isoTime } from '../../common/iso-time.ts';

/** Rows per request. */
const pageSize = 500;

const columns: readonly [name: string, value: (row: CaseRow) => string][] = [
  ['conversation_id', (row) => row.conversationId],
  ['user_key', (row) => row.userKey ?? ''],
  ['verdict', (row) => row.verdict],
  ['status', (row) => row.status ?? ''],
  ['products', ({ products }) => products.map(({ name, status }) => `${name}=${status ?? ''}`).join(' ')],
  ['findings', ({ findings }) => findings.map(({ kind, code }) => `${kind}:${code}`).join(' ')],
  ['finding_texts', ({ findings }) => findings.map(findingText).join('; ')],
  ['finding_count', (row) => String(row.findingCount)],
  ['aml', (row) => row.aml.join(' ')],
  ['countries', (row) => row.countries.join(' ')],
  ['first_seen', (row) => isoTime(row.firstSeenAt)],
  ['opened', (row) => time(row.openedAt)],
  ['read', (row) => time(row.readAt)],
  ['changed', (row) => time(row.changedAt)],
  ['decision', (row) => row.decision?.kind ?? ''],
  ['reason', (row) => row.decision?.reason ?? ''],
  ['decided', (row) => time(row.decision?.at)],
  ['changed_since_decided', ({ sinceDecided }) => (sinceDecided ? sinceDecidedText(sinceDecided) : '')],
  ['state', (row) => row.state],
  ['labels', (row) => row.labels.join('; ')],
  ['notes', (row) => String(row.noteCount)],
  ['watched', (row) => (row.watched ? 'yes' : 'no')],
];

export interface ListExport {
  conversationIds: readonly string[];
  format: 'csv' | 'json';
  withUserKeys: boolean;
  /** Returns the rows of these cases with all their findings; deleted ones are left out. */
  rowsOf(conversationIds: readonly string[]): Promise<CaseRow[]>;
}

/** Returns the list as streamed text: CSV (RFC 4180) with a header row, or JSON with one row per line. */
export function listAsText(list: ListExport): AsyncIterable<string> {
  return list.format === 'csv' ? csvParts(list) : jsonParts(list);
}

async function* csvParts(list: ListExport): AsyncGenerator<string> {
  const shown = list.withUserKeys ? columns : columns.filter(([name]) => name !== 'user_key');
  yield csvHeading(shown.map(([name]) => name));
  for await (const rows of pages(list)) {
    yield rows.map((row) => csvLine(shown.map(([, value]) => value(row)))).join('');
  }
}

async function* jsonParts(list: ListExport): AsyncGenerator<string> {
  yield '[';
  let separator = '\n';
  for await (const rows of pages(list)) {
    for (const { userKey, ...row } of rows) {
      yield `${separator}${JSON.stringify(list.withUserKeys && userKey !== undefined ? { ...row, userKey } : row)}`;
      separator = ',\n';
    }
  }
  yield '\n]\n';
}

async function* pages({ conversationIds, rowsOf }: ListExport): AsyncGenerator<CaseRow[]> {
  for (let from = 0; from < conversationIds.length; from += pageSize) {
    yield await rowsOf(conversationIds.slice(from, from + pageSize));
  }
}

function time(at: number | undefined): string {
  return at === undefined ? '' : isoTime(at);
}
