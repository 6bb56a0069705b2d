import type { RefObject } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { useAction } from '../actions/use-action.ts';
import type { CaseListState } from './case-list-store.ts';
import { selectedCount } from './selection.ts';

interface ListActions {
  list: StoreApi<CaseListState>;
  grid: RefObject<HTMLElement | null>;
  input: RefObject<HTMLInputElement | null>;
  onOpen(row: number): void;
}

const group = 'Cases';

/** The shortcuts of the list, which also work while the focus is elsewhere on the page. */
export function useListActions({ list, grid, input, onOpen }: ListActions): void {
  const selected = useStore(list, (state) => selectedCount(state.selection));
  const previewed = useStore(list, (state) => state.previewed);
  const move = (by: number, extend = false) => {
    grid.current?.focus({ preventScroll: true });
    const { cursor, moveTo } = list.getState();
    moveTo(cursor + by, extend);
  };
  useAction({
    id: 'cases.next',
    group,
    label: 'Next case',
    shortcut: 'j',
    repeats: true,
    run: () => move(1),
  });
  useAction({
    id: 'cases.previous',
    group,
    label: 'Previous case',
    shortcut: 'k',
    repeats: true,
    run: () => move(-1),
  });
  useAction({
    id: 'cases.extend-down',
    group,
    label: 'Select down to the next case',
    shortcut: 'shift+j',
    repeats: true,
    run: () => move(1, true),
  });
  useAction({
    id: 'cases.extend-up',
    group,
    label: 'Select up to the previous case',
    shortcut: 'shift+k',
    repeats: true,
    run: () => move(-1, true),
  });
  useAction({
    id: 'cases.open',
    group,
    label: 'Open the case',
    shortcut: 'o',
    run: () => onOpen(list.getState().cursor),
  });
  useAction({
    id: 'cases.select',
    group,
    label: 'Select or deselect the case',
    shortcut: 'x',
    run: () => list.getState().toggle(list.getState().cursor),
  });
  useAction({
    id: 'cases.preview',
    group,
    label: previewed ? 'Close the preview' : 'Preview the case',
    shortcut: 'p',
    run: () => list.getState().preview(!previewed),
  });
  useAction({
    id: 'cases.filter',
    group,
    label: 'Filter cases',
    shortcut: '/',
    keywords: ['search', 'find', 'query'],
    run: () => input.current?.focus(),
  });
  useAction({
    id: 'cases.refresh',
    group,
    label: 'Refresh the list',
    shortcut: 'r',
    run: () => list.getState().refresh(),
  });
  useAction({
    id: 'cases.clear',
    group,
    label: selected > 0 ? 'Clear the selection' : 'Close the preview',
    shortcut: 'escape',
    disabled: selected === 0 && !previewed,
    run() {
      if (selected > 0) {
        list.getState().clearSelection();
      } else {
        list.getState().preview(false);
      }
    },
  });
}
