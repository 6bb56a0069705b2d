import { EntryTable } from './entry-table.tsx';
import { Group } from './group.tsx';

const columns = [
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
  if (accounts.length === 0) {
    return null;
  }
  return (
    <Group title={title}>
      <EntryTable entries={accounts} path={path} columns={columns} label={title} />
    </Group>
  );
}
