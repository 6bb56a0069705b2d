import type { Company, Person, User } from '../../../../preload/contract/service/user.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import { Staged, useLargeContent } from '../../../ui/staged.tsx';
import classes from '../conversations.module.css';
import { FactsAtField } from '../findings/facts-at-field.tsx';
import { Accounts } from './accounts.tsx';
import { Documents } from './documents.tsx';
import { Group } from './group.tsx';
import { hasMembers, type Member, Members } from './members.tsx';
import { Value } from './value.tsx';

const nameMembers: readonly Member[] = [
  { member: 'fullName', label: 'Full name', shape: true },
  { member: 'firstName', label: 'First name', shape: true },
  { member: 'middleName', label: 'Middle name', shape: true },
  { member: 'middleInitial', label: 'Middle initial', shape: true },
  { member: 'lastName', label: 'Last name', shape: true },
  { member: 'motherName', label: 'Mother’s name', shape: true },
  { member: 'fatherName', label: 'Father’s name', shape: true },
];

const spellingMembers: readonly Member[] = [
  { member: 'aliasName', label: 'Alias', shape: true },
  { member: 'translatedName', label: 'Translated name', shape: true },
  { member: 'translatedAlias', label: 'Translated alias', shape: true },
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
  { member: 'email', label: 'Email', shape: true },
  { member: 'phone', label: 'Phone', shape: true },
];

/** Shows everything known of the user: a person, a company, and undocumented members. Masked until requested. */
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
        <Group title="Alternative name" evidence={`${path}.name.spelling`}>
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
      <Group title="Company" evidence={`${path}.name`}>
        {typeof name === 'string' ? (
          <Members of={{ name }} path={path} known={[{ member: 'name', label: 'Name', shape: true }]} />
        ) : (
          hasMembers(name) && (
            <Members
              of={name}
              path={`${path}.name`}
              known={[{ member: 'name', label: 'Name', shape: true }]}
            />
          )
        )}
        {hasMembers(ids, ['accounts']) && (
          <Members
            of={ids}
            path={`${path}.ids`}
            known={[
              { member: 'taxId', label: 'Tax id', shape: true },
              { member: 'additionalId', label: 'Additional id', shape: true },
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
      <Group title={title} evidence={path}>
        <Value value={address} path={path} label="address" />
        <FactsAtField path={path} />
      </Group>
    );
  }
  if (!hasMembers(address)) {
    return null;
  }
  return (
    <Group title={title} evidence={path} aside={<FactsAtField path={path} />}>
      <Members of={address} path={path} known={[]} />
    </Group>
  );
}
