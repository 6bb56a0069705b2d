// biome-ignore-all lint/a11y/useFocusableInteractive: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys of the grid choose rows too
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react';
import type { CallEntry } from '../../preload/contract/calls.ts';
import { formatBytes } from '../ui/format-bytes.ts';
import { OutsideText } from '../ui/outside-text.tsx';
import { ToneIcon } from '../ui/status-badge.tsx';
import { attemptOf, milliseconds, outcomeOf, timeOfDay, toneOf } from './call-wording.ts';
import classes from './calls.module.css';

/** Pixels; the style sheet says the same. */
const rowHeight = 32;
const columns = ['Time', 'Method', 'Path', 'Status', 'Size', 'Duration', 'Attempt'];

interface CallTableProps {
  calls: readonly CallEntry[];
  selectedId: number | undefined;
  onSelect(id: number): void;
  onMenu(call: CallEntry, event: MouseEvent<HTMLElement>): void;
}

/** The calls in sight, newest first. One tab stop; arrow keys choose a row. */
export function CallTable({ calls, selectedId, onSelect, onMenu }: CallTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const virtualizer = useVirtualizer({
    count: calls.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => calls[index]?.id ?? index,
    overscan: 6,
    initialRect: { width: 800, height: 600 },
  });
  const selected = calls.findIndex(({ id }) => id === selectedId);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 2);
    const steps: Record<string, number> = {
      ArrowDown: selected + 1,
      ArrowUp: selected - 1,
      PageDown: selected + page,
      PageUp: selected - page,
      Home: 0,
      End: calls.length - 1,
    };
    const to = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    const index = to === undefined ? -1 : Math.min(Math.max(0, to), calls.length - 1);
    const call = calls[index];
    if (call) {
      event.preventDefault();
      onSelect(call.id);
      virtualizer.scrollToIndex(index);
    }
  };
  const items = virtualizer.getVirtualItems();
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label="Calls"
      aria-rowcount={calls.length + 1}
      className={classes.scroller}
      data-page-focus
      {...(items.some(({ index }) => index === selected)
        ? { 'aria-activedescendant': `${prefix}${selectedId}` }
        : {})}
      onKeyDown={move}
    >
      <div role="row" aria-rowindex={1} className={classes.head}>
        {columns.map((column) => (
          <span key={column} role="columnheader">
            {column}
          </span>
        ))}
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const call = calls[index];
          return (
            call && (
              <div
                key={key}
                id={`${prefix}${call.id}`}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={call.id === selectedId}
                className={classes.row}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => onSelect(call.id)}
                onContextMenu={(event) => onMenu(call, event)}
              >
                <CallCells call={call} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}

function CallCells({ call }: { call: CallEntry }) {
  return (
    <>
      <span role="gridcell">{timeOfDay(call.at, navigator.language)}</span>
      <span role="gridcell" className={classes.method}>
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
      <span role="gridcell">{attemptOf(call)}</span>
    </>
  );
}
