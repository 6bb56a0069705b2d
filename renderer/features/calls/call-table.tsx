// biome-ignore-all lint/a11y/useFocusableInteractive: cells of a grid with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useSemanticElements: cells of a grid whose rows are placed by arithmetic
import type { MouseEvent } from 'react';
import type { CallEntry } from '../../../preload/contract/calls.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import layout from '../../ui/layout.module.css';
import { OutsideText } from '../../ui/outside-text.tsx';
import { RowGrid } from '../../ui/row-grid.tsx';
import { ToneIcon } from '../../ui/status-badge.tsx';
import { attemptOf, milliseconds, outcomeOf, timeOfDay, toneOf } from './call-wording.ts';
import classes from './calls.module.css';

const columns = ['Time', 'Method', 'Path', 'Status', 'Size', 'Duration', 'Attempt'];

interface CallTableProps {
  calls: readonly CallEntry[];
  selectedId: number | undefined;
  onSelect(id: number): void;
  onMenu(call: CallEntry, event: MouseEvent<HTMLElement>): void;
}

/** Shows the calls in sight, newest first. */
export function CallTable({ calls, selectedId, onSelect, onMenu }: CallTableProps) {
  return (
    <RowGrid
      label="Calls"
      columns={columns}
      className={classes.columns}
      headClassName={classes.headings}
      total={calls.length}
      selected={calls.findIndex(({ id }) => id === selectedId)}
      takesPageFocus
      row={(index) => {
        const call = calls[index];
        return (
          call && { id: call.id, cells: <CallCells call={call} />, onMenu: (event) => onMenu(call, event) }
        );
      }}
      onSelect={(index) => {
        const call = calls[index];
        if (call) {
          onSelect(call.id);
        }
      }}
    />
  );
}

function CallCells({ call }: { call: CallEntry }) {
  return (
    <>
      <span role="gridcell">{timeOfDay(call.at)}</span>
      <span role="gridcell" className={layout.strong}>
        {call.method}
      </span>
      <span role="gridcell" className={classes.path} title={call.path}>
        <OutsideText text={call.path} />
      </span>
      <span role="gridcell" className={classes.outcome} data-tone={toneOf(call)}>
        <ToneIcon tone={toneOf(call)} size={13} />
        {outcomeOf(call)}
      </span>
      <span role="gridcell" className={classes.figure}>
        {call.bytes === undefined ? '' : formatBytes(call.bytes)}
      </span>
      <span role="gridcell" className={classes.figure}>
        {call.totalMs === undefined ? '' : milliseconds(call.totalMs)}
      </span>
      <span role="gridcell" className={classes.attempt}>
        {attemptOf(call)}
      </span>
    </>
  );
}
