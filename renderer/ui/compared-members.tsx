import { Button, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { JsonValue } from '../../preload/contract/json.ts';
import type { ComparedMembers as Compared, ComparedMember } from '../../preload/contract/signatures.ts';
import { isPlainMember } from '../../preload/wording/plain-members.ts';
import classes from './compared-members.module.css';
import layout from './layout.module.css';
import { Masked } from './masked.tsx';
import { StatusBadge } from './status-badge.tsx';
import { UserKey } from './user-key.tsx';

const page = 100;

interface ComparedMembersProps {
  comparison: Compared;
  /** The headings of the two columns. */
  names: readonly [first: string, second: string];
  /** Says what equality or a difference means. */
  children: ReactNode;
}

/** Shows two JSON values, such as a callback's conversation and the service's present reply, member by member. */
export function ComparedMembers({ comparison, names, children }: ComparedMembersProps) {
  const { differing, total, members } = comparison;
  const [all, setAll] = useState(false);
  const [count, setShown] = useState(page);
  const rows = all ? members : members.filter(({ state }) => state !== 'same');
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
        <span role="status">{children}</span>
        <Switch label="Show equal members" checked={all} onChange={() => setAll(!all)} />
      </div>
      {rows.length > 0 && (
        <div className={classes.tableBox}>
          <table className={classes.compared}>
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col">{names[0]}</th>
                <th scope="col">{names[1]}</th>
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, count).map((member) => (
                <Row key={member.path} member={member} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > count && (
        <Button onClick={() => setShown(count + page)}>
          Show {Math.min(page, rows.length - count)} more of {(rows.length - count).toLocaleString('en')}
        </Button>
      )}
    </>
  );
}

const marks: Record<ComparedMember['state'], string> = {
  same: '=',
  changed: '≠',
  'only-first': '−',
  'only-second': '+',
};
const markLabels: Record<ComparedMember['state'], string> = {
  same: 'the same',
  changed: 'differs',
  'only-first': 'only in the first',
  'only-second': 'only in the second',
};

function Row({ member }: { member: ComparedMember }) {
  const { path, state, first, second } = member;
  return (
    <tr data-state={state}>
      <th scope="row">
        <span className={classes.mark} role="img" aria-label={markLabels[state]}>
          <span title={markLabels[state]}>{marks[state]}</span>
        </span>
        <code>{path}</code>
      </th>
      <td>
        <Value path={path} side="first" value={first} />
      </td>
      <td>
        <Value path={path} side="second" value={second} />
      </td>
    </tr>
  );
}

function Value({ path, side, value }: { path: string; side: string; value: JsonValue | undefined }) {
  if (value === undefined) {
    return <span className={layout.quiet}>missing</span>;
  }
  const own = path.replace(/^payload\.conversation\./, '');
  if (own === 'userKey' && typeof value === 'string') {
    return <UserKey userKey={value} />;
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const isOfMessage = /^(?:id|target|event|created|header .*)$/.test(own);
  if (isOfMessage || isPlainMember(own) || value === null || typeof value === 'boolean') {
    return <span>{text === '' ? '(empty)' : text}</span>;
  }
  return (
    <Masked value={text} label={`${path}, ${side}`}>
      {text === '' ? '(empty)' : text}
    </Masked>
  );
}
