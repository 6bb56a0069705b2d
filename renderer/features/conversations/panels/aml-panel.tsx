import { Box, Text } from '@mantine/core';
import type { Result } from '../../../../preload/contract/service/conversation.ts';
import type { User } from '../../../../preload/contract/service/user.ts';
import { weighed } from '../../../../preload/wording/finding-weights.ts';
import { safeCode } from '../../../../preload/wording/findings.ts';
import { recordGroups, recordValue, userPath } from '../../../../preload/wording/record.ts';
import { amlListTerm, amlMeaning, amlUnsaid } from '../../../../preload/wording/results.ts';
import { Field } from '../../../ui/field-list.tsx';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { StatusBadge, TermBadge } from '../../../ui/status-badge.tsx';
import { Table } from '../../../ui/table.tsx';
import { Time } from '../../../ui/time.tsx';
import { placeOf } from '../findings/evidence.ts';
import { Group, hasMembers } from './members.tsx';
import { ProductSection } from './product-section.tsx';
import { Value } from './value.tsx';

type Aml = NonNullable<Result['aml']>;

/** Shows the lists on which the user was found, the user's identity, and whether monitoring is on (interface 2.2). */
export function AmlPanel({ aml, user }: { aml: Aml; user: User | undefined }) {
  const weightOf = (code: string) => weighed({ kind: 'aml', code }).weight;
  const lists = [...new Set(aml.found ?? [])].sort((one, other) => weightOf(other) - weightOf(one));
  return (
    <ProductSection name="aml" product={aml} shows={['found', 'subscription']}>
      {lists.length > 0 ? (
        <>
          <Lists lists={lists} />
          <Text mt={8} fz={12} c="dimmed">
            {amlUnsaid}
          </Text>
          <Subject user={user} />
        </>
      ) : (
        <dl>
          <Field label="Found on">
            <NotFound lists={aml.found} status={aml.status} />
          </Field>
        </dl>
      )}
      <dl>
        <Subscription subscription={aml.subscription} />
      </dl>
    </ProductSection>
  );
}

function Lists({ lists }: { lists: readonly string[] }) {
  return (
    <Table
      label="Lists"
      columns={[
        {
          heading: 'Found on',
          isName: true,
          cell: (list) => <TermBadge term={amlListTerm(list)} value={list} />,
        },
        {
          heading: 'What it means',
          cell: (list) =>
            (Object.hasOwn(amlMeaning, list) ? amlMeaning[list] : undefined) ??
            'A list the interface does not name. It is still a hit.',
        },
      ]}
      rows={lists}
      estimate={48}
      attributes={(list) => ({ 'data-evidence': placeOf.list(safeCode(list)) })}
    />
  );
}

/** The members of the record to compare with a list. */
const comparisonFields =
  /^(fullName|firstName|lastName|aliasName|birthDate|gender|nationality|birthCountry)$/;
const subjectFields = [
  ...[recordGroups.name, recordGroups.spelling, recordGroups.info].flatMap(({ path, members }) =>
    members
      .filter(({ member }) => comparisonFields.test(member))
      .map(({ member, label, kind }) => ({ label, kind, path: `${userPath}.${path}.${member}` })),
  ),
  { label: 'Company', kind: 'name' as const, path: `${userPath}.company.name` },
];

/** Shows the user's data beside the list, to decide whether it is the same person. */
function Subject({ user }: { user: User | undefined }) {
  const members = subjectFields.flatMap((field) => {
    const value = recordValue(user, field.path);
    return typeof value === 'string' && value !== '' ? [{ ...field, value }] : [];
  });
  if (members.length === 0) {
    return (
      <Text mt={8} fz={12} c="dimmed">
        The response contains no identity data to compare with the list.
      </Text>
    );
  }
  return (
    <Group title="Compare with the list entry">
      <dl>
        {members.map(({ path, label, kind, value }) => (
          <Field key={path} label={label}>
            <Value value={value} kind={kind} path={path} label={label} />
          </Field>
        ))}
      </dl>
    </Group>
  );
}

function NotFound({ lists, status }: { lists: Aml['found']; status: string | undefined }) {
  if (lists === undefined) {
    return <span className={layout.quiet}>The response does not say.</span>;
  }
  return status === 'FINISHED' ? (
    <span>No list</span>
  ) : (
    <span className={layout.quiet}>
      No list is named, but the checks did not produce a full result: this does not clear the user.
    </span>
  );
}

function Subscription({ subscription }: { subscription: Aml['subscription'] }) {
  if (subscription === undefined) {
    return (
      <Field label="Monitoring">
        <span className={layout.quiet}>No subscription in the response.</span>
      </Field>
    );
  }
  const { active, lastChanged, ...others } = subscription;
  return (
    <>
      <Field label="Monitoring">
        {active === undefined ? (
          <span className={layout.quiet}>The response does not say whether it is active.</span>
        ) : (
          <>
            <StatusBadge status={active ? 'On' : 'Off'} tone={active ? 'active' : 'neutral'} />
            <Box component="span" ml={8}>
              {active
                ? 'The lists are checked periodically. The data cannot be deleted until monitoring ends.'
                : 'The lists are not checked again. Deletion is not blocked by it.'}
            </Box>
          </>
        )}
      </Field>
      <Field label="Lists last changed" code="lastChanged">
        {lastChanged !== undefined && <Time at={lastChanged} />}
      </Field>
      <Field label="Other">
        {hasMembers(others) && <JsonTree value={others} path="result.aml.subscription" />}
      </Field>
    </>
  );
}
