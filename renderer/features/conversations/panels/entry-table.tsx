import type { ReactNode } from 'react';
import type { ValueKind } from '../../../../preload/wording/record.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { Table } from '../../../ui/table.tsx';
import { hasMembers, othersOf } from './members.tsx';
import { Value } from './value.tsx';

/** A column of a table of entries: the member it shows, and how. */
export interface Column<Entry> {
  label: string;
  /** The member that it shows, which may differ between entries; none where it shows something else. */
  member?: string | ((entry: Entry) => string | undefined);
  kind?: ValueKind;
  /** Shows the cell; by default the member's value, masked. */
  show?(entry: Entry, path: string): ReactNode;
}

/** An entry with its index in the response. */
interface EntryRow<Entry> {
  entry: Entry;
  index: number;
}

interface EntryTableProps<Entry> {
  entries: readonly EntryRow<Entry>[];
  path: string;
  columns: readonly Column<Entry>[];
  /** Names the table. */
  label: string;
  /** The name is shown above it. */
  hasCaption?: boolean;
  /** The place that a finding about an entry leads to. */
  evidence?(entry: Entry): string;
  /** Shows a further member of an entry in a row of its own. */
  below?: { member: string; show(entry: Entry): ReactNode };
}

/** Shows a list of similar objects as a table; members that no column shows are a tree below the first. */
export function EntryTable<Entry extends object>(props: EntryTableProps<Entry>) {
  const { entries, path, columns, label, hasCaption = false, evidence, below } = props;
  const pathOf = (index: number) => `${path}[${index}]`;
  const membersOf = (entry: Entry) =>
    columns.map(({ member }) => (typeof member === 'function' ? member(entry) : member));
  return (
    <Table<EntryRow<Entry>>
      {...(hasCaption ? { caption: label } : { label })}
      columns={columns.map((column, at) => ({
        heading: column.label,
        isName: at === 0,
        cell({ entry, index }) {
          const members = membersOf(entry);
          const own = pathOf(index);
          const others = at === 0 ? othersOf(entry, [...members, below?.member]) : {};
          return (
            <>
              {cellOf(column, entry, members[at], { own, number: index + 1 })}
              {hasMembers(others) && <JsonTree value={others} path={own} open={0} />}
            </>
          );
        },
      }))}
      rows={entries}
      estimate={44}
      attributes={({ entry, index }) => ({
        'data-field': pathOf(index),
        'data-evidence': evidence?.(entry),
      })}
      {...(below && { below: ({ entry }) => below.show(entry) })}
    />
  );
}

function cellOf<Entry extends object>(
  { label, kind = 'text', show }: Column<Entry>,
  entry: Entry,
  member: string | undefined,
  { own, number }: { own: string; number: number },
): ReactNode {
  const path = member === undefined ? own : `${own}.${member}`;
  if (show) {
    return show(entry, path);
  }
  const value = member === undefined ? undefined : (entry as Readonly<Record<string, unknown>>)[member];
  return value === undefined ? (
    <span className={layout.quiet}>–</span>
  ) : (
    <Value value={value} kind={kind} path={path} label={`${label} ${number}`} />
  );
}

/** Returns entries with their index, in the order of the response. */
export function inOrder<Entry>(entries: readonly Entry[]): EntryRow<Entry>[] {
  return entries.map((entry, index) => ({ entry, index }));
}
