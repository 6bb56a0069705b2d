import type { CaseRow } from '../../../preload/contract/cases.ts';
import { type CaseColumn, caseColumns, exportedCase } from '../../../preload/wording/case-columns.ts';
import { csvHeading, csvLine } from '../../common/csv.ts';
import { isoTime } from '../../common/iso-time.ts';

/** Rows per request. */
const pageSize = 500;

const columns = Object.values(caseColumns).flatMap((column): CaseColumn['export'] => column.export);

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
  const fields = list.withUserKeys ? columns : columns.filter(([name]) => name !== 'user_key');
  yield csvHeading(fields.map(([name]) => name));
  for await (const rows of pages(list)) {
    yield rows.map((row) => csvLine(fields.map(([, value]) => text(value(row))))).join('');
  }
}

async function* jsonParts(list: ListExport): AsyncGenerator<string> {
  yield '[';
  let separator = '\n';
  for await (const rows of pages(list)) {
    for (const { userKey, ...row } of rows.map(exportedCase)) {
      yield `${separator}${JSON.stringify(list.withUserKeys ? { ...row, userKey } : row)}`;
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

function text(value: string | number | undefined): string {
  return typeof value === 'number' ? isoTime(value) : (value ?? '');
}
