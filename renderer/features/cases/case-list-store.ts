import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CaseGroup, CaseQueryResult, CaseRow, CaseSort } from '../../../preload/contract/cases.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { startOfDay } from '../../../preload/wording/case-filter/period.ts';
import { filterInput, type ListFilter, queryLine } from '../../../preload/wording/case-filter/query-line.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { cancelLatest, latestRequest } from '../../bridge/query-client.ts';
import { partFrom, partSize } from '../../bridge/use-rows.ts';
import { gridRow } from '../../ui/table-grid.ts';
import { firstSort } from './case-views.ts';
import { ListLayout } from './list-layout.ts';
import { isSelected, nothingSelected, type Selection, withSelected } from './selection.ts';

export type CaseLayout = ListLayout<CaseGroup['key']>;

/** The rows around those in view, and the place of the first. Null for a case that was deleted meanwhile. */
interface Part {
  from: number;
  rows: readonly (CaseRow | null)[];
}

export interface CaseListState {
  environmentId: string | undefined;
  filter: ListFilter;
  sort: CaseSort;
  /** Undefined until the first query of the environment completes. */
  resultId: string | undefined;
  layout: CaseLayout;
  part: Part;
  /** True during a query; the previous rows stay visible. */
  busy: boolean;
  failure: FailureView | undefined;
  /** The row with the keyboard focus. */
  cursor: number;
  /** The case of that row, also while it is out of view; undefined until it is read. */
  cursorId: string | undefined;
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
const emptyPart: Part = { from: 0, rows: [] };
/** The first row, with its heading. */
const top = { cursor: 0, offset: gridRow, top: 0 };

/** Creates the store of the list of cases of one environment: filter, sort order, position and selection. */
export function createCaseListStore(bridge: BridgeClient, queries: QueryClient): StoreApi<CaseListState> {
  /** The place of the part that was read last, or is being read. */
  let partAt = 0;
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
      part: emptyPart,
      busy: false,
      failure: undefined,
      cursor: 0,
      cursorId: undefined,
      selection: nothingSelected,
      previewed: false,
      samplesShown: false,
      scrollTarget: { index: 0, offset: 0 },
    };

    async function read(resultId: string | undefined, from: number, signal: AbortSignal): Promise<Part> {
      const { environmentId = '' } = get();
      const input = { environmentId, resultId: resultId ?? '', from, count: partSize };
      return { from, ...(await bridge.invoke('cases.rows', input, { signal })) };
    }

    /** Reads a part of the result, in place of one that is being read. */
    async function readPart(from: number): Promise<void> {
      const { environmentId = '', resultId } = get();
      partAt = from;
      try {
        const part = await latestRequest(queries, environmentId, 'part', (signal) =>
          read(resultId, from, signal),
        );
        if (part) {
          set({ part, cursorId: idAt({ ...get(), part }, get().cursor) });
        }
      } catch (error) {
        partAt = get().part.from;
        failed(failureOf(error));
      }
    }

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
        const found = await latestRequest(queries, environmentId, 'query', async (signal) => {
          const result = await bridge.invoke('cases.query', input, { signal });
          const place = keeps ? await placeIn(environmentId, result, signal) : undefined;
          const layout = new ListLayout(result.total, result.groups);
          const target = place ? shiftedTarget(layout, place.shift) : top;
          const from = Math.max(0, Math.floor(target.top / gridRow) - 10);
          const rows = layout.rowsWithin(from, Math.max(scrolled.count, 60));
          const part = await read(result.resultId, partFrom(0, rows.from, rows.count), signal);
          return { result, layout, part, place };
        });
        if (found === undefined) {
          return;
        }
        const { result, layout, part, place } = found;
        cancelLatest(queries, environmentId, 'part');
        partAt = part.from;
        const target = place ? shiftedTarget(layout, place.shift) : top;
        // Another row may be the current one by now.
        const keptId = place?.id === get().cursorId ? place?.id : undefined;
        if (anchor) {
          anchor = { ...anchor, row: anchor.row + (place?.shift ?? 0) };
        }
        const { selection } = get();
        set({
          // Other cases may be in this result: all of the one before are not all of this one.
          selection: selection.kind === 'all' ? nothingSelected : selection,
          resultId: result.resultId,
          layout,
          part,
          busy: false,
          failure: undefined,
          cursor: target.cursor,
          cursorId: rowAt(part, target.cursor)?.conversationId ?? keptId,
          scrollTarget: { index: layout.indexOfRow(target.cursor), offset: target.offset },
        });
        // Other rows may be in view by now.
        get().want(scrolled.item, scrolled.count, scrolled.top);
      } catch (error) {
        failed(failureOf(error));
      }
    }

    /** Returns the number of rows by which the focused row moved in a new result, and its case if that has it. */
    async function placeIn(environmentId: string, { resultId }: CaseQueryResult, signal: AbortSignal) {
      const { cursor, cursorId: id } = get();
      if (id === undefined) {
        return { shift: 0 };
      }
      const input = { environmentId, resultId, conversationId: id };
      const { index } = await bridge.invoke('cases.position', input, { signal });
      return index === undefined ? { shift: 0 } : { shift: index - cursor, id };
    }

    /** Returns the scroll target that keeps the focused row at its distance from the top in a new result. */
    function shiftedTarget(layout: CaseLayout, shift: number) {
      const { cursor: now, layout: before } = get();
      const cursor = Math.max(0, Math.min(now + shift, layout.total - 1));
      const offset = before.indexOfRow(now) * gridRow - scrolled.top;
      return { cursor, offset, top: Math.max(0, layout.indexOfRow(cursor) * gridRow - offset) };
    }

    async function selectRange(before: Selection, from: number, last: number): Promise<void> {
      try {
        const ids = await latestRequest(queries, get().environmentId ?? '', 'range', (signal) =>
          idsBetween(from, last, signal),
        );
        if (ids) {
          set({ selection: withSelected(before, ids, true) });
        }
      } catch (error) {
        failed(failureOf(error));
      }
    }
    const current = (row: number) => ({ cursor: row, cursorId: idAt(get(), row) });
    const stopRange = () => cancelLatest(queries, get().environmentId ?? '', 'range');

    /** Returns the ids of rows; rows that are not loaded are read. */
    async function idsBetween(from: number, to: number, signal: AbortSignal): Promise<string[]> {
      let { part } = get();
      const { resultId } = get();
      const rows: (CaseRow | null | undefined)[] = [];
      for (let at = from; at <= to; at += 1) {
        if (rowAt(part, at) === undefined) {
          part = await read(resultId, at, signal);
        }
        rows.push(rowAt(part, at));
      }
      return rows.flatMap((row) => row?.conversationId ?? []);
    }

    return {
      environmentId: undefined,
      ...empty,
      open(environmentId, sort = firstSort) {
        if (get().environmentId === environmentId) {
          void get().refresh();
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
          await readPart(partAt);
        } else {
          await runQuery(true);
        }
      },
      want(item, count, top) {
        scrolled = { item, count, top };
        const rows = get().layout.rowsWithin(item, count);
        const from = partFrom(partAt, rows.from, rows.count);
        if (from !== partAt && rows.count > 0) {
          void readPart(from);
        }
      },
      moveTo(row, extend = false) {
        const { layout, cursor, selection } = get();
        const to = Math.max(0, Math.min(row, layout.total - 1));
        if (!extend) {
          anchor = undefined;
          set(current(to));
          return;
        }
        anchor ??= { row: cursor, before: selection };
        set(current(to));
        const { before } = anchor;
        const [from, last] = anchor.row < to ? [anchor.row, to] : [to, anchor.row];
        if (last - from >= maxRange) {
          return;
        }
        void selectRange(before, from, last);
      },
      toggle(row) {
        const id = idAt(get(), row);
        if (id === undefined) {
          return;
        }
        anchor = undefined;
        const { selection } = get();
        set({ selection: withSelected(selection, [id], !isSelected(selection, id)) });
      },
      selectOnly(row) {
        const id = idAt(get(), row);
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
        anchor = undefined;
        set({ environmentId: undefined, ...empty });
      },
    };
  });
}

/** Returns a row of the part; null for a case deleted meanwhile, undefined for one that is not read. */
export const rowAt = ({ from, rows }: Part, row: number): CaseRow | null | undefined => rows[row - from];

/** Returns the case of a row that is read, or has the keyboard focus. */
export function idAt(
  { part, cursor, cursorId }: Pick<CaseListState, 'part' | 'cursor' | 'cursorId'>,
  row: number,
): string | undefined {
  const there = rowAt(part, row);
  return there === undefined && row === cursor ? cursorId : there?.conversationId;
}

/** Returns the scroll target of the current position: the focused row and its distance from the top. */
function scrollTargetOf({ layout, cursor }: CaseListState, top: number): CaseListState['scrollTarget'] {
  const index = layout.indexOfRow(cursor);
  return { index, offset: index * gridRow - top };
}
