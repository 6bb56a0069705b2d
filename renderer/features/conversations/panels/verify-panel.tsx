import { Flex } from '@mantine/core';
import type { Result } from '../../../../preload/contract/service/conversation.ts';
import type { User } from '../../../../preload/contract/service/user.ts';
import { safeCode } from '../../../../preload/wording/findings.ts';
import { plainNumber } from '../../../../preload/wording/headline-clauses.ts';
import { fieldPath } from '../../../../preload/wording/record.ts';
import { similarityWord } from '../../../../preload/wording/results.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { LongTable } from '../../../ui/long-table.tsx';
import { toneOf } from '../../../ui/term-badge.tsx';
import classes from '../conversations.module.css';
import { placeOf } from '../findings/evidence.ts';
import { FieldIdentifier } from './checks.tsx';
import { hasMembers } from './members.tsx';
import { ProductSection } from './product-section.tsx';
import { Value } from './value.tsx';

type Verify = NonNullable<Result['verify']>;
type Detail = NonNullable<Verify['details']>[number];

/** Members in which replies were seen to repeat the value of the query; the interface names none (2.2). */
const providedMembers = ['provided', 'expected', 'requested', 'query', 'input'];

/** Shows how similar the data obtained is to the data in the query: 0 different, 1 identical (interface 2.2). */
export function VerifyPanel({ verify, user }: { verify: Verify; user: User | undefined }) {
  const details = lowestFirst(verify.details ?? []);
  const hasProvided = details.some(({ entry }) => providedOf(entry) !== undefined);
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
          <span className={classes.figure}>{plainNumber(verify.reliability)}</span>
          <span className={layout.quiet}>
            {similarityWord(verify.reliability).label} (0 = different, 1 = identical)
          </span>
        </Flex>
      )}
      {details.length > 0 && (
        <>
          <LongTable
            caption="Field by field"
            columns={
              hasProvided ? ['Field', 'Provided', 'Found', 'Similarity'] : ['Field', 'Found', 'Similarity']
            }
            count={details.length}
            estimate={48}
            row={(index) => {
              const { entry, index: given } = details[index] ?? { entry: {}, index };
              return (
                <Row
                  entry={entry}
                  path={`result.verify.details[${given}]`}
                  user={user}
                  hasProvided={hasProvided}
                />
              );
            }}
          />
          {!hasProvided && (
            <p className={classes.unsaid}>
              The reply does not repeat the values of the query, so they cannot be shown beside those found.
            </p>
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

function providedOf(entry: Detail): unknown {
  const member = providedMembers.find((name) => entry[name] !== undefined);
  return member === undefined ? undefined : entry[member];
}

interface RowProps {
  entry: Detail;
  path: string;
  user: User | undefined;
  hasProvided: boolean;
}

/** Member names differ between deployments: the first existing one is used, and the others are shown beside it. */
function Row({ entry, path, user, hasProvided }: RowProps) {
  const nameMember = entry.field !== undefined ? 'field' : 'name';
  const valueMember =
    entry.similarity !== undefined ? 'similarity' : entry.reliability !== undefined ? 'reliability' : 'value';
  const providedMember = providedMembers.find((name) => entry[name] !== undefined);
  const others = Object.fromEntries(
    Object.entries(entry).filter(
      ([member, value]) =>
        value !== undefined && member !== nameMember && member !== valueMember && member !== providedMember,
    ),
  );
  const identifier = entry[nameMember];
  return (
    <tr data-evidence={placeOf.similarity(safeCode(identifier))}>
      <th scope="row">
        {identifier === undefined ? (
          <span className={layout.quiet}>not named</span>
        ) : (
          <FieldIdentifier identifier={identifier} path={`${path}.${nameMember}`} />
        )}
        {hasMembers(others) && <JsonTree value={others} path={path} open={0} />}
      </th>
      {hasProvided && (
        <td>
          {providedMember === undefined ? (
            <span className={layout.quiet}>–</span>
          ) : (
            <Value value={entry[providedMember]} path={`${path}.${providedMember}`} label="Provided" shape />
          )}
        </td>
      )}
      <td>
        <Found identifier={identifier} user={user} />
      </td>
      <td>
        <Similarity value={entry[valueMember]} />
      </td>
    </tr>
  );
}

/** Shows the value in the record, masked as it is there. */
function Found({ identifier, user }: { identifier: string | undefined; user: User | undefined }) {
  const path = identifier === undefined ? undefined : fieldPath(identifier);
  const value = path
    ?.split('.')
    .slice(3)
    .reduce<unknown>((at, member) => (at as Record<string, unknown> | undefined)?.[member], user);
  if (path === undefined || typeof value !== 'string' || value === '') {
    return <span className={layout.quiet}>–</span>;
  }
  return <Value value={value} path={path} label="Found" shape />;
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
    <span className={classes.bar} data-tone={toneOf(tone)}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ width: `${value * 100}%` }} />
      </span>
      <span className={layout.number}>{plainNumber(value)}</span>
      <span className={classes.similarityWord}>{label}</span>
    </span>
  );
}
