import { type CaseSort, caseSortKeys } from '../../../preload/contract/cases.ts';

export type ColumnId =
  | 'verdict'
  | 'userKey'
  | 'products'
  | 'findings'
  | 'country'
  | 'status'
  | 'added'
  | 'opened'
  | 'read'
  | 'changed'
  | 'decided'
  | 'state'
  | 'labels'
  | 'conversationId';

export interface Column {
  id: ColumnId;
  label: string;
  sort: CaseSort['by'];
  /** True if the first click sorts in descending order: newest or most first. */
  descendingFirst: boolean;
  /** The default width in pixels. */
  width: number;
  /** Takes the remaining width. */
  grows?: boolean;
}

/** The position and width of a visible column. */
export interface ShownColumn {
  id: ColumnId;
  /** In pixels. */
  width: number;
}

export const minWidth = 48;
export const maxWidth = 640;

export const columns: Readonly<Record<ColumnId, Column>> = {
  verdict: { id: 'verdict', label: 'Verdict', sort: 'verdict', descendingFirst: false, width: 200 },
  userKey: { id: 'userKey', label: 'User key', sort: 'userKey', descendingFirst: false, width: 104 },
  products: { id: 'products', label: 'Products', sort: 'products', descendingFirst: false, width: 148 },
  findings: {
    id: 'findings',
    label: 'Findings',
    sort: 'findings',
    descendingFirst: true,
    width: 224,
    grows: true,
  },
  country: { id: 'country', label: 'Country', sort: 'country', descendingFirst: false, width: 72 },
  status: { id: 'status', label: 'Status', sort: 'status', descendingFirst: false, width: 88 },
  added: { id: 'added', label: 'Added', sort: 'first-seen', descendingFirst: true, width: 84 },
  opened: { id: 'opened', label: 'Opened', sort: 'opened', descendingFirst: true, width: 84 },
  read: { id: 'read', label: 'Read', sort: 'read', descendingFirst: true, width: 84 },
  changed: { id: 'changed', label: 'Changed', sort: 'changed', descendingFirst: true, width: 84 },
  decided: { id: 'decided', label: 'Decided', sort: 'decided', descendingFirst: true, width: 156 },
  state: { id: 'state', label: 'State', sort: 'state', descendingFirst: false, width: 84 },
  labels: { id: 'labels', label: 'Labels', sort: 'labels', descendingFirst: false, width: 128 },
  conversationId: {
    id: 'conversationId',
    label: 'Conversation id',
    sort: 'conversationId',
    descendingFirst: false,
    width: 240,
  },
};

const firstColumns: readonly ColumnId[] = [
  'verdict',
  'userKey',
  'products',
  'findings',
  'country',
  'status',
  'opened',
  'decided',
  'labels',
];

export const defaultColumns: readonly ShownColumn[] = firstColumns.map((id) => ({
  id,
  width: columns[id].width,
}));

/** Columns as they were stored, as far as they can be shown; undefined where none can. */
export function columnsFrom(
  stored: readonly { id: string; width: number }[] | undefined,
): ShownColumn[] | undefined {
  const known = (stored ?? []).flatMap(({ id, width }): ShownColumn[] =>
    isColumnId(id) ? [{ id, width: Math.round(Math.max(minWidth, Math.min(maxWidth, width))) }] : [],
  );
  const once = known.filter(({ id }, index) => known.findIndex((one) => one.id === id) === index);
  return once.length > 0 ? once : undefined;
}

/** Returns a sort as it was stored; undefined where the list knows no such one. */
export function sortFrom(stored: { by: string; descending: boolean } | undefined): CaseSort | undefined {
  const by = caseSortKeys.find((key) => key === stored?.by);
  return by === undefined || stored === undefined ? undefined : { by, descending: stored.descending };
}

function isColumnId(id: string): id is ColumnId {
  return Object.hasOwn(columns, id);
}

/** The width of the checkbox column in pixels. */
const checkboxWidth = 36;

/** Returns as many columns as fit, in order, but at least the first three. */
export function fittingColumns(shown: readonly ShownColumn[], available: number): readonly ShownColumn[] {
  let left = available - checkboxWidth;
  const fitting: ShownColumn[] = [];
  for (const column of shown) {
    left -= column.width;
    if (left < 0 && fitting.length >= 3) {
      break;
    }
    fitting.push(column);
  }
  return fitting;
}

/** Returns the CSS grid of a row: one growing column takes the remaining width; without one it stays empty. */
export function gridTemplate(shown: readonly ShownColumn[]): string {
  const tracks = shown.map(({ id, width }) => (columns[id].grows ? `minmax(${width}px, 1fr)` : `${width}px`));
  const grows = shown.some(({ id }) => columns[id].grows);
  return [`${checkboxWidth}px`, ...tracks, ...(grows ? [] : ['1fr'])].join(' ');
}

/** Returns the width in pixels below which the list scrolls sideways. */
export function listWidth(shown: readonly ShownColumn[]): number {
  return shown.reduce((sum, { width }) => sum + width, checkboxWidth);
}

/** Returns the sort order after a click on a column head. */
export function nextSort(sort: CaseSort, id: ColumnId): CaseSort {
  const { sort: by, descendingFirst } = columns[id];
  return sort.by === by ? { by, descending: !sort.descending } : { by, descending: descendingFirst };
}

export function withWidth(shown: readonly ShownColumn[], id: ColumnId, width: number): ShownColumn[] {
  const fit = Math.round(Math.max(minWidth, Math.min(maxWidth, width)));
  return shown.map((column) => (column.id === id ? { ...column, width: fit } : column));
}

/** Moves a column one place to the left (-1) or right (1). */
export function withMoved(shown: readonly ShownColumn[], id: ColumnId, by: -1 | 1): ShownColumn[] {
  const from = shown.findIndex((column) => column.id === id);
  const to = from + by;
  const moved = [...shown];
  const [one, other] = [moved[from], moved[to]];
  if (one !== undefined && other !== undefined) {
    moved[from] = other;
    moved[to] = one;
  }
  return moved;
}

export function withColumn(shown: readonly ShownColumn[], id: ColumnId, on: boolean): ShownColumn[] {
  const others = shown.filter((column) => column.id !== id);
  return on ? [...others, { id, width: columns[id].width }] : others;
}
