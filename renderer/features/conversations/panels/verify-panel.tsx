import { Flex, Progress, Text } from '@mantine/core';
import type { Result } from '../../../../preload/contract/service/conversation.ts';
import type { User } from '../../../../preload/contract/service/user.ts';
import { safeCode } from '../../../../preload/wording/findings.ts';
import { fieldPath, recordValue } from '../../../../preload/wording/record.ts';
import { similarityWord } from '../../../../preload/wording/results.ts';
import { plainNumber } from '../../../../preload/wording/terms.ts';
import layout from '../../../ui/layout.module.css';
import { toneOf } from '../../../ui/status-badge.tsx';
import { placeOf } from '../findings/evidence.ts';
import { FieldIdentifier } from './checks.tsx';
import { type Column, EntryTable } from './entry-table.tsx';
import { ProductSection } from './product-section.tsx';
import { Value } from './value.tsx';

type Verify = NonNullable<Result['verify']>;
type Detail = NonNullable<Verify['details']>[number];

/** Members in which responses were seen to repeat the value of the query; the interface names none (2.2). */
const providedMembers = ['provided', 'expected', 'requested', 'query', 'input'];

/** Shows how similar the data obtained is to the data in the query: 0 different, 1 identical (interface 2.2). */
export function VerifyPanel({ verify, user }: { verify: Verify; user: User | undefined }) {
  const details = lowestFirst(verify.details ?? []);
  const hasProvided = details.some(({ entry }) => providedMember(entry) !== undefined);
  return (
    <ProductSection name="verify" product={verify} shows={['reliability', 'details']}>
      {verify.reliability === undefined ? (
        <p className={layout.quiet}>No reliability given.</p>
      ) : (
        <Flex
          rowGap={4}
          columnGap={12}
          align="baseline"
          wrap="wrap"
          data-evidence={placeOf.similarity('RELIABILITY')}
        >
          <span className={layout.quiet}>Reliability</span>
          <Text span fz={22} fw={600} lh={1.2}>
            {plainNumber(verify.reliability)}
          </Text>
          <span className={layout.quiet}>
            {similarityWord(verify.reliability).label} (0 = different, 1 = identical)
          </span>
        </Flex>
      )}
      {details.length > 0 && (
        <>
          <EntryTable
            entries={details}
            path="result.verify.details"
            columns={columnsFor(user, hasProvided)}
            label="Field by field"
            hasCaption
            evidence={(entry) => placeOf.similarity(safeCode(entry[nameMember(entry)]))}
          />
          {!hasProvided && (
            <Text mt={8} fz={12} c="dimmed">
              The response does not repeat the values of the query, so they cannot be shown beside those
              found.
            </Text>
          )}
        </>
      )}
    </ProductSection>
  );
}

const similarityOf = ({ similarity, reliability, value }: Detail) => similarity ?? reliability ?? value;

/** Sorts the lowest similarity first; a field without one comes after the least similar ones, since it may hide anything. */
function lowestFirst(details: readonly Detail[]): { entry: Detail; index: number }[] {
  return details
    .map((entry, index) => ({ entry, index }))
    .sort((one, other) => (similarityOf(one.entry) ?? 0.5) - (similarityOf(other.entry) ?? 0.5));
}

const providedMember = (entry: Detail) => providedMembers.find((name) => entry[name] !== undefined);
const nameMember = ({ field }: Detail) => (field === undefined ? 'name' : 'field');
const valueMember = ({ similarity, reliability }: Detail) =>
  similarity !== undefined ? 'similarity' : reliability !== undefined ? 'reliability' : 'value';

/** Member names differ between deployments: the first existing one is used, and the others are shown beside it. */
function columnsFor(user: User | undefined, hasProvided: boolean): Column<Detail>[] {
  return [
    {
      label: 'Field',
      member: nameMember,
      show: (entry, path) => {
        const identifier = entry[nameMember(entry)];
        return identifier === undefined ? (
          <span className={layout.quiet}>not named</span>
        ) : (
          <FieldIdentifier identifier={identifier} path={path} />
        );
      },
    },
    ...(hasProvided ? [{ label: 'Provided', member: providedMember, kind: 'name' } as const] : []),
    { label: 'Found', show: (entry) => <VerifiedUser identifier={entry[nameMember(entry)]} user={user} /> },
    {
      label: 'Similarity',
      member: valueMember,
      show: (entry) => <Similarity value={entry[valueMember(entry)]} />,
    },
  ];
}

/** Shows the value in the record, masked as it is there. */
function VerifiedUser({ identifier, user }: { identifier: string | undefined; user: User | undefined }) {
  const path = identifier === undefined ? undefined : fieldPath(identifier);
  const value = path === undefined ? undefined : recordValue(user, path);
  if (path === undefined || typeof value !== 'string' || value === '') {
    return <span className={layout.quiet}>–</span>;
  }
  return <Value value={value} kind="name" path={path} label="Found" />;
}

function Similarity({ value }: { value: number | undefined }) {
  if (value === undefined) {
    return <span className={layout.quiet}>not given</span>;
  }
  if (!(value >= 0 && value <= 1)) {
    return <span>{String(value)} (outside 0 to 1)</span>;
  }
  const { label, tone } = similarityWord(value);
  return (
    <>
      <Flex align="center" gap={10} data-tone={toneOf(tone)}>
        <Progress
          value={value * 100}
          color={tone === 'good' ? 'var(--accent)' : 'var(--tone)'}
          w="10rem"
          miw="3rem"
          aria-hidden
        />
        {plainNumber(value)}
      </Flex>
      <span className={layout.quietSmall}>{label}</span>
    </>
  );
}
