import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** A ref that is true while a row is being pressed: a press moves the focus, and selects by itself. */
export type Pressed = RefObject<boolean>;

/**
 * Keeps the focus within a grid on its current row, so that the focus and what a screen reader reads are one. Rows have `data-row` with
 * their number, and `tabIndex` 0 for the current one; the grid itself has the tab stop while that is out of sight.
 */
export function useRovingRow(grid: RefObject<HTMLElement | null>, current: number) {
  const hasFocus = useRef(false);
  const pressed: Pressed = useRef(false);
  const focusRow = () => {
    const row = grid.current?.querySelector<HTMLElement>(`[data-row="${current}"]`);
    (row ?? grid.current)?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    const { activeElement } = document;
    // A row that was scrolled out of the page has lost the focus without an event.
    const isLost = activeElement === document.body;
    if (hasFocus.current && (isLost || isGridOrRow(activeElement, grid.current))) {
      focusRow();
    }
  });
  const released = () => {
    pressed.current = false;
  };
  return {
    pressed,
    handlers: {
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
        pressed.current = true;
      },
      onClickCapture: released,
      onContextMenu: released,
      onKeyDownCapture: released,
    },
  };
}

/** Returns whether an element is the grid or one of its rows, not a control in one. */
export function isGridOrRow(element: EventTarget | null, grid: HTMLElement | null): boolean {
  return element instanceof HTMLElement && (element === grid || element.dataset.row !== undefined);
}
