import type { ReactNode } from 'react';
import type { ValueKind } from '../../../../preload/wording/record.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { LongTable } from '../../../ui/long-table.tsx';
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

interface EntryTableProps<Entry> {
  /** With their index in the reply. */
  entries: readonly { entry: Entry; index: number }[];
  path: string;
  columns: readonly Column<Entry>[];
  /** Names the table. */
  label: string;
  /** The name is shown above it. */
  captioned?: boolean;
  /** The place that a finding about an entry leads to. */
  evidence?(entry: Entry): string;
  /** Shows a further member of an entry in a row of its own. */
  below?: { member: string; show(entry: Entry): ReactNode };
}

/** Shows a list of similar objects as a table; members that no column shows are a tree below the first. */
export function EntryTable<Entry extends object>(props: EntryTableProps<Entry>) {
  const { entries, path, columns, label, captioned = false, evidence, below } = props;
  return (
    <LongTable
      {...(captioned ? { caption: label } : { label })}
      columns={columns.map((column) => column.label)}
      count={entries.length}
      estimate={44}
      row={(row) => {
        const { entry, index } = entries[row] as { entry: Entry; index: number };
        const own = `${path}[${index}]`;
        const members = columns.map(({ member }) => (typeof member === 'function' ? member(entry) : member));
        const others = othersOf(entry, [...members, below?.member]);
        const more = below?.show(entry);
        return (
          <>
            <tr data-field={own} data-evidence={evidence?.(entry)}>
              {columns.map((column, at) => {
                const Cell = at === 0 ? 'th' : 'td';
                return (
                  <Cell key={column.label} {...(at === 0 ? { scope: 'row' } : {})}>
                    {cellOf(column, entry, members[at], { own, number: index + 1 })}
                    {at === 0 && hasMembers(others) && <JsonTree value={others} path={own} open={0} />}
                  </Cell>
                );
              })}
            </tr>
            {more && (
              <tr>
                <td colSpan={columns.length}>{more}</td>
              </tr>
            )}
          </>
        );
      }}
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

/** Returns entries with their index, in the order of the reply. */
export function inOrder<Entry>(entries: readonly Entry[]): { entry: Entry; index: number }[] {
  return entries.map((entry, index) => ({ entry, index }));
}
