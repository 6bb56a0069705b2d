import type { CaseRow } from '../../../preload/contract/cases.ts';
import { type CaseColumn, caseColumns, exportedCase } from '../../../preload/wording/case-columns.ts';
import { type CsvColumns, csvFile } from '../../common/csv.ts';
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
  const fields = list.withUserKeys ? columns : columns.filter(([name]) => name !== 'user_key');
  const shownColumns: CsvColumns<CaseRow> = Object.fromEntries(
    fields.map(([name, value]) => [name, (row: CaseRow) => text(value(row))]),
  );
  return list.format === 'csv' ? csvFile(shownColumns, rowsOf(list)) : jsonParts(list);
}

async function* jsonParts(list: ListExport): AsyncGenerator<string> {
  yield '[';
  let separator = '\n';
  for await (const one of rowsOf(list)) {
    const { userKey, ...row } = exportedCase(one);
    yield `${separator}${JSON.stringify(list.withUserKeys ? { ...row, userKey } : row)}`;
    separator = ',\n';
  }
  yield '\n]\n';
}

async function* rowsOf({ conversationIds, rowsOf: page }: ListExport): AsyncGenerator<CaseRow> {
  for (let from = 0; from < conversationIds.length; from += pageSize) {
    yield* await page(conversationIds.slice(from, from + pageSize));
  }
}

function text(value: string | number | undefined): string | undefined {
  return typeof value === 'number' ? isoTime(value) : value;
}
