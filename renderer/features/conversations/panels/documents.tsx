import { Button } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import type { Person } from '../../../../preload/contract/service/user.ts';
import { validityOf } from '../../../../preload/wording/validity.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import { Staged } from '../../../ui/staged.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toneOf } from '../../../ui/term-badge.tsx';
import classes from '../conversations.module.css';
import { sidesOf } from '../desk/pictures.ts';
import { useCaseEvidence } from '../findings/case-evidence.tsx';
import { fileSubtypes } from '../findings/evidence.ts';
import { Accounts } from './accounts.tsx';
import { Categories } from './categories.tsx';
import { Group } from './group.tsx';
import { hasMembers, type Member, Members } from './members.tsx';

type Ids = NonNullable<Person['ids']>;

const documentMembers: readonly Member[] = [
  { member: 'id', label: 'Number', kind: 'code', shape: true },
  { member: 'type', label: 'Type' },
  { member: 'description', label: 'Description' },
  { member: 'issuer', label: 'Issuer' },
  { member: 'issueCountry', label: 'Country of issue', kind: 'country' },
  { member: 'issueState', label: 'State of issue' },
  { member: 'issueDate', label: 'Date of issue', kind: 'date' },
  { member: 'expiryDate', label: 'Date of expiry', kind: 'date' },
  { member: 'additionalId', label: 'Additional id', kind: 'code', shape: true },
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

/** Shows the person's ids: the national id, each document, accounts, and undocumented members. */
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
            known={[{ member: 'nationalId', label: 'National id', kind: 'code', shape: true }]}
          />
        </Group>
      )}
      {documents.map(([member, title]) => {
        const document = given[member];
        return (
          hasMembers(document, ['categories']) && (
            <Group
              key={member}
              title={title}
              evidence={`${path}.${member}`}
              aside={
                <>
                  <Validity document={document} />
                  <Sides member={member} title={title} />
                </>
              }
            >
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

/** Shows whether a document was valid when the conversation was read, and from which dates that is known. */
function Validity({ document }: { document: Parameters<typeof validityOf>[0] }) {
  const { readOn } = useCaseEvidence();
  const validity = readOn === undefined ? undefined : validityOf(document, readOn);
  return (
    validity && (
      <StatusBadge status={validity.label} tone={toneOf(validity.tone)} explain={validity.sentence} />
    )
  );
}

/** Brings the pictures of the document into the wells. */
function Sides({ member, title }: { member: string; title: string }) {
  const { files, show } = useCaseEvidence();
  const subtype = Object.hasOwn(fileSubtypes, member) ? fileSubtypes[member] : undefined;
  const { front, back } = subtype === undefined ? {} : sidesOf(files, subtype);
  if (!front && !back) {
    return null;
  }
  return (
    <span className={classes.sides}>
      {front && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPhoto size={13} aria-hidden />}
          aria-label={`Show the front of the ${title.toLowerCase()}`}
          onClick={() => show({ left: front.id, right: undefined })}
        >
          Front
        </Button>
      )}
      {back && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPhoto size={13} aria-hidden />}
          aria-label={`Show the back of the ${title.toLowerCase()}`}
          onClick={() => show({ left: front ? undefined : back.id, right: front ? back.id : undefined })}
        >
          Back
        </Button>
      )}
    </span>
  );
}
