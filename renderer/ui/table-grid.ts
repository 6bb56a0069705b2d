import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { VirtualRows } from './virtual-rows.ts';

/** Pixels; the style sheet says the same. */
export const gridRow = 32;
export const gridHead = 31;

/** Rows of which only some are loaded. */
export interface RowSource<Row> {
  count: number;
  /** Returns a row; undefined for one that is not loaded. */
  at(index: number): Row | undefined;
  /** Receives the rows in view, and how far they are scrolled in pixels, when they change. */
  onView?: (from: number, count: number, top: number) => void;
  /** Returns the heading of a group of rows, which takes the place of a row; undefined for a row. */
  headingAt?: (index: number) => ReactNode;
  /** A row and its distance from the top in pixels, to which the rows are scrolled whenever this is another object. */
  position?: { index: number; offset: number };
}

/** Handles the current row of a grid, which keys and clicks move. */
export interface RowChoice<Row> {
  /** The index of the current row; -1 for none. */
  current: number;
  /** Makes another row the current one; `extends` if Shift was held. */
  onMove(index: number, extend: boolean): void;
  /** Returns whether a row is selected; by default the current one is. */
  isSelected?(row: Row | undefined): boolean;
  /** Enter and a double click; by default the row becomes the current one. */
  onOpen?(index: number): void;
  /** A click; by default the row becomes the current one. */
  onPress?(index: number, event: MouseEvent<HTMLElement>): void;
  onMenu?(row: Row, event: MouseEvent<HTMLElement>, index: number): void;
  /** Handles a further key; returns whether it did. */
  onKey?(event: KeyboardEvent<HTMLElement>): boolean;
  /** True if the rows scroll to the current one when anything makes it so, such as an action of the page. */
  isFollowed?: boolean;
  /** True if several can be selected. */
  isMultiple?: boolean;
}

/** Roles of what loses its own by being laid out as a CSS grid. */
export const roles = {
  grid: { role: 'grid' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  heading: { role: 'columnheader' },
  cell: { role: 'gridcell' },
  name: { role: 'rowheader' },
} as const;

/** The events of every row: the same functions for all of them, and in each render. */
export interface RowEvents {
  onFocus(index: number): void;
  onPress(index: number, event: MouseEvent<HTMLElement>): void;
  onOpen(index: number): void;
  onMenu(index: number, event: MouseEvent<HTMLElement>): void;
}

/** Keeps the focus within a grid on its current row. The grid itself has the tab stop while that row is out of sight. */
export function useGrid<Row>(
  source: RowSource<Row>,
  choice: RowChoice<Row> | undefined,
  { indexes, scroller, scrollTo }: VirtualRows,
) {
  /** The row of the tab stop while none is the current one. */
  const [focusIndex, setFocused] = useState(0);
  const hasFocus = useRef(false);
  /** True while a row is being pressed: a press moves the focus, and selects by itself. */
  const isPressed = useRef(false);
  const current = choice?.current ?? -1;
  const stop = current >= 0 ? current : Math.min(focusIndex, Math.max(0, source.count - 1));
  const latest = useRef({ source, choice, stop });
  useLayoutEffect(() => {
    latest.current = { source, choice, stop };
  });
  const gridOf = () => scroller.current?.querySelector<HTMLElement>('[role=grid]') ?? null;
  const focusRow = () => {
    const grid = gridOf();
    const row = grid?.querySelector<HTMLElement>(`[data-row="${stop}"]`);
    (row ?? grid)?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    const { activeElement } = document;
    // A row that was scrolled out of the page has lost the focus without an event.
    const isLost = activeElement === document.body;
    if (choice && hasFocus.current && (isLost || isGridOrRow(activeElement, gridOf()))) {
      focusRow();
    }
  });
  const isFollowed = choice?.isFollowed === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another current row is followed
  useLayoutEffect(() => {
    if (isFollowed && current >= 0) {
      scrollTo(source.headingAt?.(current - 1) === undefined ? current : current - 1);
    }
  }, [current, isFollowed]);
  const [events] = useState<RowEvents>(() => ({
    onFocus(index) {
      const { choice: now } = latest.current;
      setFocused(index);
      if (!isPressed.current && now && now.current >= 0 && index !== now.current) {
        now.onMove(index, false);
      }
    },
    onPress(index, event) {
      const { choice: now } = latest.current;
      (now?.onPress ?? ((at) => now?.onMove(at, false)))(index, event);
    },
    onOpen: (index) => latest.current.choice?.onOpen?.(index),
    onMenu(index, event) {
      const { source: from, choice: now } = latest.current;
      const row = from.at(index);
      if (row !== undefined) {
        now?.onMenu?.(row, event, index);
      }
    },
  }));
  if (!choice) {
    return undefined;
  }
  const release = () => {
    isPressed.current = false;
  };
  const handlers = {
    ...roles.grid,
    tabIndex: indexes.includes(stop) ? -1 : 0,
    onFocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
      hasFocus.current = true;
      if (target === currentTarget) {
        focusRow();
      }
    },
    onBlur() {
      hasFocus.current = false;
    },
    onPointerDown() {
      isPressed.current = true;
    },
    onClickCapture: release,
    onContextMenu: release,
    onKeyDownCapture: release,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (!isGridOrRow(event.target, event.currentTarget) || source.count === 0) {
        return;
      }
      if (choice.onKey?.(event)) {
        event.preventDefault();
        return;
      }
      const to = target(event, stop, current >= 0, scroller.current?.clientHeight ?? 0, source);
      const isMod = event.ctrlKey || event.metaKey;
      if (to === undefined || event.altKey || (isMod && (event.key === 'Enter' || event.key === ' '))) {
        return;
      }
      event.preventDefault();
      if (event.key === 'Enter' && choice.onOpen) {
        choice.onOpen(to);
      } else {
        choice.onMove(to, event.shiftKey);
        scrollTo(to);
      }
    },
  };
  return { stop, events, handlers };
}

/** Returns the row that a key leads to; undefined for a key that leads to none. */
function target(
  { key }: KeyboardEvent,
  stop: number,
  hasCurrent: boolean,
  height: number,
  { count, headingAt }: RowSource<unknown>,
): number | undefined {
  const page = Math.max(1, Math.floor((height - gridHead) / gridRow) - 1);
  const steps: Readonly<Record<string, number>> = {
    Enter: stop,
    ' ': stop,
    ArrowDown: hasCurrent ? stop + 1 : stop,
    ArrowUp: hasCurrent ? stop - 1 : stop,
    PageDown: stop + page,
    PageUp: stop - page,
    Home: 0,
    End: count - 1,
  };
  const to = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (to === undefined) {
    return undefined;
  }
  const index = Math.min(Math.max(0, to), count - 1);
  if (headingAt?.(index) === undefined) {
    return index;
  }
  return to < stop && index > 0 ? index - 1 : index + 1;
}

/** Returns whether an element is the grid or one of its rows, not a control in one. */
function isGridOrRow(element: EventTarget | null, grid: HTMLElement | null): boolean {
  return element instanceof HTMLElement && (element === grid || element.dataset.row !== undefined);
}
