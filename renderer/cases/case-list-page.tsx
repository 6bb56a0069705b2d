import { Button } from '@mantine/core';
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { type MouseEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import {
  type CaseQueue,
  type CaseSelection,
  type CaseSort,
  caseStates,
} from '../../preload/contract/cases.ts';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { caseStateLabels } from '../../preload/wording/cases.ts';
import { useAction } from '../actions/use-action.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { MaskScope, RevealAll, useRevealed } from '../ui/masked.tsx';
import { Page } from '../ui/page.tsx';
import { menuDivider, useRowMenu } from '../ui/row-menu.tsx';
import { useUiServices } from '../ui/services.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';
import { AddCases } from './adding/add-cases.tsx';
import type { ReadingState } from './adding/reading-store.ts';
import { RunBar } from './adding/run-bar.tsx';
import { useListDrop } from './adding/use-list-drop.ts';
import type { CaseDetailsState } from './case-details-store.ts';
import { useListActions } from './case-list-actions.ts';
import classes from './case-list-page.module.css';
import type { CaseListState } from './case-list-store.ts';
import { CaseTable } from './case-table.tsx';
import { firstSort, listViews, viewOf } from './case-views.ts';
import type { CaseWorkState } from './case-work-store.ts';
import { ColumnMenu } from './column-menu.tsx';
import { defaultColumns, fittingColumns, type ShownColumn } from './columns.ts';
import { CompareDialog } from './comparing/compare-dialog.tsx';
import type { CompareState } from './comparing/compare-store.ts';
import { FilterBar } from './filter-bar.tsx';
import { ListTimes } from './list-times.ts';
import { NoMatch } from './no-match.tsx';
import { CasePreview } from './preview.tsx';
import { filterInput, isUnfiltered, queryLine } from './query-line.ts';
import { rowAt } from './row-pages.ts';
import { type Sample, Samples } from './samples.tsx';
import { SaveView } from './save-view.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type SelectionInput, useCaseActs } from './use-case-acts.ts';
import { ViewsBar } from './views-bar.tsx';

export interface CaseListPageProps {
  list: StoreApi<CaseListState>;
  details: StoreApi<CaseDetailsState>;
  reading: StoreApi<ReadingState>;
  compare: StoreApi<CompareState>;
  work: StoreApi<CaseWorkState>;
  environment: EnvironmentView;
  /** The sandbox's own conversations; undefined in other environments. */
  samples: { samples: readonly Sample[]; loading: boolean; onReload(): void } | undefined;
  columns: readonly ShownColumn[] | undefined;
  onColumns(columns: readonly ShownColumn[]): void;
  /** What the list is sorted by where no view says otherwise; undefined before it was sorted for the first time. */
  sort: CaseSort | undefined;
  onSort(sort: CaseSort): void;
  onOpen(conversationId: string): void;
  onDelete(conversationId: string): void;
  onDeleteMany(selection: SelectionInput): void;
  /** The unfinished queue, if there is one. */
  queue: CaseQueue | undefined;
  onContinue(): void;
  onQueue(selection: CaseSelection, title: string): void;
  /** Starts a new conversation at the service. */
  onCreate(): void;
  onFocusOpenField(): void;
}

const samplesView = 'samples';
const addShortcut = 'mod+shift+i';

/** All cases this console knows in an environment, with filters, sorting and selection. */
export function CaseListPage(props: CaseListPageProps) {
  const { list, work, reading, environment, samples, onFocusOpenField } = props;
  const {
    views: saved,
    counts,
    busy: entering,
    failure: entryFailure,
    saveView,
    deleteView,
  } = useStore(work);
  const { filter, sort, layout, resultId, failure, busy, samplesShown } = useStore(list);
  const { open, setFilter, setSort, refresh, showSamples } = list.getState();
  const ownSort = useRef(props.sort);
  useEffect(() => open(environment.id, ownSort.current), [open, environment.id]);

  useListDrop(reading, environment.id);
  const addCases = () => reading.getState().beginAdding(environment.id);
  useAction({
    id: 'add-cases',
    group: 'Cases',
    label: 'Add cases',
    shortcut: addShortcut,
    keywords: ['import', 'list', 'csv', 'paste', 'ids', 'callbacks'],
    run: addCases,
  });

  const isEmpty = resultId !== undefined && layout.total === 0 && isUnfiltered(filter);
  // A sandbox without cases shows its samples first.
  const showsSamples = samples !== undefined && (samplesShown ?? isEmpty);
  const views = useMemo(() => listViews(saved), [saved]);
  const view = viewOf(views, filter);
  const tabs = [
    ...views.map(({ id, label }) => ({ id, label, count: counts.get(id) })),
    ...(samples
      ? [{ id: samplesView, label: 'Samples', count: samples.loading ? undefined : samples.samples.length }]
      : []),
  ];
  const choose = (id: string) => {
    showSamples(id === samplesView);
    const chosen = views.find((one) => one.id === id);
    if (chosen) {
      setSort(chosen.sort === firstSort ? (props.sort ?? firstSort) : chosen.sort);
      setFilter(chosen.filter);
    }
  };
  return (
    <MaskScope scope={`cases ${environment.id}`}>
      <Page
        title="Cases"
        aside={
          <>
            <ViewsBar tabs={tabs} chosen={showsSamples ? samplesView : view?.id} onChoose={choose} />
            {!showsSamples && view === undefined && (
              <SaveView
                busy={entering}
                onSave={(name) =>
                  saveView({ name, line: queryLine(filter), filter: filterInput(filter, Date.now()), sort })
                }
              />
            )}
            {!showsSamples && view?.own && (
              <Button
                variant="subtle"
                color="gray"
                size="compact-xs"
                onClick={() => void deleteView(view.id)}
              >
                Delete view
              </Button>
            )}
          </>
        }
        actions={
          <>
            {props.queue && (
              <Button
                variant="default"
                leftSection={<IconPlayerPlay size={14} aria-hidden />}
                onClick={props.onContinue}
              >
                Resume queue {props.queue.reviewed.length}/{props.queue.ids.length}
              </Button>
            )}
            <Button variant="default" onClick={props.onCreate}>
              New conversation…
            </Button>
            <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={addCases}>
              Add cases…
            </Button>
          </>
        }
        busy={busy || (samples?.loading ?? false)}
        fills
      >
        {entryFailure && (
          <div className={classes.failure}>
            <FailureNotice failure={entryFailure}>
              <Button variant="default" onClick={() => work.getState().dismissFailure()}>
                Dismiss
              </Button>
            </FailureNotice>
          </div>
        )}
        {failure && (
          <div className={classes.failure}>
            <FailureNotice failure={failure} onRetry={refresh} />
          </div>
        )}
        <RunBar store={reading} environmentId={environment.id} />
        {resultId === undefined && samplesShown === undefined ? (
          // Placeholders only: an empty list would be replaced a moment later.
          <div className={classes.empty}>{!failure && <SkeletonLines lines={10} />}</div>
        ) : showsSamples ? (
          <Samples
            {...samples}
            onOpen={(conversationId) => {
              showSamples(true);
              props.onOpen(conversationId);
            }}
          />
        ) : isEmpty && samples === undefined ? (
          <div className={classes.empty}>
            <EmptyState
              title="No cases yet"
              actions={
                <>
                  <Button variant="default" onClick={onFocusOpenField}>
                    Open a conversation
                  </Button>
                  <Button variant="default" onClick={addCases}>
                    Add cases…
                  </Button>
                </>
              }
            >
              <p>
                The service cannot list conversations. Those you open by id, address or callback are kept
                here.
              </p>
            </EmptyState>
          </div>
        ) : (
          <List {...props} />
        )}
        <AddCases store={reading} environment={environment} />
        <CompareDialog store={props.compare} />
      </Page>
    </MaskScope>
  );
}

function List(props: CaseListPageProps) {
  const { list, details, work, reading, environment, samples, onOpen, onDelete, onDeleteMany, onQueue } =
    props;
  const { labels, busy: entering } = useStore(work);
  const columns = props.columns ?? defaultColumns;
  const state = useStore(list);
  const scroller = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { all: revealed } = useRevealed('');
  const { clipboard, announce } = useUiServices();
  const { onContextMenu, menu } = useRowMenu();
  const times = useMemo(() => new ListTimes(Date.now(), navigator.language), []);
  const idAt = useCallback((row: number) => rowAt(list.getState().pages, row)?.conversationId, [list]);
  const openRow = useCallback(
    (row: number) => {
      const id = idAt(row);
      if (id !== undefined) {
        onOpen(id);
      }
    },
    [idAt, onOpen],
  );
  const acts = useCaseActs({
    list,
    work,
    reading,
    environmentId: environment.id,
    onQueue: useCallback((selection) => onQueue(selection, 'Selection'), [onQueue]),
    onDelete,
    onDeleteMany,
  });
  // The rows' event handlers stay the same from one render to the next.
  const latestActs = useRef(acts);
  useLayoutEffect(() => {
    latestActs.current = acts;
  });
  const onMenu = useCallback(
    (row: number, event: MouseEvent<HTMLElement>) => {
      const id = idAt(row);
      const { current: now } = latestActs;
      const target = now.targetOf(row);
      if (id === undefined || target === undefined) {
        return;
      }
      const many = target.count === 1 ? '' : ` ${target.count.toLocaleString('en')} cases`;
      onContextMenu([
        { label: 'Open', run: () => onOpen(id) },
        { label: 'Preview', run: () => list.getState().preview(true) },
        { label: 'Select', run: () => list.getState().toggle(row) },
        {
          label: 'Copy id',
          run: () =>
            void clipboard.copy(id).then(
              () => announce('Copied'),
              () => announce('Not copied: clipboard access was denied'),
            ),
        },
        menuDivider,
        { label: `Read${many} again`, run: () => now.refresh(target) },
        { label: `Label${many}…`, run: () => now.openFormFor(row, 'labels') },
        {
          label: `State${many && ` of${many}`}`,
          actions: caseStates.map((state) => ({
            label: caseStateLabels[state],
            run: () => now.setState(target, state),
          })),
        },
        { label: `Watch${many} until final`, run: () => now.watch(target, true) },
        { label: `Stop watching${many}`, run: () => now.watch(target, false) },
        { label: `Open${many} as queue`, run: () => now.queue(target) },
        { label: `Export${many}…`, run: () => now.openFormFor(row, 'export') },
        menuDivider,
        { label: `Forget${many}…`, run: () => now.openFormFor(row, 'forget') },
        { label: `Expire or delete${many}…`, dangerous: true, run: () => now.remove(target) },
      ])(event);
    },
    [idAt, onContextMenu, onOpen, list, clipboard, announce],
  );
  useListActions({ list, grid: scroller, input, acts, onOpen: openRow });

  const available = useWidth(scroller);
  const shown = useMemo(
    () => (state.previewed && available > 0 ? fittingColumns(columns, available) : columns),
    [columns, state.previewed, available],
  );
  const currentId = idAt(state.cursor);
  return (
    <>
      {menu}
      <div className={classes.filters}>
        <FilterBar store={list} inputRef={input} labels={labels} />
        <span className={classes.total} role="status">
          {state.resultId === undefined ? '' : total(state.layout.total)}
        </span>
        <Button
          variant="default"
          disabled={state.resultId === undefined || state.layout.total === 0}
          onClick={() => {
            const { resultId, filter } = list.getState();
            if (resultId !== undefined) {
              props.onQueue(
                { resultId },
                viewOf(listViews(work.getState().views), filter)?.label ?? 'Filtered list',
              );
            }
          }}
        >
          Queue all
        </Button>
        <RevealAll label="user keys" />
        <ColumnMenu columns={columns} onColumns={props.onColumns} />
      </div>
      <div className={classes.work}>
        <div className={classes.list}>
          {state.resultId !== undefined && state.layout.total === 0 && (
            <div className={classes.none}>
              <NoMatch filter={state.filter} onFilter={state.setFilter} />
            </div>
          )}
          <CaseTable
            store={list}
            scroller={scroller}
            columns={shown}
            onColumns={props.onColumns}
            onSort={(sort) => {
              list.getState().setSort(sort);
              props.onSort(sort);
            }}
            times={times}
            revealed={revealed}
            onOpen={openRow}
            onMenu={onMenu}
          />
          <SelectionBar
            list={list}
            work={work}
            acts={acts}
            onCompare={(conversationId, otherId) =>
              void props.compare.getState().compareCases(environment.id, conversationId, otherId)
            }
          />
        </div>
        {state.previewed && (
          <CasePreview
            store={details}
            compare={props.compare}
            environmentId={environment.id}
            conversationId={currentId}
            title={samples?.samples.find(({ id }) => id === currentId)?.title}
            watching={{
              busy: entering,
              watch: (id, watched) => acts.watch({ input: { ids: [id] }, count: 1 }, watched),
            }}
            onRefresh={(id) => acts.refresh({ input: { ids: [id] }, count: 1 })}
            onOpen={onOpen}
            onDelete={onDelete}
            onClose={() => {
              state.preview(false);
              scroller.current?.focus();
            }}
          />
        )}
      </div>
    </>
  );
}

function total(count: number): string {
  return count === 1 ? '1 case' : `${count.toLocaleString('en')} cases`;
}

/** The width of an element in pixels, updated when it changes. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) {
      return;
    }
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
