import classes from '../conversations.module.css';
import { Group } from './group.tsx';
import { hasMembers, Members } from './members.tsx';

const known = [
  { member: 'accountId', label: 'Account', kind: 'code' },
  { member: 'swiftbic', label: 'SWIFT/BIC', kind: 'code' },
  { member: 'currency', label: 'Currency' },
] as const;

interface AccountsProps {
  accounts: readonly object[] | undefined;
  path: string;
  title?: string;
}

export function Accounts({ accounts = [], path, title = 'Accounts' }: AccountsProps) {
  if (accounts.length === 0) return null;
  return (
    <Group title={title}>
      {accounts.map((account, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: accounts have no id that may stand in the page
        <div key={index} className={classes.item}>
          {hasMembers(account) ? (
            <Members of={account} path={`${path}[${index}]`} known={known} />
          ) : (
            <span className={classes.quiet}>(empty)</span>
          )}
        </div>
      ))}
    </Group>
  );
}
