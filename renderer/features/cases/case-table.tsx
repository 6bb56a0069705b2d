import { Checkbox, Text, VisuallyHidden } from '@mantine/core';
import { type MouseEvent, type RefObject, useMemo } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { CaseSettings } from '../../../preload/contract/case-settings.ts';
import type { CaseGroup, CaseRow, CaseSort } from '../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { type CaseColumn, type CaseColumnId, caseColumns } from '../../../preload/wording/case-columns.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { usePick } from '../../ui/use-pick.ts';
import { caseCells, spokenRow } from './case-cells.tsx';
import { type CaseListState, rowAt } from './case-list-store.ts';
import classes from './case-table.module.css';
import { nextSort, type ShownColumn, withWidth } from './columns.ts';
import { ListTimes } from './list-times.ts';
import { isSelected, selectedCount } from './selection.ts';

const groupLabels: Readonly<Record<CaseGroup['key'], string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'This week',
  earlier: 'Earlier',
  never: 'Never',
};

/** The columns that stay beside a preview, however narrow the list is. */
const leastColumns = 3;

interface CaseTableProps {
  store: StoreApi<CaseListState>;
  grid: RefObject<HTMLTableElement | null>;
  columns: readonly ShownColumn[];
  onColumns(columns: readonly ShownColumn[]): void;
  onSort(sort: CaseSort): void;
  /** True if names are shown unmasked. */
  revealed: boolean;
  settings: CaseSettings | undefined;
  /** The other members of the team who work on cases. */
  holders: ReadonlyMap<string, string>;
  onOpen(row: number): void;
  onMenu(row: number, event: MouseEvent<HTMLElement>): void;
}

/** Shows the list of cases, with a heading above each group of rows. */
export function CaseTable(props: CaseTableProps) {
  const { store, columns, onColumns, onSort, revealed, settings, holders, onOpen, onMenu } = props;
  const { layout, part, cursor, selection, sort, scrollTarget, previewed, busy } = usePick(
    store,
    'layout',
    'part',
    'cursor',
    'selection',
    'sort',
    'scrollTarget',
    'previewed',
    'busy',
  );
  const { want, moveTo, preview } = store.getState();
  const times = useMemo(() => new ListTimes(Date.now(), navigator.language), []);
  const visible = useMemo(
    () => [
      { ...checkbox, headControl: <SelectAll store={store} /> },
      ...columns.map(({ id, width }, index): Column<CaseRow | null> => {
        const { label, sort: sortKey, grows = false }: CaseColumn = caseColumns[id];
        return {
          id,
          heading: label,
          width,
          grows,
          isName: id === 'person',
          ...omitUndefined({ sortKey }),
          // Beside a preview, the last columns go instead of scrolling sideways.
          isOptional: previewed && index >= leastColumns,
          cell: (row) =>
            row
              ? caseCells[id](row, { times, revealed, settings, holders })
              : index === 0
                ? 'Forgotten'
                : undefined,
        };
      }),
    ],
    [columns, times, revealed, previewed, settings, holders, store],
  );
  const attributes = useMemo(
    () => (row: CaseRow | null) =>
      row
        ? {
            'data-conversation': row.conversationId,
            'aria-label': spokenRow(row, { revealed, settings, holders }),
          }
        : {},
    [revealed, settings, holders],
  );
  const rowOf = (index: number) => {
    const item = layout.itemAt(index);
    return item.kind === 'row' ? item.row : 0;
  };
  return (
    <Table<CaseRow | null>
      ref={props.grid}
      label="Cases"
      busy={busy}
      takesPageFocus
      columns={visible}
      rows={{
        count: layout.length,
        at: (index) => rowAt(part, rowOf(index)),
        headingAt(index) {
          const item = layout.itemAt(index);
          return item.kind === 'row' ? undefined : (
            <>
              {groupLabels[item.group.key]}{' '}
              <Text span ml={6} fw={400}>
                {item.group.count.toLocaleString('en')}
              </Text>
              <VisuallyHidden component="span">{item.group.count === 1 ? ' case' : ' cases'}</VisuallyHidden>
            </>
          );
        },
        onView: want,
        position: scrollTarget,
      }}
      sort={{ ...sort, onSort: (id) => onSort(nextSort(sort, id as CaseColumnId)) }}
      onWidth={(id, width) => onColumns(withWidth(columns, id as CaseColumnId, width))}
      attributes={attributes}
      choice={{
        current: layout.total > 0 ? layout.indexOfRow(cursor) : -1,
        isFollowed: true,
        isMultiple: true,
        isSelected: (row) => (row ? isSelected(selection, row.conversationId) : selection.kind === 'all'),
        onMove: (index, extend) => moveTo(rowOf(index), extend),
        onOpen: (index) => onOpen(rowOf(index)),
        onPress(index, event) {
          const isCheckbox = event.target instanceof Element && event.target.closest(`.${classes.check}`);
          if (isCheckbox || event.shiftKey || event.ctrlKey || event.metaKey) {
            select(store, rowOf(index), event.shiftKey);
            return;
          }
          moveTo(rowOf(index));
          if (!previewed && document.getSelection()?.isCollapsed !== false) {
            onOpen(rowOf(index));
          }
        },
        onMenu(_, event, index) {
          moveTo(rowOf(index));
          onMenu(rowOf(index), event);
        },
        onKey(event) {
          const isPreview = event.key === ' ' && !event.ctrlKey && !event.metaKey;
          if (isPreview) {
            preview(!previewed);
          }
          return isPreview;
        },
      }}
    />
  );
}

const checkbox: Column<CaseRow | null> = {
  id: 'selected',
  heading: 'Selected',
  width: 22,
  cell: () => (
    <span className={classes.check}>
      <span className={classes.box} />
    </span>
  ),
};

/** Selects all cases of the list, or none. The keyboard has a key for it. */
function SelectAll({ store }: Pick<CaseTableProps, 'store'>) {
  const count = useStore(store, ({ selection }) => selectedCount(selection));
  const total = useStore(store, ({ layout }) => layout.total);
  const { selectAll, clearSelection } = store.getState();
  const isAll = count > 0 && count === total;
  return (
    <Checkbox
      size="0.875rem"
      ml={-2}
      classNames={{ input: classes.all ?? '' }}
      aria-label="Select all cases"
      tabIndex={-1}
      disabled={total === 0}
      checked={isAll}
      indeterminate={count > 0 && !isAll}
      onChange={isAll ? clearSelection : selectAll}
    />
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
