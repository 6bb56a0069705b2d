import { type CaseSort, caseSortKeys } from '../../../preload/contract/cases.ts';
import { type CaseColumn, type CaseColumnId, caseColumns } from '../../../preload/wording/case-columns.ts';

/** The position and width of a visible column. */
export interface ShownColumn {
  id: CaseColumnId;
  /** In pixels. */
  width: number;
}

export const minWidth = 48;
export const maxWidth = 640;

const firstColumns: readonly CaseColumnId[] = [
  'verdict',
  'person',
  'userKey',
  'findings',
  'country',
  'age',
  'reviewer',
  'state',
  'labels',
];

export const defaultColumns: readonly ShownColumn[] = firstColumns.map((id) => ({
  id,
  width: caseColumns[id].width,
}));

/** The columns in a team: whom a case is assigned to, before its state, in the place of the country. They fit a window of 1280 pixels. */
export const teamColumns: readonly ShownColumn[] = defaultColumns
  .filter(({ id }) => id !== 'country')
  .flatMap((column) => (column.id === 'state' ? [{ id: 'assigned', width: 84 }, column] : [column]));

/** Columns as they were stored, as far as they can be shown; undefined where none can. */
export function columnsFrom(
  stored: readonly { id: string; width: number }[] | undefined,
): ShownColumn[] | undefined {
  const valid = (stored ?? []).flatMap(({ id, width }): ShownColumn[] =>
    isColumnId(id) ? [{ id, width: Math.round(Math.max(minWidth, Math.min(maxWidth, width))) }] : [],
  );
  const once = valid.filter(({ id }, index) => valid.findIndex((one) => one.id === id) === index);
  return once.length > 0 ? once : undefined;
}

/** Returns a sort as it was stored; undefined where the list knows no such one. */
export function sortFrom(stored: { by: string; descending: boolean } | undefined): CaseSort | undefined {
  const by = caseSortKeys.find((key) => key === stored?.by);
  return by === undefined || stored === undefined ? undefined : { by, descending: stored.descending };
}

function isColumnId(id: string): id is CaseColumnId {
  return Object.hasOwn(caseColumns, id);
}

/** Returns the sort order after a click on a column head. */
export function nextSort(sort: CaseSort, id: CaseColumnId): CaseSort {
  const { sort: by, descendingFirst = false }: CaseColumn = caseColumns[id];
  if (by === undefined) {
    return sort;
  }
  return sort.by === by ? { by, descending: !sort.descending } : { by, descending: descendingFirst };
}

export function withWidth(all: readonly ShownColumn[], id: CaseColumnId, width: number): ShownColumn[] {
  const fit = Math.round(Math.max(minWidth, Math.min(maxWidth, width)));
  return all.map((column) => (column.id === id ? { ...column, width: fit } : column));
}

/** Moves a column one place to the left (-1) or right (1). */
export function withMoved(all: readonly ShownColumn[], id: CaseColumnId, by: -1 | 1): ShownColumn[] {
  const from = all.findIndex((column) => column.id === id);
  const to = Math.max(0, Math.min(from + by, all.length - 1));
  return all.toSpliced(from, 1).toSpliced(to, 0, ...all.slice(from, from + 1));
}

export function withColumn(all: readonly ShownColumn[], id: CaseColumnId, on: boolean): ShownColumn[] {
  const others = all.filter((column) => column.id !== id);
  return on ? [...others, { id, width: caseColumns[id].width }] : others;
}
