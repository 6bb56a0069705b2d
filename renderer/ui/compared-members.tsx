import { Flex, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { JsonValue } from '../../preload/contract/json.ts';
import type { ComparedMembers as Compared, ComparedMember } from '../../preload/contract/signatures.ts';
import { isPlainMember } from '../../preload/wording/plain-members.ts';
import layout from './layout.module.css';
import { Masked } from './masked.tsx';
import { StatusBadge } from './status-badge.tsx';
import { type Column, Table } from './table.tsx';
import { UserKey } from './user-key.tsx';

interface ComparedMembersProps {
  comparison: Compared;
  /** The headings of the two columns. */
  names: readonly [first: string, second: string];
  /** Says what equality or a difference means. */
  children: ReactNode;
}

/** Shows two JSON values, such as a callback's conversation and the service's present response, member by member. */
export function ComparedMembers({ comparison, names, children }: ComparedMembersProps) {
  const { differing, total, members } = comparison;
  const [all, setAll] = useState(false);
  const rows = all ? members : members.filter(({ state }) => state !== 'same');
  const same = differing === 0;
  return (
    <>
      <Flex wrap="wrap" align="center" columnGap={12} rowGap={6} className={layout.anywhere}>
        <StatusBadge
          tone={same ? 'good' : 'caution'}
          status={
            same ? 'The same' : `${differing.toLocaleString('en')} of ${total.toLocaleString('en')} differ`
          }
        />
        <span role="status">{children}</span>
        <Switch label="Show equal members" checked={all} onChange={() => setAll(!all)} />
      </Flex>
      {rows.length > 0 && (
        <Table
          label="Compared members"
          columns={[memberColumn, sideColumn('first', names[0]), sideColumn('second', names[1])]}
          rows={rows}
          attributes={({ state }) => ({ className: layout.compared, 'data-different': state !== 'same' })}
        />
      )}
    </>
  );
}

const marks: Record<ComparedMember['state'], [mark: string, meaning: string]> = {
  same: ['=', 'the same'],
  changed: ['≠', 'differs'],
  'only-first': ['−', 'only in the first'],
  'only-second': ['+', 'only in the second'],
};

const memberColumn: Column<ComparedMember> = {
  heading: 'Member',
  isName: true,
  cell: ({ path, state }) => (
    <>
      <Text
        span
        role="img"
        title={marks[state][1]}
        display="inline-block"
        w="1.25rem"
        fw={700}
        c={state === 'same' ? 'dimmed' : 'var(--status-caution)'}
      >
        {marks[state][0]}
      </Text>
      <code className={layout.identifier}>{path}</code>
    </>
  ),
};

const sideColumn = (side: 'first' | 'second', heading: string): Column<ComparedMember> => ({
  id: side,
  heading,
  cell: (member) => <Value path={member.path} side={side} value={member[side]} />,
});

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
