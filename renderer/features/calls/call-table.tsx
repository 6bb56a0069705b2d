import { Flex } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { CallEntry } from '../../../preload/contract/calls.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { attemptOf, milliseconds, outcomeOf, timeOfDay, toneOf } from './call-wording.ts';

const columns: readonly Column<CallEntry>[] = [
  { heading: 'Time', width: 156, cell: ({ at }) => timeOfDay(at) },
  { heading: 'Method', width: 64, cell: ({ method }) => <span className={layout.strong}>{method}</span> },
  {
    heading: 'Path',
    width: 152,
    grows: true,
    cell: ({ path }) => (
      <span className={layout.smallMono} title={path}>
        <OutsideText text={path} />
      </span>
    ),
  },
  {
    heading: 'Status',
    width: 116,
    cell: (call) => (
      <Flex component="span" align="center" gap={4} data-tone={toneOf(call)}>
        <ToneIcon tone={toneOf(call)} size={13} />
        {outcomeOf(call)}
      </Flex>
    ),
  },
  {
    heading: 'Size',
    width: 80,
    align: 'right',
    cell: ({ bytes }) => (bytes === undefined ? '' : formatBytes(bytes)),
  },
  {
    heading: 'Duration',
    width: 96,
    align: 'right',
    cell: ({ totalMs }) => (totalMs === undefined ? '' : milliseconds(totalMs)),
  },
  { heading: 'Attempt', width: 104, cell: attemptOf },
];

interface CallTableProps {
  calls: readonly CallEntry[];
  selectedId: number | undefined;
  onSelect(id: number): void;
  onMenu(call: CallEntry, event: MouseEvent<HTMLElement>): void;
}

/** Shows the calls in sight, newest first. */
export function CallTable({ calls, selectedId, onSelect, onMenu }: CallTableProps) {
  return (
    <Table
      label="Calls"
      columns={columns}
      rows={calls}
      takesPageFocus
      choice={{
        current: calls.findIndex(({ id }) => id === selectedId),
        onMove(index) {
          const call = calls[index];
          if (call) {
            onSelect(call.id);
          }
        },
        onMenu,
      }}
    />
  );
}
