import { Box, Button, Flex, Text } from '@mantine/core';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { CaseSelection, CaseSort } from '../../../preload/contract/cases.ts';
import type { Sample } from '../../../preload/contract/conversations.ts';
import { useEnvironmentQuery } from '../../environments/use-environment.ts';
import { Bar } from '../../ui/bar.tsx';
import { useShown } from '../../ui/masked.tsx';
import { useAnnounce, useGo } from '../../ui/services.tsx';
import type { AddingState } from './adding/adding-store.ts';
import { useListActions } from './case-list-actions.ts';
import { type CaseListState, idAt } from './case-list-store.ts';
import { CaseTable } from './case-table.tsx';
import { type ListView, viewOf } from './case-views.ts';
import { ColumnMenu } from './column-menu.tsx';
import { defaultColumns, type ShownColumn, teamColumns } from './columns.ts';
import type { Compared } from './comparing/compare-dialog.tsx';
import { FilterBar } from './filter-bar.tsx';
import { NoMatch } from './no-match.tsx';
import { CasePreview } from './preview.tsx';
import type { SelectionInput } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';
import { useCaseActs } from './use-case-acts.ts';
import type { CaseEntries } from './use-case-entries.ts';
import { useCaseMenu } from './use-case-menu.ts';
import { useHolders, useIsTeam } from './use-claims.ts';

export interface CaseListProps {
  list: StoreApi<CaseListState>;
  adding: StoreApi<AddingState>;
  /** The sandbox's own conversations; undefined in other environments. */
  samples: { samples: readonly Sample[] } | undefined;
  columns: readonly ShownColumn[] | undefined;
  onColumns(columns: readonly ShownColumn[]): void;
  onSort(sort: CaseSort): void;
  onDeleteMany(selection: SelectionInput): void;
  onQueue(selection: CaseSelection, title: string): void;
}

interface Shared {
  entries: CaseEntries;
  views: readonly ListView[];
  onCompare(compared: Compared): void;
}

/** Shows the table of cases with its filters, the selection, and the preview beside it. */
export function CaseList(props: CaseListProps & Shared) {
  const { list, entries, adding, samples, onDeleteMany, onQueue } = props;
  const go = useGo();
  const { data: settings } = useEnvironmentQuery('cases.settings', {});
  const resultId = useStore(list, (state) => state.resultId);
  const count = useStore(list, ({ layout: rows }) => rows.total);
  const filter = useStore(list, (state) => state.filter);
  const previewed = useStore(list, (state) => state.previewed);
  const currentId = useStore(list, (state) => (state.previewed ? state.cursorId : undefined));
  const { isTeam, holders } = useHoldersOf(list);
  const usual = isTeam ? teamColumns : defaultColumns;
  const columns = props.columns ?? usual;
  useLayoutEffect(() => list.getState().keepPlace, [list]);
  const grid = useRef<HTMLTableElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const revealed = useShown();
  const announce = useAnnounce();
  const hasRows = count > 0;
  useEffect(() => {
    if (hasRows) {
      const { cursor, layout: rows } = list.getState();
      announce(`Case ${(cursor + 1).toLocaleString('en')} of ${rows.total.toLocaleString('en')}`);
      // The title has it until the rows are loaded; nothing has it in a window that was just opened.
      if (document.activeElement?.matches('body, #work h1')) {
        grid.current?.focus();
      }
    }
  }, [list, announce, hasRows]);
  const openRow = useCallback(
    (row: number) => {
      const id = idAt(list.getState(), row);
      if (id !== undefined) {
        go({ page: 'conversations', conversationId: id });
      }
    },
    [list, go],
  );
  const acts = useCaseActs({
    list,
    entries,
    adding,
    onQueue: useCallback((selection) => onQueue(selection, 'Selection'), [onQueue]),
    onDeleteMany,
  });
  const { onMenu, menu } = useCaseMenu({ list, acts });
  useListActions({ list, grid, input, acts, onOpen: openRow });

  return (
    <>
      {menu}
      <Bar gap={6}>
        <FilterBar store={list} inputRef={input} />
        <Text span miw={88} ta="right" c="dimmed" role="status">
          {resultId === undefined ? '' : count === 1 ? '1 case' : `${count.toLocaleString('en')} cases`}
        </Text>
        <Button
          disabled={resultId === undefined || count === 0}
          onClick={() =>
            resultId !== undefined &&
            props.onQueue({ resultId }, viewOf(props.views, filter)?.label ?? 'Filtered list')
          }
        >
          Queue all
        </Button>
        <ColumnMenu columns={columns} usual={usual} onColumns={props.onColumns} />
      </Bar>
      <Flex flex="1" mih={0}>
        <Flex pos="relative" flex="1" direction="column" miw={0} mih={0}>
          {resultId !== undefined && count === 0 && (
            <Box pos="absolute" top={31} left={0} right={0} px={20} py={10} style={{ zIndex: 1 }}>
              <NoMatch filter={filter} onFilter={list.getState().setFilter} />
            </Box>
          )}
          <CaseTable
            settings={settings}
            holders={holders}
            store={list}
            grid={grid}
            columns={columns}
            onColumns={props.onColumns}
            onSort={(sort) => {
              list.getState().setSort(sort);
              props.onSort(sort);
            }}
            revealed={revealed}
            onOpen={openRow}
            onMenu={onMenu}
          />
          <SelectionBar
            list={list}
            entries={entries}
            acts={acts}
            isTeam={isTeam}
            onCompare={(conversationId, otherId) => props.onCompare({ conversationId, otherId })}
          />
        </Flex>
        {previewed && (
          <CasePreview
            onCompare={props.onCompare}
            conversationId={currentId}
            title={samples?.samples.find(({ id }) => id === currentId)?.title}
            watching={{
              busy: entries.busy,
              watch: (id, watched) => acts.watch({ input: { ids: [id] }, count: 1 }, watched),
            }}
            onRefresh={(id) => acts.refresh({ input: { ids: [id] }, count: 1 })}
            onClose={() => {
              list.getState().preview(false);
              grid.current?.focus();
            }}
          />
        )}
      </Flex>
    </>
  );
}

/** Returns who of the team works on the loaded cases. Without a team no cases are named. */
function useHoldersOf(list: StoreApi<CaseListState>) {
  const isTeam = useIsTeam();
  const rows = useStore(list, ({ part }) => (isTeam ? part.rows : undefined));
  const ids = useMemo(() => (rows ?? []).flatMap((row) => row?.conversationId ?? []), [rows]);
  return { isTeam, holders: useHolders(ids).holders };
}
