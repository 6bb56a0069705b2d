// biome-ignore-all lint/a11y/useFocusableInteractive: cells of a grid with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useSemanticElements: cells of a grid whose rows are placed by arithmetic
import type { MouseEvent } from 'react';
import type { CallbackRow } from '../../../preload/contract/callbacks.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RowGrid } from '../../ui/row-grid.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './callback-table.module.css';
import { answerText, deliveryText, eventText, stateTexts } from './callback-wording.ts';

const columns = ['Received', 'Verification', 'Event', 'Conversation', 'Delivery', 'Answer', 'Size'];

interface CallbackTableProps {
  total: number;
  /** The place of the first of the rows. */
  from: number;
  rows: readonly CallbackRow[];
  selectedId: number | undefined;
  onWant(from: number, count: number): void;
  onSelect(id: number): void;
  onMenu(row: CallbackRow, event: MouseEvent<HTMLElement>): void;
}

/** Shows the received callbacks in sight, newest first. */
export function CallbackTable({
  total,
  from,
  rows,
  selectedId,
  onWant,
  onSelect,
  onMenu,
}: CallbackTableProps) {
  const place = rows.findIndex(({ id }) => id === selectedId);
  return (
    <RowGrid
      label="Received callbacks"
      columns={columns}
      className={classes.columns}
      headClassName={classes.headings}
      total={total}
      selected={place === -1 ? -1 : from + place}
      onWant={onWant}
      row={(index) => {
        const row = rows[index - from];
        return row && { id: row.id, cells: <Cells row={row} />, onMenu: (event) => onMenu(row, event) };
      }}
      onSelect={(index) => {
        const row = rows[index - from];
        if (row) {
          onSelect(row.id);
        }
      }}
    />
  );
}

function Cells({ row }: { row: CallbackRow }) {
  const { label, tone } = stateTexts[row.state];
  return (
    <>
      <span role="gridcell">
        <Time at={row.receivedAt} focusable={false} />
      </span>
      <span role="gridcell" className={classes.state} data-tone={tone}>
        <ToneIcon tone={tone} size={13} />
        {label}
      </span>
      <span role="gridcell" title={row.isKnown ? undefined : 'Not in the table of interface 6.2'}>
        <OutsideText text={eventText(row)} max={60} />
        {!row.isKnown && row.target !== undefined && <span className={layout.quiet}> unknown</span>}
      </span>
      <span role="gridcell" className={layout.smallMono}>
        {row.conversationId !== undefined && <OutsideText text={row.conversationId} max={60} />}
      </span>
      <span role="gridcell" data-relation={row.relation}>
        {deliveryText(row)}
      </span>
      <span role="gridcell">{answerText(row)}</span>
      <span role="gridcell" className={layout.number}>
        {formatBytes(row.bytes)}
      </span>
    </>
  );
}
