import type { Check } from '../../../../preload/contract/service/conversation.ts';
import { failuresFirst } from '../../../../preload/wording/failures-first.ts';
import { safeCode } from '../../../../preload/wording/findings.ts';
import { fieldIdentifierLabel } from '../../../../preload/wording/record.ts';
import { checkNameTerm, checkReasonTerm, checkResultTerm } from '../../../../preload/wording/results.ts';
import { spokenCode } from '../../../../preload/wording/terms.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { Identifier, OutsideText } from '../../../ui/outside-text.tsx';
import { TermBadge } from '../../../ui/status-badge.tsx';
import classes from '../conversations.module.css';
import { placeOf } from '../findings/evidence.ts';
import { type Column, EntryTable } from './entry-table.tsx';
import { hasMembers } from './members.tsx';

const columns: readonly Column<Check>[] = [
  { label: 'Check', member: 'name', show: ({ name }) => <CheckName name={name} /> },
  {
    label: 'Result',
    member: 'result',
    show: ({ result }) => <TermBadge term={checkResultTerm(result)} value={result} />,
  },
  {
    label: 'Checked field',
    member: 'details',
    show: ({ details }, path) => <Details details={details} path={path} />,
  },
];

interface ChecksProps {
  checks: readonly Check[];
  product: string;
  path: string;
}

/** Additional validations performed on the user's data (interface 2.2). */
export function Checks({ checks, product, path }: ChecksProps) {
  return (
    checks.length > 0 && (
      <EntryTable
        entries={failuresFirst(checks, ({ result }) => checkResultTerm(result).tone)}
        path={path}
        columns={columns}
        label="Checks"
        hasCaption
        evidence={(check) => placeOf.check(product, safeCode(check.name), fieldOf(check))}
      />
    )
  );
}

/** Returns the same field as in the finding about the check. */
function fieldOf({ details }: Check): string | undefined {
  const field = safeCode(details?.field);
  return field === 'OTHER' ? undefined : field;
}

function CheckName({ name }: { name: string | undefined }) {
  const { label } = checkNameTerm(name);
  return label === name ? (
    <Identifier text={label} />
  ) : (
    <>
      <span className={layout.strong}>{label}</span>
      {name !== undefined && (
        <div className={classes.code}>
          <OutsideText text={name} />
        </div>
      )}
    </>
  );
}

function Details({ details = {}, path }: { details: Check['details']; path: string }) {
  const { field, reason, ...more } = details;
  if (!hasMembers(details)) {
    return <span className={layout.quiet}>–</span>;
  }
  return (
    <>
      {field !== undefined && <FieldIdentifier identifier={field} path={`${path}.field`} />}
      {reason !== undefined &&
        (typeof reason === 'string' ? (
          <p>{checkReasonTerm(reason).label}</p>
        ) : (
          <JsonTree value={reason} path={`${path}.reason`} />
        ))}
      {hasMembers(more) && <JsonTree value={more} path={path} open={0} />}
    </>
  );
}

/** Shows a field identifier such as PERSON_NAME_FIRSTNAME, in words with the identifier small beside it. */
export function FieldIdentifier({ identifier, path }: { identifier: unknown; path: string }) {
  if (typeof identifier !== 'string') {
    return <JsonTree value={identifier} path={path} />;
  }
  const label = fieldIdentifierLabel(identifier) ?? spokenCode(identifier);
  if (label === undefined) {
    return <Identifier text={identifier} />;
  }
  return (
    <>
      <span>{label}</span>
      <div className={classes.code}>{identifier}</div>
    </>
  );
}
