import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import type { JsonValue } from '../../preload/contract/json.ts';
import type { ComparedMember, Comparison } from '../../preload/contract/signatures.ts';
import { isPlainMember } from '../../preload/wording/plain-members.ts';
import classes from './compared-members.module.css';
import layout from './layout.module.css';
import { Masked } from './masked.tsx';
import { StatusBadge } from './status-badge.tsx';
import { Time } from './time.tsx';

const page = 100;

/** Shows a callback's conversation and the service's present reply, member by member. */
export function ComparedMembers({ comparison }: { comparison: Comparison }) {
  const { differing, total, members, readAt, environmentName } = comparison;
  const [all, setAll] = useState(false);
  const [shown, setShown] = useState(page);
  const wanted = all ? members : members.filter(({ state }) => state !== 'same');
  const same = differing === 0;
  return (
    <>
      <div className={classes.compareHead}>
        <StatusBadge
          tone={same ? 'good' : 'caution'}
          status={
            same ? 'The same' : `${differing.toLocaleString('en')} of ${total.toLocaleString('en')} differ`
          }
        />
        <span role="status">
          {same
            ? `All ${total.toLocaleString('en')} members of the conversation are the same in ${environmentName}.`
            : 'A difference alone proves nothing: a conversation can change after its callback was sent.'}{' '}
          Read <Time at={readAt} />.
        </span>
        <Switch label="Show equal members" checked={all} onChange={() => setAll(!all)} />
      </div>
      {wanted.length > 0 && (
        <div className={classes.tableBox}>
          <table className={classes.compared}>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">In the callback</th>
                <th scope="col">At the service now</th>
              </tr>
            </thead>
            <tbody>
              {wanted.slice(0, shown).map((member) => (
                <Row key={member.path} member={member} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {wanted.length > shown && (
        <Button onClick={() => setShown(shown + page)}>
          Show {Math.min(page, wanted.length - shown)} more of {(wanted.length - shown).toLocaleString('en')}
        </Button>
      )}
    </>
  );
}

const marks: Record<ComparedMember['state'], string> = {
  same: '=',
  changed: '≠',
  'only-callback': '−',
  'only-service': '+',
};
const markLabels: Record<ComparedMember['state'], string> = {
  same: 'the same',
  changed: 'differs',
  'only-callback': 'only in the callback',
  'only-service': 'only from the service',
};

function Row({ member }: { member: ComparedMember }) {
  const { path, state, callback, service } = member;
  return (
    <tr data-state={state}>
      <th scope="row">
        <span className={classes.mark} role="img" aria-label={markLabels[state]}>
          <span title={markLabels[state]}>{marks[state]}</span>
        </span>
        <code>{path}</code>
      </th>
      <td>
        <Value path={path} side="callback" value={callback} />
      </td>
      <td>
        <Value path={path} side="service" value={service} />
      </td>
    </tr>
  );
}

function Value({ path, side, value }: { path: string; side: string; value: JsonValue | undefined }) {
  if (value === undefined) {
    return <span className={layout.quiet}>missing</span>;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (path === 'id' || isPlainMember(path) || value === null || typeof value === 'boolean') {
    return <span>{text === '' ? '(empty)' : text}</span>;
  }
  return (
    <Masked value={text} label={`${path}, ${side}`}>
      {text === '' ? '(empty)' : text}
    </Masked>
  );
}
