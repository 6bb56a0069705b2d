import type { Result } from '../../../preload/contract/service/conversation.ts';
import { plainNumber } from '../../../preload/wording/headline-clauses.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import classes from '../conversations.module.css';
import { FieldIdentifier } from './checks.tsx';
import { hasMembers } from './members.tsx';
import { ProductSection } from './product-section.tsx';

type Verify = NonNullable<Result['verify']>;

/** How similar the data obtained is to the data in the query: 0 different, 1 identical (interface 2.2). */
export function VerifyPanel({ verify }: { verify: Verify }) {
  const details = verify.details ?? [];
  return (
    <ProductSection name="verify" product={verify} shows={['reliability', 'details']}>
      {verify.reliability === undefined ? (
        <p className={classes.quiet}>No reliability given.</p>
      ) : (
        <div className={classes.reading}>
          <span className={classes.quiet}>Reliability</span>
          <span className={classes.figure}>{plainNumber(verify.reliability)}</span>
          <span className={classes.quiet}>(0 = different, 1 = identical)</span>
        </div>
      )}
      {details.length > 0 && (
        <LongTable
          caption="Field by field"
          columns={['Field', 'Similarity']}
          count={details.length}
          estimate={48}
          row={(index) => <Row entry={details[index] ?? {}} path={`result.verify.details[${index}]`} />}
        />
      )}
    </ProductSection>
  );
}

/** Member names differ between deployments: the first of each that is there is meant, the rest are shown beside it. */
function Row({ entry, path }: { entry: NonNullable<Verify['details']>[number]; path: string }) {
  const nameMember = entry.field !== undefined ? 'field' : 'name';
  const valueMember =
    entry.similarity !== undefined ? 'similarity' : entry.reliability !== undefined ? 'reliability' : 'value';
  const others = Object.fromEntries(
    Object.entries(entry).filter(
      ([member, value]) => value !== undefined && member !== nameMember && member !== valueMember,
    ),
  );
  const identifier = entry[nameMember];
  return (
    <tr>
      <th scope="row">
        {identifier === undefined ? (
          <span className={classes.quiet}>not named</span>
        ) : (
          <FieldIdentifier identifier={identifier} path={`${path}.${nameMember}`} />
        )}
        {hasMembers(others) && <JsonTree value={others} path={path} open={0} />}
      </th>
      <td>
        <Similarity value={entry[valueMember]} />
      </td>
    </tr>
  );
}

function Similarity({ value }: { value: number | undefined }) {
  if (value === undefined) {
    return <span className={classes.quiet}>not given</span>;
  }
  if (!(value >= 0 && value <= 1)) {
    return <span>{String(value)} (outside 0 to 1)</span>;
  }
  return (
    <span className={classes.bar}>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ width: `${value * 100}%` }} />
      </span>
      <span className={classes.number}>{plainNumber(value)}</span>
    </span>
  );
}
