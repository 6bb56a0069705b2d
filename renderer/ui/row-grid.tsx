// biome-ignore-all lint/a11y/useFocusableInteractive: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys of the grid choose rows too
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isGridOrRow, useRovingRow } from './roving-row.ts';
import classes from './row-grid.module.css';

/** Pixels; the style sheet says the same. */
const rowHeight = 32;

/** A row of the grid. */
export interface GridRow {
  id: number;
  /** An element of role `gridcell` for each column. */
  cells: ReactNode;
  onMenu(event: MouseEvent<HTMLElement>): void;
}

interface RowGridProps {
  label: string;
  columns: readonly string[];
  /** Sets `--columns` and `--least-width`. */
  className: string | undefined;
  headClassName: string | undefined;
  total: number;
  /** The place of the selected row; -1 for none. */
  selected: number;
  /** Returns a row; undefined for one that is not loaded. */
  row(index: number): GridRow | undefined;
  onSelect(index: number): void;
  /** Receives the rows in sight when they change. */
  onWant?: (from: number, count: number) => void;
  /** Takes the focus when the page is opened. */
  takesPageFocus?: boolean;
}

/** Shows a table of rows of one height, of which only those in sight are in the page. One tab stop, the current row; arrow keys, Enter and Space select. */
export function RowGrid({
  label,
  columns,
  className,
  headClassName,
  total,
  selected,
  row,
  onSelect,
  onWant,
  takesPageFocus = false,
}: RowGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  /** The row of the tab stop while none is selected. */
  const [focused, setFocused] = useState(0);
  const current = selected >= 0 ? selected : Math.min(focused, Math.max(0, total - 1));
  const { pressed, handlers } = useRovingRow(scroller, current);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => row(index)?.id ?? `place ${index}`,
    overscan: 6,
    initialRect: { width: 800, height: 600 },
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const count = items.length;
  useEffect(() => {
    if (count > 0) {
      onWant?.(first, count);
    }
  }, [first, count, onWant]);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (!isGridOrRow(event.target, event.currentTarget) || total === 0) {
      return;
    }
    const isSelected = selected >= 0;
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 2);
    const steps: Record<string, number> = {
      Enter: current,
      ' ': current,
      ArrowDown: isSelected ? current + 1 : current,
      ArrowUp: isSelected ? current - 1 : current,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: total - 1,
    };
    const to = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
    if (to !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      const index = Math.min(Math.max(0, to), total - 1);
      event.preventDefault();
      onSelect(index);
      virtualizer.scrollToIndex(index);
    }
  };
  const focus = (index: number) => {
    setFocused(index);
    if (!pressed.current && selected >= 0 && index !== selected) {
      onSelect(index);
    }
  };
  const isInSight = items.some(({ index }) => index === current && row(index) !== undefined);
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={isInSight ? -1 : 0}
      aria-label={label}
      aria-rowcount={total + 1}
      className={`${classes.scroller} ${className ?? ''}`}
      {...(takesPageFocus ? { 'data-page-focus': true } : {})}
      {...handlers}
      onKeyDown={move}
    >
      <div role="row" aria-rowindex={1} className={`${classes.head} ${headClassName ?? ''}`}>
        {columns.map((column) => (
          <span key={column} role="columnheader">
            {column}
          </span>
        ))}
      </div>
      <div role="rowgroup" className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const shown = row(index);
          return (
            shown && (
              <div
                key={key}
                role="row"
                tabIndex={index === current ? 0 : -1}
                data-row={index}
                aria-rowindex={index + 2}
                aria-selected={index === selected}
                className={classes.row}
                style={{ transform: `translateY(${start}px)` }}
                onFocus={() => focus(index)}
                onClick={() => onSelect(index)}
                onContextMenu={shown.onMenu}
              >
                {shown.cells}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
