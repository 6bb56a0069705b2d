import type { OperationOutput } from '../../../../preload/contract/operations.ts';
import { inOneSpelling } from '../../../../preload/contract/service/conversation-id.ts';
import { dayOf } from '../../../../preload/shared/document-date.ts';
import { Failure } from '../../../common/failure.ts';
import type { CaseIndex } from '../index/case-index.ts';
import type { InEnvironment } from '../index/results.ts';
import { csvRows, delimiterOf } from '../reading/csv.ts';

/** The ends of relationships that a table names, with the conversations whose start changes. */
export type FoundStarts = Omit<OperationOutput<'due.readStarts'>, 'found'> & {
  starts: { conversationId: string; on: string }[];
};

export interface StartsSource extends InEnvironment {
  source: string | Uint8Array;
  column?: string | undefined;
}

/** Rows by which the columns are guessed. */
const maxProbes = 50;
const endHeading = /end|clos|terminat|left|exit|kündig|beend|zakończ/i;

/**
 * Finds the conversations and the days in a table with a line of headings. The column of ids or user keys is the one of which most are known.
 * @param input.column the heading of the column with the days; guessed without it
 * @throws Failure invalid-input
 */
export function findStarts(index: CaseIndex, { environmentId, source, column }: StartsSource): FoundStarts {
  const text = (typeof source === 'string' ? source : new TextDecoder().decode(source))
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n');
  const rows = [...csvRows(text, delimiterOf(text, () => true) ?? ',')].map(({ fields }) => fields);
  const [columns = [], ...records] = rows;
  const conversationsOf = (field: string): string[] => {
    const id = inOneSpelling(field.trim());
    const isListed = index.table.find(environmentId, id) !== undefined;
    return isListed
      ? [id]
      : field.trim() === ''
        ? []
        : index.search.withUserKey(environmentId, field.trim(), 1000);
  };
  const sample = records.slice(0, maxProbes);
  const most = (score: (at: number) => number) => {
    const scores = columns.map((_, at) => score(at));
    const best = Math.max(0, ...scores);
    return best === 0 ? -1 : scores.indexOf(best);
  };
  const keyAt = most((at) => sample.filter((fields) => conversationsOf(fields[at] ?? '').length > 0).length);
  const dayAt =
    column === undefined
      ? most((at) => {
          const days = at === keyAt ? 0 : sample.filter((fields) => dayOf(fields[at]) !== undefined).length;
          return days === 0 ? 0 : days + (endHeading.test(columns[at] ?? '') ? maxProbes : 0);
        })
      : columns.indexOf(column);
  if (keyAt < 0 || dayAt < 0) {
    throw new Failure({
      code: 'invalid-input',
      message:
        keyAt < 0
          ? 'No column of this table has ids or user keys of your cases.'
          : 'No column of this table has dates that can be read.',
      hint: 'Use CSV with a line of headings, a column of conversation ids or user keys, and a column of dates such as 2026-05-31.',
    });
  }
  const result: FoundStarts = {
    columns,
    column: columns[dayAt] ?? '',
    starts: [],
    unchanged: 0,
    unknown: 0,
    unreadable: 0,
  };
  for (const fields of records) {
    const on = dayOf(fields[dayAt]);
    const conversationIds = conversationsOf(fields[keyAt] ?? '');
    if (conversationIds.length === 0) {
      result.unknown += 1;
    } else if (on === undefined) {
      result.unreadable += 1;
    }
    for (const conversationId of on === undefined ? [] : conversationIds) {
      if (index.due.startOf(environmentId, conversationId) === on) {
        result.unchanged += 1;
      } else {
        result.starts.push({ conversationId, on: String(on) });
      }
    }
  }
  return result;
}
