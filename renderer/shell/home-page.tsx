import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { CaseSelection } from '../../preload/contract/cases.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';
import { useEnvironment, useEnvironmentAction } from '../environments/use-environment.ts';
import { CaseListPage, refreshedAfter } from '../features/cases/case-list-page.tsx';
import { columnsFrom, sortFrom } from '../features/cases/columns.ts';
import { othersHaveTheRest, useClaims } from '../features/cases/use-claims.ts';
import { useQueue } from '../features/cases/use-queue.ts';
import { useRecent } from '../features/conversations/use-recent.ts';
import { ComparedPictures } from '../features/media/compared-pictures.tsx';
import { RailGroups } from '../preferences/rail-groups.tsx';
import { useStores } from '../stores.tsx';
import { useAnnounce, useGo } from '../ui/services.tsx';
import { usePick } from '../ui/use-pick.ts';

interface HomePageProps {
  onFocusOpenField(): void;
}

/** Shows the list of cases, with what other features add to it. */
export function HomePage({ onFocusOpenField }: HomePageProps) {
  const environment = useEnvironment();
  const { cases, deletion, preferences, adding, media } = useStores();
  const { queue, start, failure } = useQueue();
  const { takeNext } = useClaims();
  const { samples, people, loading, reload } = useRecent(environment.id);
  /** True while the people of a first review are read into the list. */
  const [isTrying, setTrying] = useState(false);
  const listing = useEnvironmentAction('reading.readList');
  const reading = useEnvironmentAction('reading.start');
  const go = useGo();
  const announce = useAnnounce();
  useCasesChanged();
  const { caseList, changeDebounced } = usePick(preferences, 'caseList', 'changeDebounced');
  const columns = useMemo(() => columnsFrom(caseList?.columns), [caseList]);
  const openQueue = async (selection: CaseSelection, title: string) => {
    const { ids = [] } = (await start({ selection, title }))?.queue ?? {};
    const first = ids.length === 0 ? undefined : await takeNext(ids);
    if (first === undefined) {
      if (ids.length > 0) {
        announce(othersHaveTheRest);
      }
    } else {
      announce(`Case ${ids.indexOf(first) + 1} of ${ids.length.toLocaleString('en')}`);
      go({ page: 'conversations', conversationId: first, queued: true });
    }
  };
  const tryOut = async () => {
    const list = await listing.run({ source: people.join('\n') });
    if (list && (await reading.run({ from: { listId: list.listId }, pace: { concurrency: 4 } }))) {
      setTrying(true);
    }
  };
  const { data: { runs } = {} } = useBridgeQuery('reading.runs', isTrying ? {} : undefined);
  const run = runs?.find(({ environmentId }) => environmentId === environment.id);
  const isRead = isTrying && run !== undefined && run.done + run.failed >= people.length;
  const openPeople = useEffectEvent(() => {
    setTrying(false);
    void openQueue({ ids: people }, 'Twelve people');
  });
  useEffect(() => {
    if (isRead) {
      openPeople();
    }
  }, [isRead]);
  return (
    <CaseListPage
      pictures={(left, right) => <ComparedPictures store={media} left={left} right={right} />}
      list={cases}
      adding={adding}
      queue={queue}
      onContinue={async () => {
        const { ids = [], at = 0, reviewed = [] } = queue ?? {};
        const open = ids.filter((one, index) => index > at && !reviewed.includes(one));
        const id = ids[at] && (await takeNext([ids[at], ...open]));
        if (id !== undefined && id !== '') {
          announce(`Case ${ids.indexOf(id) + 1} of ${ids.length}`);
          go({ page: 'conversations', conversationId: id, queued: true });
        } else if (ids.length > 0) {
          announce(othersHaveTheRest);
        }
      }}
      onQueue={openQueue}
      firstStart={
        people.length === 0
          ? undefined
          : {
              onTry: tryOut,
              groups: <RailGroups store={preferences} label="What do you work on?" />,
              busy: listing.busy || reading.busy || isTrying,
              failure: listing.failure ?? reading.failure ?? failure,
            }
      }
      samples={environment.settings.kind === 'sandbox' ? { samples, loading, onReload: reload } : undefined}
      columns={columns}
      onColumns={(columns) => changeDebounced({ caseList: { ...caseList, columns: [...columns] } })}
      sort={sortFrom(caseList?.sort)}
      onSort={(sort) => changeDebounced({ caseList: { ...caseList, sort } })}
      onDeleteMany={(selection) => {
        deletion.setState({ chosen: { from: { selection } } });
        go({ page: 'deletion' });
      }}
      onFocusOpenField={onFocusOpenField}
    />
  );
}

/** Updates the shown list when a case is read, labelled or decided, here or by a watch, and now and then: a day may come without an event. */
function useCasesChanged(): void {
  const { id: environmentId } = useEnvironment();
  const { bridge, cases } = useStores();
  useEffect(() => {
    const refresh = () => void cases.getState().refresh();
    const timer = setInterval(refresh, refreshedAfter);
    const stop = bridge.on('cases.changed', (change) => {
      if (change.environmentId === environmentId) {
        refresh();
      }
    });
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [bridge, cases, environmentId]);
}
