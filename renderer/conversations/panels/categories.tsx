import type { Person } from '../../../preload/contract/service/user.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import classes from '../conversations.module.css';
import { hasMembers } from './members.tsx';
import { Value } from './value.tsx';

type Licence = NonNullable<NonNullable<Person['ids']>['driverLicence']>;

const columns = [
  ['category', 'Category', 'text'],
  ['issueDate', 'Issued', 'date'],
  ['expiryDate', 'Expires', 'date'],
  ['status', 'Status', 'text'],
  ['limitations', 'Limitations', 'text'],
] as const;

/** What a driving licence allows. */
export function Categories({
  categories,
  path,
}: {
  categories: NonNullable<Licence['categories']>;
  path: string;
}) {
  if (categories.length === 0) return null;
  return (
    <div className={classes.tableHolder}>
      <table className={classes.table}>
        <caption>Categories</caption>
        <thead>
          <tr>
            {columns.map(([member, label]) => (
              <th key={member} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">Other</th>
          </tr>
        </thead>
        <tbody>
          {categories.map((entry, index) => {
            const { category, issueDate, expiryDate, status, limitations, ...others } = entry;
            const given = { category, issueDate, expiryDate, status, limitations: limitations?.join(', ') };
            const own = `${path}[${index}]`;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: categories may repeat and never change their order
              <tr key={index}>
                {columns.map(([member, label, kind]) => (
                  <td key={member}>
                    {given[member] === undefined ? (
                      <span className={classes.quiet}>–</span>
                    ) : (
                      <Value value={given[member]} kind={kind} path={`${own}.${member}`} label={label} />
                    )}
                  </td>
                ))}
                <td>{hasMembers(others) && <JsonTree value={others} path={own} open={0} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
