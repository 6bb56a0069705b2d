// biome-ignore-all lint/a11y/useFocusableInteractive: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useKeyWithClickEvents: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
import { type MouseEvent, memo } from 'react';
import { CaseCell } from './case-cell.tsx';
import classes from './case-row.module.css';
import type { ShownColumn } from './columns.ts';
import type { ListTimes } from './list-times.ts';
import type { LoadedRow } from './row-pages.ts';

/** The events of a row; the same functions for every row, so that rows are not rendered again. */
export interface RowEvents {
  onPress(row: number, event: MouseEvent): void;
  onOpen(row: number): void;
  onCheck(row: number, event: MouseEvent): void;
  onMenu(row: number, event: MouseEvent<HTMLElement>): void;
  onFocus(row: number): void;
}

interface CaseRowViewProps {
  /** Index in the result. */
  row: number;
  /** Index among rows and headings, counted from 1, for assistive technology. */
  position: number;
  loaded: LoadedRow;
  columns: readonly ShownColumn[];
  selected: boolean;
  current: boolean;
  times: ListTimes;
  revealed: boolean;
  events: RowEvents;
}

/** One row of the list. */
export const CaseRowView = memo(function CaseRowView({
  row,
  position,
  loaded,
  columns,
  selected,
  current,
  times,
  revealed,
  events,
}: CaseRowViewProps) {
  return (
    <div
      role="row"
      tabIndex={current ? 0 : -1}
      data-row={row}
      className={classes.row}
      aria-rowindex={position}
      aria-selected={selected}
      data-current={current || undefined}
      data-conversation={loaded?.conversationId}
      onFocus={() => events.onFocus(row)}
      onClick={(event) => events.onPress(row, event)}
      onDoubleClick={() => events.onOpen(row)}
      onContextMenu={(event) => events.onMenu(row, event)}
    >
      <span role="gridcell" className={classes.check} onClick={(event) => events.onCheck(row, event)}>
        <span className={classes.box} data-checked={selected || undefined} aria-hidden />
      </span>
      {loaded ? (
        columns.map(({ id: column }) => (
          <span key={column} role="gridcell" className={classes.cell} data-column={column}>
            <CaseCell column={column} row={loaded} times={times} revealed={revealed} />
          </span>
        ))
      ) : (
        <Waiting forgotten={loaded === null} columns={columns.length} />
      )}
    </div>
  );
});

function Waiting({ forgotten, columns }: { forgotten: boolean; columns: number }) {
  return (
    <span role="gridcell" className={classes.waiting} style={{ gridColumn: `span ${columns}` }}>
      {forgotten ? 'Forgotten' : <span className={classes.skeleton} />}
    </span>
  );
}
