import { Flex } from '@mantine/core';
import type { MouseEvent } from 'react';
import type { CallbackRow } from '../../../preload/contract/callbacks.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import type { RowSource } from '../../ui/table-grid.ts';
import { Time } from '../../ui/time.tsx';
import { answerText, deliveryText, eventText, stateTexts } from './callback-wording.ts';

/** The optional ones are in the details too, beside which there is less room. */
const columns: readonly Column<CallbackRow>[] = [
  { heading: 'Received', width: 168, cell: ({ receivedAt }) => <Time at={receivedAt} relative={false} /> },
  {
    heading: 'Verification',
    width: 136,
    cell({ state }) {
      const { label, tone } = stateTexts[state];
      return (
        <Flex component="span" align="center" gap={4} data-tone={tone}>
          <ToneIcon tone={tone} size={13} />
          {label}
        </Flex>
      );
    },
  },
  {
    heading: 'Event',
    width: 156,
    grows: true,
    cell: (row) => (
      <span title={row.isKnown ? undefined : 'Not in the table of interface 6.2'}>
        <OutsideText text={eventText(row)} max={60} />
        {!row.isKnown && row.target !== undefined && <span className={layout.quiet}> unknown</span>}
      </span>
    ),
  },
  {
    heading: 'Conversation',
    width: 200,
    grows: true,
    isOptional: true,
    cell: ({ conversationId }) =>
      conversationId !== undefined && (
        <span className={layout.smallMono}>
          <OutsideText text={conversationId} max={60} />
        </span>
      ),
  },
  { heading: 'Delivery', width: 124, cell: deliveryText },
  { heading: 'Answer', width: 100, isOptional: true, cell: answerText },
  { heading: 'Size', width: 84, align: 'right', isOptional: true, cell: ({ bytes }) => formatBytes(bytes) },
];

interface CallbackTableProps {
  rows: RowSource<CallbackRow>;
  /** The place of the selected one; -1 where it is not in sight. */
  current: number;
  onSelect(id: number): void;
  onMenu(row: CallbackRow, event: MouseEvent<HTMLElement>): void;
}

/** Shows the received callbacks in sight, newest first. */
export function CallbackTable({ rows, current, onSelect, onMenu }: CallbackTableProps) {
  return (
    <Table
      label="Received callbacks"
      columns={columns}
      rows={rows}
      choice={{
        current,
        onMove(index) {
          const row = rows.at(index);
          if (row) {
            onSelect(row.id);
          }
        },
        onMenu,
      }}
    />
  );
}
