import { JsonTree } from '../../ui/json-tree.tsx';
import classes from '../conversations.module.css';
import { hasMembers, type Member } from './members.tsx';
import { Value } from './value.tsx';

interface EntryTableProps {
  entries: readonly object[];
  path: string;
  columns: readonly Member[];
  /** Names the table. */
  label: string;
}

/** A list of like things as a table: a column for each documented member, one for whatever else came. */
export function EntryTable({ entries, path, columns, label }: EntryTableProps) {
  const others = entries.map((entry) =>
    Object.fromEntries(
      Object.entries(entry).filter(([name]) => columns.every(({ member }) => member !== name)),
    ),
  );
  const more = others.some((one) => hasMembers(one));
  return (
    <div className={classes.tableHolder}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ member, label: column }) => (
              <th key={member} scope="col">
                {column}
              </th>
            ))}
            {more && <th scope="col">Other</th>}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => {
            const given = entry as Readonly<Record<string, unknown>>;
            const own = `${path}[${index}]`;
            const rest = others[index];
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id that may stand in the page
              <tr key={index}>
                {columns.map(({ member, label: column, kind }) => (
                  <td key={member}>
                    {given[member] === undefined ? (
                      <span className={classes.quiet}>–</span>
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
          })}
        </tbody>
      </table>
    </div>
  );
}
