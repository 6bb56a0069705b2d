import { Button, Flex } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { User } from '../../../../preload/contract/service/user.ts';
import {
  documentKinds,
  documents,
  type RecordGroup,
  recordGroups,
} from '../../../../preload/wording/record.ts';
import { validityOf } from '../../../../preload/wording/validity.ts';
import { Staged, useLargeContent } from '../../../ui/staged.tsx';
import { StatusBadge, toneOf } from '../../../ui/status-badge.tsx';
import classes from '../conversations.module.css';
import { sidesOf } from '../desk/pictures.ts';
import { FactsAtField, useCaseContext } from '../findings/case-context.tsx';
import { type Column, EntryTable, inOrder } from './entry-table.tsx';
import { Group, hasMembers, Members, otherMembers } from './members.tsx';
import { Value } from './value.tsx';

const root = 'result.identity.user';

const accounts: readonly Column<object>[] = [
  { member: 'accountId', label: 'Account', kind: 'code' },
  { member: 'swiftbic', label: 'SWIFT/BIC', kind: 'code' },
  { member: 'currency', label: 'Currency' },
];
const categories: readonly Column<object>[] = [
  { member: 'category', label: 'Category' },
  { member: 'issueDate', label: 'Issued', kind: 'date' },
  { member: 'expiryDate', label: 'Expires', kind: 'expiry' },
  { member: 'status', label: 'Status' },
  { member: 'limitations', label: 'Limitations' },
];

/** Shows everything known of the user: a person, a company, and undocumented members. Masked until requested. */
export function UserData({ user }: { user: User }) {
  const { person = {}, company = {}, ...others } = user;
  const { name, ids = {}, info, address, contact, ...otherPersonal } = person;
  const { nationalId, accounts: personAccounts, ...documentsAndOthers } = ids;
  const otherIds = Object.fromEntries(
    Object.entries(documentsAndOthers).filter(([member]) => !Object.hasOwn(documents, member)),
  );
  const large = useLargeContent();
  return (
    <div className={classes.sheet} data-large={large}>
      <Staged>
        {groupOf(name, recordGroups.name, { except: ['spelling'] })}
        {groupOf(name?.spelling, recordGroups.spelling, { evidence: true })}
        {groupOf(info, recordGroups.info)}
        {groupOf({ nationalId }, recordGroups.ids)}
        {documentKinds.map((kind) =>
          groupOf(ids[kind], documents[kind], {
            except: ['categories'],
            evidence: true,
            aside: (
              <>
                <Validity document={ids[kind] ?? {}} />
                <Sides {...documents[kind]} />
              </>
            ),
          }),
        )}
        {tableOf(
          'Driving licence categories',
          ids.driverLicence?.categories,
          'person.ids.driverLicence.categories',
          categories,
        )}
        {tableOf('Accounts', personAccounts, 'person.ids.accounts', accounts)}
        {otherMembers('Other ids', otherIds, `${root}.person.ids`)}
        {placeOf('Address', address, `${root}.person.address`)}
        {groupOf(contact, recordGroups.contact)}
        {otherMembers('Other personal data', otherPersonal, `${root}.person`)}
        {companyOf(company)}
        {hasMembers(others) && (
          <Group title="Other user data">
            <Members of={others} path={root} />
          </Group>
        )}
      </Staged>
    </div>
  );
}

function companyOf(company: NonNullable<User['company']>): ReactNode {
  const { name, ids, address, contact, ...others } = company;
  const { path, members } = recordGroups.companyName;
  return (
    hasMembers(company) && (
      <>
        <Group title="Company" evidence={`${root}.${path}`}>
          {typeof name === 'string' ? (
            <Members of={{ name }} path={`${root}.company`} members={members} />
          ) : (
            <Members of={name} path={`${root}.${path}`} members={members} />
          )}
          <Members
            of={ids}
            path={`${root}.company.ids`}
            members={recordGroups.companyIds.members}
            except={['accounts']}
          />
        </Group>
        {tableOf('Company accounts', ids?.accounts, 'company.ids.accounts', accounts)}
        {placeOf('Company address', address, `${root}.company.address`)}
        {groupOf(contact, recordGroups.companyContact)}
        {otherMembers('Other company data', others, `${root}.company`)}
      </>
    )
  );
}

/** Shows a group of the record; returns nothing where none of its members is given. */
function groupOf(
  of: unknown,
  { title, path, members }: RecordGroup,
  {
    except = [],
    evidence = false,
    aside,
  }: { except?: readonly string[]; evidence?: boolean; aside?: ReactNode } = {},
): ReactNode {
  const at = `${root}.${path}`;
  return (
    hasMembers(of, except) && (
      <Group key={path} title={title} evidence={evidence ? at : undefined} aside={aside}>
        <Members of={of} path={at} members={members} except={except} />
      </Group>
    )
  );
}

function tableOf(
  title: string,
  entries: readonly object[] = [],
  path: string,
  columns: readonly Column<object>[],
): ReactNode {
  return (
    entries.length > 0 && (
      <Group title={title}>
        <EntryTable entries={inOrder(entries)} path={`${root}.${path}`} columns={columns} label={title} />
      </Group>
    )
  );
}

function placeOf(title: string, address: unknown, path: string): ReactNode {
  if (typeof address === 'string') {
    return (
      <Group title={title} evidence={path}>
        <Value value={address} path={path} label="address" />
        <FactsAtField path={path} />
      </Group>
    );
  }
  return (
    hasMembers(address) && (
      <Group title={title} evidence={path} aside={<FactsAtField path={path} />}>
        <Members of={address} path={path} />
      </Group>
    )
  );
}

/** Shows whether a document was valid when the conversation was read, and from which dates that is known. */
function Validity({ document }: { document: Parameters<typeof validityOf>[0] }) {
  const { readOn } = useCaseContext();
  const validity = readOn === undefined ? undefined : validityOf(document, readOn);
  return (
    validity && (
      <StatusBadge status={validity.label} tone={toneOf(validity.tone)} explain={validity.sentence} />
    )
  );
}

/** Brings the pictures of the document into the wells. */
function Sides({ title, subtype }: { title: string; subtype: string | undefined }) {
  const { files, show } = useCaseContext();
  const { front, back } = subtype === undefined ? {} : sidesOf(files, subtype);
  const sides = [
    { side: 'Front', file: front, wells: { left: front?.id, right: undefined } },
    {
      side: 'Back',
      file: back,
      wells: front ? { left: undefined, right: back?.id } : { left: back?.id, right: undefined },
    },
  ].filter(({ file }) => file !== undefined);
  return (
    sides.length > 0 && (
      <Flex component="span" display="inline-flex" ml="auto">
        {sides.map(({ side, wells }) => (
          <Button
            key={side}
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPhoto size={13} aria-hidden />}
            aria-label={`Show the ${side.toLowerCase()} of the ${title.toLowerCase()}`}
            onClick={() => show(wells)}
          >
            {side}
          </Button>
        ))}
      </Flex>
    )
  );
}
