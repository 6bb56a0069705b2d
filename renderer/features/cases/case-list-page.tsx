import { Box, Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { IconPlayerPlay, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { CaseQueue, CaseSort } from '../../../preload/contract/cases.ts';
import type { Sample } from '../../../preload/contract/conversations.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { startOfDay } from '../../../preload/wording/case-filter/period.ts';
import { filterInput, isUnfiltered, queryLine } from '../../../preload/wording/case-filter/query-line.ts';
import { useAction } from '../../actions/use-action.ts';
import {
  useEnvironment,
  useEnvironmentAction,
  useEnvironmentQuery,
} from '../../environments/use-environment.ts';
import { Bar } from '../../ui/bar.tsx';
import { ButtonLabel } from '../../ui/button-label.tsx';
import { EmptyState, FailureNotice } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { useGo, useUiServices } from '../../ui/services.tsx';
import { withShortcut } from '../../ui/shortcut-hint.tsx';
import { usePick } from '../../ui/use-pick.ts';
import { SkeletonLines } from '../../ui/waiting.tsx';
import { AddCases } from './adding/add-cases.tsx';
import type { AddingState } from './adding/adding-store.ts';
import { RunBar } from './adding/run-bar.tsx';
import { CaseList, type CaseListProps } from './case-list.tsx';
import { firstSort, listViews, viewOf } from './case-views.ts';
import { CompareDialog, type Compared } from './comparing/compare-dialog.tsx';
import { FirstStart, type FirstStartProps } from './first-start.tsx';
import { Samples } from './samples.tsx';
import { useCaseEntries } from './use-case-entries.ts';
import { useIsTeam } from './use-claims.ts';
import { useViewRecord } from './use-view-record.ts';
import { SaveView, ViewsBar } from './views-bar.tsx';

export interface CaseListPageProps extends CaseListProps {
  /** Returns the pictures of two cases that are compared. */
  pictures(left: string, right: string): ReactNode;
  samples: { samples: readonly Sample[]; loading: boolean; onReload(): void } | undefined;
  /** Offered while the list is empty; undefined where there is nobody to try the console with. */
  firstStart: FirstStartProps | undefined;
  /** The sorting of the list unless a view has its own; undefined before it was sorted for the first time. */
  sort: CaseSort | undefined;
  /** The unfinished queue, if there is one. */
  queue: CaseQueue | undefined;
  onContinue(): void;
  onFocusOpenField(): void;
}

const samplesView = 'samples';
const addShortcut = 'mod+shift+i';
/** How often a list that stays open is read again, in milliseconds: cases age, and days come. */
export const refreshedAfter = 600_000;

/** Shows all cases this console knows in an environment, with filters, sorting and selection. */
export function CaseListPage(props: CaseListPageProps) {
  const { id: environmentId } = useEnvironment();
  const { list, adding, samples, onFocusOpenField } = props;
  const go = useGo();
  const entries = useCaseEntries();
  const { undo } = useUiServices();
  const undoable = useStore(undo, (state) => state.last);
  const [compared, setCompared] = useState<Compared>();
  useViewRecord(compared?.conversationId);
  useViewRecord(compared?.otherId);
  const { data: { views: saved } = {} } = useEnvironmentQuery('cases.views', {});
  const saveView = useEnvironmentAction('cases.saveView', {}, { changes: ['cases.views'] });
  const deleteView = useEnvironmentAction('cases.deleteView', {}, { changes: ['cases.views'] });
  const isTeam = useIsTeam();
  const views = useMemo(() => listViews(saved ?? [], isTeam), [saved, isTeam]);
  // Of the time only the day counts.
  const filters = views.map(({ filter: one }) => filterInput(one, startOfDay(Date.now(), 0)));
  const { data: { counts = [] } = {} } = useEnvironmentQuery('cases.counts', saved && { filters }, {
    keepPrevious: true,
    refetchInterval: refreshedAfter,
  });
  const acts = [saveView, deleteView];
  const entryFailure = entries.failure ?? acts.find((act) => act.failure)?.failure;
  const { filter, sort, layout, resultId, failure, busy, samplesShown } = usePick(
    list,
    'filter',
    'sort',
    'layout',
    'resultId',
    'failure',
    'busy',
    'samplesShown',
  );
  const { open, setFilter, setSort, refresh, showSamples } = list.getState();
  const ownSort = useRef(props.sort);
  useEffect(() => open(environmentId, ownSort.current), [open, environmentId]);

  useListDrop(adding);
  const addCases = () => adding.getState().begin();
  useAction({
    id: 'add-cases',
    group: 'Cases',
    label: 'Add cases',
    shortcut: addShortcut,
    keywords: ['import', 'list', 'csv', 'paste', 'ids', 'callbacks'],
    run: addCases,
  });

  const isEmpty = resultId !== undefined && layout.total === 0 && isUnfiltered(filter);
  const showsSamples = samples !== undefined && samplesShown;
  const view = viewOf(views, filter);
  const tabs = [
    ...views.flatMap(({ id, label, isLeftOut }, index) =>
      isLeftOut && id !== view?.id && !counts[index] ? [] : [{ id, label, count: counts[index] }],
    ),
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
    <Page
      title="Cases"
      aside={
        <>
          <ViewsBar tabs={tabs} chosen={showsSamples ? samplesView : view?.id} onChoose={choose} />
          {!showsSamples && view === undefined && (
            <SaveView
              busy={saveView.busy}
              onSave={async (name) => {
                const content = { line: queryLine(filter), filter: filterInput(filter, Date.now()), sort };
                const said = `View ${visibleText(name, 80)} saved`;
                return (await saveView.run({ view: { name, ...content } }, said)) !== undefined;
              }}
            />
          )}
          {!showsSamples && view?.own && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              onClick={() =>
                void deleteView.run({ viewId: view.id }, `View ${visibleText(view.label, 80)} deleted`)
              }
            >
              Delete view
            </Button>
          )}
        </>
      }
      actions={
        <>
          {props.queue && props.queue.reviewed.length < props.queue.ids.length && (
            <Button leftSection={<IconPlayerPlay size={14} aria-hidden />} onClick={props.onContinue}>
              <span>
                Resume queue: {props.queue.reviewed.length} of {props.queue.ids.length.toLocaleString('en')}
                <ButtonLabel> reviewed</ButtonLabel>
              </span>
            </Button>
          )}
          <Button onClick={() => go({ page: 'creation' })}>New conversation…</Button>
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={addCases}>
            Add cases…
          </Button>
        </>
      }
      busy={busy || (samples?.loading ?? false)}
      fills
    >
      {entryFailure && (
        <Box py={10} px={20}>
          <FailureNotice failure={entryFailure}>
            <Button
              onClick={() => {
                entries.dismissFailure();
                for (const { reset } of acts) {
                  reset();
                }
              }}
            >
              Dismiss
            </Button>
          </FailureNotice>
        </Box>
      )}
      {entries.forgetting && undoable && (
        <Bar gap={12}>
          <span role="status">{undoable.label} in ten seconds.</span>
          <Button
            size="compact-xs"
            {...withShortcut('mod+z')}
            onClick={() => {
              undo.setState({ last: undefined });
              void undoable.run();
            }}
          >
            Undo
          </Button>
        </Bar>
      )}
      {failure && (
        <Box py={10} px={20}>
          <FailureNotice failure={failure} onRetry={refresh} />
        </Box>
      )}
      <RunBar />
      {resultId === undefined && !showsSamples ? (
        // Placeholders only: an empty list would be replaced a moment later.
        <Box py={10} px={20}>
          {!failure && <SkeletonLines lines={10} />}
        </Box>
      ) : showsSamples ? (
        <Samples
          {...samples}
          onOpen={(conversationId) => {
            showSamples(true);
            go({ page: 'conversations', conversationId });
          }}
        />
      ) : isEmpty && props.firstStart ? (
        <FirstStart {...props.firstStart} />
      ) : isEmpty ? (
        <Box py={10} px={20}>
          <EmptyState
            title="No cases yet"
            actions={
              <>
                <Button onClick={onFocusOpenField}>Open a conversation</Button>
                <Button onClick={addCases}>Add cases…</Button>
              </>
            }
          >
            <p>
              The service cannot list conversations. Those you open by id, address or callback are kept here.
            </p>
          </EmptyState>
        </Box>
      ) : (
        <CaseList {...props} entries={entries} views={views} onCompare={setCompared} />
      )}
      <AddCases store={adding} />
      <CompareDialog compared={compared} pictures={props.pictures} onClose={() => setCompared(undefined)} />
    </Page>
  );
}

/** On the list page, a file dropped anywhere, or several lines pasted outside a field, open the dialog that adds cases. */
export function useListDrop(store: StoreApi<AddingState>): void {
  useWindowEvent('dragover', (event) => {
    if (!isBusy() && event.dataTransfer?.types.includes('Files') && isInPage(event.target)) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    }
  });
  useWindowEvent('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (file !== undefined && !isBusy() && isInPage(event.target)) {
      event.preventDefault();
      store.getState().begin(file);
    }
  });
  useWindowEvent('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const isField = event.target instanceof Element && event.target.closest('input, textarea') !== null;
    if (!isField && !isBusy() && text.trim().includes('\n')) {
      event.preventDefault();
      store.getState().begin(text);
    }
  });
}

function isBusy(): boolean {
  return document.querySelector('[role=dialog][aria-modal=true]') !== null;
}

function isInPage(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('#work') !== null;
}
