import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CaseGroup, CaseQueryResult, CaseRow, CaseSort } from '../../../preload/contract/cases.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { startOfDay } from '../../../preload/wording/case-filter/period.ts';
import { filterInput, type ListFilter, queryLine } from '../../../preload/wording/case-filter/query-line.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { cancelLatest, latestRequest } from '../../bridge/query-client.ts';
import { gridRow } from '../../ui/table-grid.ts';
import { firstSort } from './case-views.ts';
import { ListLayout } from './list-layout.ts';
import { type Pages, pageSize, RowPages, rowAt } from './row-pages.ts';
import { isSelected, nothingSelected, type Selection, withSelected } from './selection.ts';

export type CaseLayout = ListLayout<CaseGroup['key']>;

export interface CaseListState {
  environmentId: string | undefined;
  filter: ListFilter;
  sort: CaseSort;
  /** Undefined until the first query of the environment completes. */
  resultId: string | undefined;
  layout: CaseLayout;
  pages: Pages;
  /** True during a query; the previous rows stay visible. */
  busy: boolean;
  failure: FailureView | undefined;
  /** The row with the keyboard focus. */
  cursor: number;
  selection: Selection;
  previewed: boolean;
  /** True if the sandbox's samples replace the list. */
  samplesShown: boolean;
  /** The scroll target: an item's index and its distance from the top in pixels. A new object for each request. */
  scrollTarget: { index: number; offset: number };
  /** Opens the list of an environment at its last scroll position. */
  open(environmentId: string, sort?: CaseSort): void;
  setFilter(filter: ListFilter): void;
  setSort(sort: CaseSort): void;
  /** Repeats the query after a change and keeps the position. Resolves when the list was read. */
  refresh(): Promise<void>;
  /** Reports the visible items and the scroll position in pixels. */
  want(item: number, count: number, top: number): void;
  /** Moves the keyboard focus to a row; with `extend`, selects the rows from where the range began. */
  moveTo(row: number, extend?: boolean): void;
  toggle(row: number): void;
  /** Selects one row in place of what was selected. */
  selectOnly(row: number): void;
  selectAll(): void;
  clearSelection(): void;
  preview(shown: boolean): void;
  /** Saves the scroll position when the list is hidden. */
  keepPlace(): void;
  showSamples(shown: boolean): void;
  /** Discards everything of this environment when another is selected. */
  leave(): void;
}

/** The most rows selected as a range, since their ids are loaded. "Select all" has no limit. */
const maxRange = 10_000;

const emptyLayout: CaseLayout = new ListLayout(0);
/** The first row, with its heading. */
const top = { cursor: 0, offset: gridRow, top: 0 };

/** Creates the store of the list of cases of one environment: filter, sort order, position and selection. */
export function createCaseListStore(bridge: BridgeClient, queries: QueryClient): StoreApi<CaseListState> {
  let pages: RowPages | undefined;
  let scrolled = { item: 0, count: 60, top: 0 };
  /** True if the list changed while a whole result was selected, which postpones the query. */
  let changedMeanwhile = false;
  /** The first row of a range, and the selection before it. */
  let anchor: { row: number; before: Selection } | undefined;

  return createStore<CaseListState>()((set, get) => {
    const empty = {
      filter: {},
      sort: firstSort,
      resultId: undefined,
      layout: emptyLayout,
      pages: new Map(),
      busy: false,
      failure: undefined,
      cursor: 0,
      selection: nothingSelected,
      previewed: false,
      samplesShown: false,
      scrollTarget: { index: 0, offset: 0 },
    };

    const read =
      (environmentId: string, resultId: string) => async (from: number, count: number, signal: AbortSignal) =>
        (await bridge.invoke('cases.rows', { environmentId, resultId, from, count }, { signal })).rows;

    const failed = (failure: FailureView) => {
      if (failure.code === 'result-expired') {
        // A selection of a whole result is void without that result.
        set(get().selection.kind === 'all' ? { selection: nothingSelected } : {});
        void runQuery(true);
      } else if (failure.code !== 'cancelled') {
        set({ failure, busy: false });
      }
    };

    /** @param keeps true to keep the focused row at its position on screen */
    async function runQuery(keeps: boolean): Promise<void> {
      const { environmentId, filter, sort } = get();
      if (environmentId === undefined) {
        return;
      }
      set({ busy: true });
      changedMeanwhile = false;
      const time = Date.now();
      const input = {
        environmentId,
        filter: filterInput(filter, time),
        sort,
        dayStarts: {
          today: startOfDay(time, 0),
          yesterday: startOfDay(time, -1),
          week: startOfDay(time, -6),
        },
      };
      try {
        const read = await latestRequest(queries, environmentId, 'cases.query', async (signal) => {
          const result = await bridge.invoke('cases.query', input, { signal });
          const next = pagesOf(environmentId, result.resultId);
          const shift = keeps ? await rowShift(environmentId, result, signal) : undefined;
          const layout = new ListLayout(result.total, result.groups);
          const target = shift === undefined ? top : shiftedTarget(layout, shift);
          const from = Math.max(0, Math.floor(target.top / gridRow) - 10);
          const rows = layout.rowsWithin(from, Math.max(scrolled.count, 60));
          const first = await next.loadInitial(rows.from, Math.max(1, rows.count), signal);
          return { result, next, layout, first, shift };
        });
        if (read === undefined) {
          return;
        }
        const { result, next, layout, first, shift } = read;
        pages?.stop();
        pages = next;
        const target = shift === undefined ? top : shiftedTarget(layout, shift);
        if (anchor) {
          anchor = { ...anchor, row: anchor.row + (shift ?? 0) };
        }
        set({
          resultId: result.resultId,
          layout,
          pages: first,
          busy: false,
          failure: undefined,
          cursor: target.cursor,
          scrollTarget: { index: layout.indexOfRow(target.cursor), offset: target.offset },
        });
      } catch (error) {
        failed(failureOf(error));
      }
    }

    const pagesOf = (environmentId: string, resultId: string) =>
      new RowPages({
        read: read(environmentId, resultId),
        onChange: (loaded) => set({ pages: loaded }),
        onFailure: failed,
      });

    /** Returns the number of rows by which the focused row moved in a new result. */
    async function rowShift(environmentId: string, { resultId }: CaseQueryResult, signal: AbortSignal) {
      const { cursor } = get();
      const id = idAt(cursor);
      if (id === undefined) {
        return 0;
      }
      const input = { environmentId, resultId, conversationId: id };
      const { index } = await bridge.invoke('cases.position', input, { signal });
      return (index ?? cursor) - cursor;
    }

    /** Returns the scroll target that keeps the focused row at its distance from the top in a new result. */
    function shiftedTarget(layout: CaseLayout, shift: number) {
      const { cursor: now, layout: before } = get();
      const cursor = Math.max(0, Math.min(now + shift, layout.total - 1));
      const offset = before.indexOfRow(now) * gridRow - scrolled.top;
      return { cursor, offset, top: Math.max(0, layout.indexOfRow(cursor) * gridRow - offset) };
    }

    const idAt = (row: number) => rowAt(get().pages, row)?.conversationId;

    async function selectRange(before: Selection, from: number, last: number): Promise<void> {
      try {
        const ids = await latestRequest(queries, get().environmentId ?? '', 'cases.rows', (signal) =>
          idsBetween(from, last, signal),
        );
        if (ids) {
          set({ selection: withSelected(before, ids, true) });
        }
      } catch (error) {
        failed(failureOf(error));
      }
    }
    const stopRange = () => cancelLatest(queries, get().environmentId ?? '', 'cases.rows');

    /** Returns the ids of rows; rows that are not loaded are read. */
    async function idsBetween(from: number, to: number, signal: AbortSignal): Promise<string[]> {
      const { environmentId, resultId, pages: loaded } = get();
      const rows: (CaseRow | null | undefined)[] = [];
      for (let at = from; at <= to; ) {
        const there = rowAt(loaded, at);
        if (there !== undefined || environmentId === undefined || resultId === undefined) {
          rows.push(there);
          at += 1;
        } else {
          const count = Math.min(pageSize, to - at + 1);
          rows.push(...(await read(environmentId, resultId)(at, count, signal)));
          at += count;
        }
      }
      return rows.flatMap((row) => row?.conversationId ?? []);
    }

    return {
      environmentId: undefined,
      ...empty,
      open(environmentId, sort = firstSort) {
        if (get().environmentId === environmentId) {
          void runQuery(true);
          return;
        }
        scrolled = { ...scrolled, item: 0, top: 0 };
        anchor = undefined;
        set({ ...empty, environmentId, sort });
        void runQuery(false);
      },
      setFilter(filter) {
        if (queryLine(filter) === queryLine(get().filter)) {
          return;
        }
        anchor = undefined;
        set({ filter, selection: nothingSelected });
        void runQuery(false);
      },
      setSort(sort) {
        set({ sort });
        void runQuery(false);
      },
      async refresh() {
        // A selection of a whole result is bound to that result.
        if (get().selection.kind === 'all') {
          changedMeanwhile = true;
          pages?.reload();
        } else {
          await runQuery(true);
        }
      },
      want(item, count, top) {
        scrolled = { item, count, top };
        const rows = get().layout.rowsWithin(item, count);
        if (rows.count > 0) {
          pages?.want(rows.from, rows.count);
        }
      },
      moveTo(row, extend = false) {
        const { layout, cursor, selection } = get();
        const to = Math.max(0, Math.min(row, layout.total - 1));
        if (!extend) {
          anchor = undefined;
          set({ cursor: to });
          return;
        }
        anchor ??= { row: cursor, before: selection };
        set({ cursor: to });
        const { before } = anchor;
        const [from, last] = anchor.row < to ? [anchor.row, to] : [to, anchor.row];
        if (last - from >= maxRange) {
          return;
        }
        void selectRange(before, from, last);
      },
      toggle(row) {
        const id = idAt(row);
        if (id === undefined) {
          return;
        }
        anchor = undefined;
        const { selection } = get();
        set({ selection: withSelected(selection, [id], !isSelected(selection, id)) });
      },
      selectOnly(row) {
        const id = idAt(row);
        if (id !== undefined) {
          anchor = undefined;
          set({ selection: withSelected(nothingSelected, [id], true) });
        }
      },
      selectAll() {
        const { resultId, layout } = get();
        if (resultId !== undefined && layout.total > 0) {
          stopRange();
          set({ selection: { kind: 'all', resultId, total: layout.total, except: new Set() } });
        }
      },
      clearSelection() {
        stopRange();
        anchor = undefined;
        set({ selection: nothingSelected });
        if (changedMeanwhile) {
          void runQuery(true);
        }
      },
      preview(previewed) {
        set({ previewed });
      },
      keepPlace() {
        set({ scrollTarget: scrollTargetOf(get(), scrolled.top) });
      },
      showSamples(samplesShown) {
        set({ samplesShown });
      },
      leave() {
        pages?.stop();
        pages = undefined;
        anchor = undefined;
        set({ environmentId: undefined, ...empty });
      },
    };
  });
}

/** Returns the scroll target of the current position: the focused row and its distance from the top. */
function scrollTargetOf({ layout, cursor }: CaseListState, top: number): CaseListState['scrollTarget'] {
  const index = layout.indexOfRow(cursor);
  return { index, offset: index * gridRow - top };
}
