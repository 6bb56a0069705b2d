import { useMemo } from 'react';
import { useStore } from 'zustand';
import type { CaseSelection } from '../../preload/contract/cases.ts';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { useBridgeAction } from '../bridge/use-bridge.tsx';
import { CaseListPage } from '../features/cases/case-list-page.tsx';
import { columnsFrom, sortFrom } from '../features/cases/columns.ts';
import { useQueue } from '../features/cases/use-queue.ts';
import { useRecent } from '../features/conversations/use-recent.ts';
import { RailGroups } from '../preferences/rail-groups.tsx';
import { useStores } from '../stores.tsx';
import { useCasesChanged } from './cases-changed.ts';
import { useGo } from './use-route.ts';

interface HomePageProps {
  environment: EnvironmentView;
  onFocusOpenField(): void;
}

/** Shows the list of cases, with what other features add to it. */
export function HomePage({ environment, onFocusOpenField }: HomePageProps) {
  const { cases, deletion, preferences, adding } = useStores();
  const { queue, start, failure } = useQueue(environment.id);
  const { samples, people, loading, reload } = useRecent(environment.id);
  const listing = useBridgeAction('reading.readList', { environmentId: environment.id });
  const reading = useBridgeAction('reading.start', { environmentId: environment.id });
  const go = useGo();
  useCasesChanged(environment.id);
  const { caseList, changeDebounced } = useStore(preferences);
  const columns = useMemo(() => columnsFrom(caseList?.columns), [caseList]);
  const openQueue = async (selection: CaseSelection, title: string) => {
    const first = (await start({ selection, title }))?.queue?.ids[0];
    if (first !== undefined) {
      go({ page: 'conversations', conversationId: first, queued: true });
    }
  };
  const tryOut = async () => {
    const list = await listing.run({ source: people.join('\n') });
    if (list && (await reading.run({ from: { listId: list.listId }, pace: { concurrency: 4 } }))) {
      await openQueue({ ids: people }, 'Twelve people');
    }
  };
  return (
    <CaseListPage
      list={cases}
      adding={adding}
      queue={queue}
      onContinue={() => {
        const id = queue?.ids[queue.at];
        if (id !== undefined) {
          go({ page: 'conversations', conversationId: id, queued: true });
        }
      }}
      onQueue={openQueue}
      firstStart={
        people.length === 0
          ? undefined
          : {
              onConnect: () => go({ page: 'settings', section: 'new' }),
              onTry: tryOut,
              groups: <RailGroups store={preferences} label="What do you work on?" />,
              busy: listing.busy || reading.busy,
              failure: listing.failure ?? reading.failure ?? failure,
            }
      }
      environment={environment}
      samples={environment.settings.kind === 'sandbox' ? { samples, loading, onReload: reload } : undefined}
      columns={columns}
      onColumns={(shown) => changeDebounced({ caseList: { ...caseList, columns: [...shown] } })}
      sort={sortFrom(caseList?.sort)}
      onSort={(sort) => changeDebounced({ caseList: { ...caseList, sort } })}
      onOpen={(conversationId) => go({ page: 'conversations', conversationId })}
      onDelete={(conversationId) => go({ page: 'deletion', conversationId })}
      onCreate={() => go({ page: 'creation' })}
      onDeleteMany={(selection) => {
        deletion.setState({ chosen: { selection } });
        go({ page: 'deletion' });
      }}
      onFocusOpenField={onFocusOpenField}
    />
  );
}
