import type { Company, Person, User } from '../../../preload/contract/service/user.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Staged, useLargeContent } from '../../ui/staged.tsx';
import classes from '../conversations.module.css';
import { Accounts } from './accounts.tsx';
import { Documents } from './documents.tsx';
import { Group } from './group.tsx';
import { hasMembers, type Member, Members } from './members.tsx';
import { Value } from './value.tsx';

const nameMembers: readonly Member[] = [
  { member: 'fullName', label: 'Full name' },
  { member: 'firstName', label: 'First name' },
  { member: 'middleName', label: 'Middle name' },
  { member: 'middleInitial', label: 'Middle initial' },
  { member: 'lastName', label: 'Last name' },
  { member: 'motherName', label: 'Mother’s name' },
  { member: 'fatherName', label: 'Father’s name' },
];

const spellingMembers: readonly Member[] = [
  { member: 'aliasName', label: 'Alias' },
  { member: 'translatedName', label: 'Translated name' },
  { member: 'translatedAlias', label: 'Translated alias' },
];

const infoMembers: readonly Member[] = [
  { member: 'birthDate', label: 'Date of birth', kind: 'date' },
  { member: 'age', label: 'Age' },
  { member: 'gender', label: 'Gender', kind: 'gender' },
  { member: 'nationality', label: 'Nationality', kind: 'country' },
  { member: 'birthCity', label: 'City of birth' },
  { member: 'birthCountry', label: 'Country of birth', kind: 'country' },
  { member: 'foreignerStatus', label: 'Foreigner status' },
];

const contactMembers: readonly Member[] = [
  { member: 'email', label: 'Email' },
  { member: 'phone', label: 'Phone' },
];

/** Everything known of the user: a person, a company, and undocumented members. Masked until requested. */
export function UserData({ user }: { user: User }) {
  const path = 'result.identity.user';
  const { person, company, ...others } = user;
  const large = useLargeContent();
  return (
    <div className={classes.sheet} data-large={large}>
      <Staged>
        {hasMembers(person) && <PersonData person={person} path={`${path}.person`} />}
        {hasMembers(company) && <CompanyData company={company} path={`${path}.company`} />}
        {hasMembers(others) && (
          <Group title="Other user data">
            <Members of={others} path={path} known={[]} />
          </Group>
        )}
      </Staged>
    </div>
  );
}

function PersonData({ person, path }: { person: Person; path: string }) {
  const { name, ids, info, address, contact, ...others } = person;
  const spelling = name?.spelling;
  return (
    <Staged>
      {hasMembers(name, ['spelling']) && (
        <Group title="Name">
          <Members of={name} path={`${path}.name`} known={nameMembers} except={['spelling']} />
        </Group>
      )}
      {hasMembers(spelling) && (
        <Group title="Alternative name">
          <Members of={spelling} path={`${path}.name.spelling`} known={spellingMembers} />
        </Group>
      )}
      {hasMembers(info) && (
        <Group title="Person">
          <Members of={info} path={`${path}.info`} known={infoMembers} />
        </Group>
      )}
      {hasMembers(ids) && <Documents ids={ids} path={`${path}.ids`} />}
      <Place address={address} path={`${path}.address`} />
      {hasMembers(contact) && (
        <Group title="Contact">
          <Members of={contact} path={`${path}.contact`} known={contactMembers} />
        </Group>
      )}
      {hasMembers(others) && (
        <Group title="Other personal data">
          <JsonTree value={others} path={path} />
        </Group>
      )}
    </Staged>
  );
}

function CompanyData({ company, path }: { company: Company; path: string }) {
  const { name, ids, address, contact, ...others } = company;
  return (
    <>
      <Group title="Company">
        {typeof name === 'string' ? (
          <Members of={{ name }} path={path} known={[{ member: 'name', label: 'Name' }]} />
        ) : (
          hasMembers(name) && (
            <Members of={name} path={`${path}.name`} known={[{ member: 'name', label: 'Name' }]} />
          )
        )}
        {hasMembers(ids, ['accounts']) && (
          <Members
            of={ids}
            path={`${path}.ids`}
            known={[
              { member: 'taxId', label: 'Tax id' },
              { member: 'additionalId', label: 'Additional id' },
            ]}
            except={['accounts']}
          />
        )}
      </Group>
      <Accounts accounts={ids?.accounts} path={`${path}.ids.accounts`} title="Company accounts" />
      <Place address={address} path={`${path}.address`} title="Company address" />
      {hasMembers(contact) && (
        <Group title="Company contact">
          <Members of={contact} path={`${path}.contact`} known={contactMembers} />
        </Group>
      )}
      {hasMembers(others) && (
        <Group title="Other company data">
          <JsonTree value={others} path={path} />
        </Group>
      )}
    </>
  );
}

function Place({ address, path, title = 'Address' }: { address: unknown; path: string; title?: string }) {
  if (typeof address === 'string') {
    return (
      <Group title={title}>
        <Value value={address} path={path} label="address" />
      </Group>
    );
  }
  if (!hasMembers(address)) {
    return null;
  }
  return (
    <Group title={title}>
      <Members of={address} path={path} known={[]} />
    </Group>
  );
}
