import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { LongTable } from '../../../ui/long-table.tsx';
import { hasMembers, type Member } from './members.tsx';
import { Value } from './value.tsx';

interface EntryTableProps {
  entries: readonly object[];
  path: string;
  columns: readonly Member[];
  /** Names the table. */
  label: string;
}

/** Shows a list of similar objects as a table: a column for each documented member, and one for all others. */
export function EntryTable({ entries, path, columns, label }: EntryTableProps) {
  const others = entries.map((entry) =>
    Object.fromEntries(
      Object.entries(entry).filter(([name]) => columns.every(({ member }) => member !== name)),
    ),
  );
  const more = others.some((one) => hasMembers(one));
  return (
    <LongTable
      label={label}
      columns={[...columns.map((column) => column.label), ...(more ? ['Other'] : [])]}
      count={entries.length}
      row={(index) => {
        const given = entries[index] as Readonly<Record<string, unknown>>;
        const own = `${path}[${index}]`;
        const rest = others[index];
        return (
          <tr data-field={own}>
            {columns.map(({ member, label: column, kind }) => (
              <td key={member}>
                {given[member] === undefined ? (
                  <span className={layout.quiet}>–</span>
                ) : (
                  <Value
                    value={given[member]}
                    kind={kind ?? 'text'}
                    path={`${own}.${member}`}
                    label={`${column} ${index + 1}`}
                  />
                )}
              </td>
            ))}
            {more && <td>{hasMembers(rest) && <JsonTree value={rest} path={own} open={0} />}</td>}
          </tr>
        );
      }}
    />
  );
}
