import type { Check } from '../../../../preload/contract/service/conversation.ts';
import { failuresFirst } from '../../../../preload/wording/failures-first.ts';
import { safeCode } from '../../../../preload/wording/findings.ts';
import { fieldIdentifierLabel } from '../../../../preload/wording/record.ts';
import { checkNameTerm, checkReasonTerm, checkResultTerm } from '../../../../preload/wording/results.ts';
import { spokenCode } from '../../../../preload/wording/terms.ts';
import { JsonTree } from '../../../ui/json-tree.tsx';
import layout from '../../../ui/layout.module.css';
import { LongTable } from '../../../ui/long-table.tsx';
import { OutsideText } from '../../../ui/outside-text.tsx';
import { TermBadge } from '../../../ui/term-badge.tsx';
import classes from '../conversations.module.css';
import { placeOf } from '../findings/evidence.ts';
import { hasMembers } from './members.tsx';

/** Additional validations performed on the user's data (interface 2.2). */
export function Checks({
  checks,
  product,
  path,
}: {
  checks: readonly Check[];
  product: string;
  path: string;
}) {
  if (checks.length === 0) {
    return null;
  }
  const sorted = failuresFirst(checks, ({ result }) => checkResultTerm(result).tone);
  return (
    <LongTable
      caption="Checks"
      columns={['Check', 'Result', 'Checked field']}
      count={checks.length}
      estimate={48}
      row={(index) => {
        const { entry: check, index: given } = sorted[index] ?? { entry: {} as Check, index };
        return (
          <tr data-evidence={placeOf.check(product, safeCode(check.name), fieldOf(check))}>
            <th scope="row">
              <CheckName name={check.name} />
            </th>
            <td>
              <TermBadge term={checkResultTerm(check.result)} value={check.result} />
            </td>
            <td>
              <Details check={check} path={`${path}[${given}]`} />
            </td>
          </tr>
        );
      }}
    />
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
    <code className={layout.identifier}>
      <OutsideText text={label} />
    </code>
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

function Details({ check, path }: { check: Check; path: string }) {
  const { name: _name, result: _result, details, ...others } = check;
  const { field, reason, ...more } = details ?? {};
  const nothing = field === undefined && reason === undefined && !hasMembers(more) && !hasMembers(others);
  if (nothing) {
    return <span className={layout.quiet}>–</span>;
  }
  return (
    <>
      {field !== undefined && <FieldIdentifier identifier={field} path={`${path}.details.field`} />}
      {reason !== undefined &&
        (typeof reason === 'string' ? (
          <p>{checkReasonTerm(reason).label}</p>
        ) : (
          <JsonTree value={reason} path={`${path}.details.reason`} />
        ))}
      {hasMembers(more) && <JsonTree value={more} path={`${path}.details`} open={0} />}
      {hasMembers(others) && <JsonTree value={others} path={path} open={0} />}
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
    return (
      <code className={layout.identifier}>
        <OutsideText text={identifier} />
      </code>
    );
  }
  return (
    <>
      <span>{label}</span>
      <div className={classes.code}>{identifier}</div>
    </>
  );
}
