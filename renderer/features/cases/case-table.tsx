// biome-ignore-all lint/a11y/useFocusableInteractive: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
// biome-ignore-all lint/a11y/useSemanticElements: a grid of rows that are placed by arithmetic, with one tab stop for all of them (WAI-ARIA grid pattern)
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useMemo,
} from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { CaseGroup, CaseSort } from '../../../preload/contract/cases.ts';
import { isGridOrRow, useRovingRow } from '../../ui/roving-row.ts';
import { type CaseListState, rowHeight } from './case-list-store.ts';
import { CaseRowView, type RowEvents } from './case-row.tsx';
import classes from './case-table.module.css';
import { gridTemplate, listWidth, nextSort, type ShownColumn } from './columns.ts';
import type { ListTimes } from './list-times.ts';
import { rowAt } from './row-pages.ts';
import { isSelected } from './selection.ts';
import { TableHead } from './table-head.tsx';
import { useVisibleItems } from './use-visible-items.ts';

const groupLabels: Readonly<Record<CaseGroup['key'], string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'This week',
  earlier: 'Earlier',
  never: 'Never',
};

/** In pixels. Must equal the value in the style sheet. */
const headHeight = 30;

interface CaseTableProps {
  store: StoreApi<CaseListState>;
  scroller: RefObject<HTMLDivElement | null>;
  columns: readonly ShownColumn[];
  onColumns(columns: ShownColumn[]): void;
  onSort(sort: CaseSort): void;
  times: ListTimes;
  revealed: boolean;
  onOpen(row: number): void;
  onMenu(row: number, event: MouseEvent<HTMLElement>): void;
}

/**
 * Shows the visible rows of a list of any length, below the column heads. It is a single tab stop: the current row has the focus, so that what a
 * key acts on is what a screen reader read. The grid has it only while that row is out of sight.
 */
export function CaseTable(props: CaseTableProps) {
  const { store, scroller, columns, onColumns, onSort, times, revealed, onOpen, onMenu } = props;
  const { layout, pages, cursor, selection, sort, scrollTarget, busy } = useStore(store);
  const { want } = store.getState();
  // Restores the scroll position before the visible rows are requested.
  useLayoutEffect(() => {
    if (scroller.current) {
      scroller.current.scrollTop = Math.max(0, scrollTarget.item * rowHeight - scrollTarget.offset);
    }
  }, [scrollTarget, scroller]);
  useLayoutEffect(() => store.getState().keepPlace, [store]);
  const items = useVisibleItems(
    scroller,
    layout.length,
    headHeight,
    useCallback((visible, top) => want(visible.from, visible.count, top), [want]),
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element) {
      scrollIntoSight(element, store.getState().layout.indexOfRow(cursor));
    }
  }, [cursor, scroller, store]);

  const { pressed, handlers } = useRovingRow(scroller, cursor);
  const events = useMemo<RowEvents>(
    () => ({
      onOpen,
      onFocus(row) {
        // A press moves by itself, and may extend a selection.
        if (!pressed.current && row !== store.getState().cursor) {
          store.getState().moveTo(row);
        }
      },
      onMenu(row, event) {
        store.getState().moveTo(row);
        onMenu(row, event);
      },
      onCheck(row, event) {
        event.stopPropagation();
        select(store, row, event.shiftKey);
      },
      onPress(row, event) {
        if (event.shiftKey || event.ctrlKey || event.metaKey) {
          select(store, row, event.shiftKey);
          return;
        }
        const { previewed, moveTo } = store.getState();
        moveTo(row);
        if (!previewed && document.getSelection()?.isCollapsed !== false) {
          onOpen(row);
        }
      },
    }),
    [store, onOpen, onMenu, pressed],
  );

  const visible = Array.from(
    { length: Math.min(items.count, layout.length - items.from) },
    (_, at) => items.from + at,
  );
  const current = layout.total > 0 ? layout.indexOfRow(cursor) : -1;
  const isInSight = visible.includes(current);
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="grid"
      tabIndex={isInSight ? -1 : 0}
      {...handlers}
      aria-label="Cases"
      aria-multiselectable
      aria-busy={busy}
      aria-rowcount={layout.length + 1}
      data-page-focus
      style={
        { '--columns': gridTemplate(columns), '--list-width': `${listWidth(columns)}px` } as CSSProperties
      }
      onKeyDown={(event) => hearKey(event, store, onOpen)}
    >
      <TableHead
        columns={columns}
        onColumns={onColumns}
        sort={sort}
        onSort={(id) => onSort(nextSort(sort, id))}
      />
      <div role="rowgroup" className={classes.body} style={{ height: layout.length * rowHeight }}>
        <div role="presentation" style={{ transform: `translateY(${items.from * rowHeight}px)` }}>
          {visible.map((index) => {
            const item = layout.itemAt(index);
            if (item.kind === 'group') {
              return (
                <div
                  key={`group ${item.group.key}`}
                  role="row"
                  aria-rowindex={index + 2}
                  className={classes.group}
                >
                  <span role="gridcell" aria-colspan={columns.length + 1}>
                    {groupLabels[item.group.key]}
                    <span className={classes.count}>{item.group.count.toLocaleString('en')}</span>
                  </span>
                </div>
              );
            }
            const loaded = rowAt(pages, item.row);
            return (
              <CaseRowView
                key={index}
                row={item.row}
                position={index + 2}
                loaded={loaded}
                columns={columns}
                selected={loaded ? isSelected(selection, loaded.conversationId) : selection.kind === 'all'}
                current={item.row === cursor}
                times={times}
                revealed={revealed}
                events={events}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function select(store: StoreApi<CaseListState>, row: number, extend: boolean): void {
  const { moveTo, toggle } = store.getState();
  if (extend) {
    moveTo(row, true);
  } else {
    moveTo(row);
    toggle(row);
  }
}

/** Handles the standard keys of a grid. Single-letter keys such as J, K and X are actions of the page. */
function hearKey(
  event: KeyboardEvent<HTMLElement>,
  store: StoreApi<CaseListState>,
  onOpen: (row: number) => void,
): void {
  if (!isGridOrRow(event.target, event.currentTarget)) {
    return;
  }
  const { cursor, layout, moveTo, selectAll, previewed, preview } = store.getState();
  const page = Math.max(1, Math.floor((event.currentTarget.clientHeight - headHeight) / rowHeight) - 1);
  const steps: Record<string, number> = {
    ArrowDown: cursor + 1,
    ArrowUp: cursor - 1,
    PageDown: cursor + page,
    PageUp: cursor - page,
    Home: 0,
    End: layout.total - 1,
  };
  const to = Object.hasOwn(steps, event.key) ? steps[event.key] : undefined;
  const isMod = event.ctrlKey || event.metaKey;
  if (to !== undefined && !event.altKey) {
    moveTo(to, event.shiftKey);
  } else if (event.key === 'Enter' && !isMod && layout.total > 0) {
    onOpen(cursor);
  } else if (event.key === ' ' && !isMod) {
    preview(!previewed);
  } else if (event.key.toLowerCase() === 'a' && isMod && !event.shiftKey && !event.altKey) {
    selectAll();
  } else {
    return;
  }
  event.preventDefault();
}

function scrollIntoSight(element: HTMLElement, item: number): void {
  const top = item * rowHeight;
  const height = element.clientHeight - headHeight;
  if (top < element.scrollTop) {
    // The first row is shown together with its heading.
    element.scrollTop = item <= 1 ? 0 : top;
  } else if (top + rowHeight > element.scrollTop + height) {
    element.scrollTop = top + rowHeight - height;
  }
}
