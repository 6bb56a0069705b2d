import type { Person } from '../../../../preload/contract/service/user.ts';
import { EntryTable } from './entry-table.tsx';
import { Group } from './group.tsx';

type Licence = NonNullable<NonNullable<Person['ids']>['driverLicence']>;

const columns = [
  { member: 'category', label: 'Category' },
  { member: 'issueDate', label: 'Issued', kind: 'date' },
  { member: 'expiryDate', label: 'Expires', kind: 'date' },
  { member: 'status', label: 'Status' },
  { member: 'limitations', label: 'Limitations' },
] as const;

interface CategoriesProps {
  categories: NonNullable<Licence['categories']>;
  path: string;
}

/** Shows the categories of a driving licence. */
export function Categories({ categories, path }: CategoriesProps) {
  if (categories.length === 0) {
    return null;
  }
  return (
    <Group title="Driving licence categories">
      <EntryTable entries={categories} path={path} columns={columns} label="Driving licence categories" />
    </Group>
  );
}
