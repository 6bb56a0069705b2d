import type { Check } from '../../../preload/contract/service/conversation.ts';
import { fieldIdentifierLabel } from '../../../preload/contract/service/words-fields.ts';
import {
  checkNameWord,
  checkReasonWord,
  checkResultWord,
} from '../../../preload/contract/service/words-results.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { WordBadge } from '../../ui/word-badge.tsx';
import classes from '../conversations.module.css';
import { hasMembers } from './members.tsx';

/** Additional validations performed on the user's data (interface 2.2). */
export function Checks({ checks, path }: { checks: readonly Check[]; path: string }) {
  if (checks.length === 0) return null;
  return (
    <div className={classes.tableHolder}>
      <table className={classes.table}>
        <caption>Checks</caption>
        <thead>
          <tr>
            <th scope="col">Check</th>
            <th scope="col">Result</th>
            <th scope="col">On what</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: checks have no id and never change their order
            <tr key={index}>
              <th scope="row">
                <CheckName name={check.name} />
              </th>
              <td>
                <WordBadge word={checkResultWord(check.result)} value={check.result} />
              </td>
              <td>
                <Details check={check} path={`${path}[${index}]`} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CheckName({ name }: { name: string | undefined }) {
  const word = checkNameWord(name);
  return word.label === name ? (
    <code className={classes.mono}>{name}</code>
  ) : (
    <>
      <span className={classes.strong}>{word.label}</span>
      {name !== undefined && <div className={classes.code}>{name}</div>}
    </>
  );
}

function Details({ check, path }: { check: Check; path: string }) {
  const { name: _name, result: _result, details, ...others } = check;
  const { field, reason, ...more } = details ?? {};
  const nothing = field === undefined && reason === undefined && !hasMembers(more) && !hasMembers(others);
  if (nothing) return <span className={classes.quiet}>–</span>;
  return (
    <>
      {field !== undefined && <FieldIdentifier identifier={field} path={`${path}.details.field`} />}
      {reason !== undefined &&
        (typeof reason === 'string' ? (
          <p>{checkReasonWord(reason).label}</p>
        ) : (
          <JsonTree value={reason} path={`${path}.details.reason`} />
        ))}
      {hasMembers(more) && <JsonTree value={more} path={`${path}.details`} open={0} />}
      {hasMembers(others) && <JsonTree value={others} path={path} open={0} />}
    </>
  );
}

/** A field identifier such as PERSON_NAME_FIRSTNAME, in words with the identifier small beside it. */
export function FieldIdentifier({ identifier, path }: { identifier: unknown; path: string }) {
  if (typeof identifier !== 'string') return <JsonTree value={identifier} path={path} />;
  const label = fieldIdentifierLabel(identifier);
  if (label === undefined) return <code className={classes.mono}>{identifier}</code>;
  return (
    <>
      <span>{label}</span>
      <div className={classes.code}>{identifier}</div>
    </>
  );
}
