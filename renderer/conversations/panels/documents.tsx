import type { Person } from '../../../preload/contract/service/user.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Staged } from '../../ui/staged.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { Accounts } from './accounts.tsx';
import { Categories } from './categories.tsx';
import { isExpired } from './expiry.ts';
import { Group } from './group.tsx';
import { hasMembers, type Member, Members } from './members.tsx';

type Ids = NonNullable<Person['ids']>;

const documentMembers: readonly Member[] = [
  { member: 'id', label: 'Number', kind: 'code' },
  { member: 'type', label: 'Type' },
  { member: 'description', label: 'Description' },
  { member: 'issueDate', label: 'Date of issue', kind: 'date' },
  { member: 'expiryDate', label: 'Date of expiry', kind: 'date' },
  { member: 'issueCountry', label: 'Country of issue', kind: 'country' },
  { member: 'issueState', label: 'State of issue' },
  { member: 'issuer', label: 'Issuer' },
  { member: 'additionalId', label: 'Additional id', kind: 'code' },
  { member: 'documentStatus', label: 'Status' },
  { member: 'limitations', label: 'Limitations' },
];

const documents = [
  ['idCard', 'Identity card'],
  ['passport', 'Passport'],
  ['driverLicence', 'Driving licence'],
  ['residencePermit', 'Residence permit'],
  ['otherDocument', 'Other document'],
] as const;

/** The person's ids: the national id, each document, accounts, and undocumented members. */
export function Documents({ ids, path }: { ids: Ids; path: string }) {
  const { idCard, passport, driverLicence, residencePermit, otherDocument, accounts, nationalId, ...others } =
    ids;
  const given = { idCard, passport, driverLicence, residencePermit, otherDocument };
  return (
    <Staged>
      {nationalId !== undefined && (
        <Group title="Ids">
          <Members
            of={{ nationalId }}
            path={path}
            known={[{ member: 'nationalId', label: 'National id', kind: 'code' }]}
          />
        </Group>
      )}
      {documents.map(([member, title]) => {
        const document = given[member];
        return (
          hasMembers(document, ['categories']) && (
            <Group key={member} title={title} aside={<Expiry date={document.expiryDate} />}>
              <Members
                of={document}
                path={`${path}.${member}`}
                known={documentMembers}
                except={['categories']}
              />
            </Group>
          )
        );
      })}
      <Categories categories={driverLicence?.categories ?? []} path={`${path}.driverLicence.categories`} />
      <Accounts accounts={accounts} path={`${path}.accounts`} />
      {hasMembers(others) && (
        <Group title="Other ids">
          <JsonTree value={others} path={path} />
        </Group>
      )}
    </Staged>
  );
}

/** A fact about today, whatever the service said when it checked. */
function Expiry({ date }: { date: string | undefined }) {
  if (date === undefined || !isExpired(date, new Date())) {
    return null;
  }
  return (
    <StatusBadge
      status="Expired"
      tone="caution"
      explain="The expiry date has passed. The causes say whether the document was valid when it was checked."
    />
  );
}
