import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { isFinalVerdict } from '../../preload/wording/verdict.ts';
import { useAction } from '../actions/use-action.ts';
import { CaseHistory } from '../cases/case-history.tsx';
import { CaseListPage } from '../cases/case-list-page.tsx';
import { columnsFrom, sortFrom } from '../cases/columns.ts';
import { WatchButton } from '../cases/watch-button.tsx';
import type { ReplyName } from '../conversations/raw-view.tsx';
import { isDataDeleted } from '../deletion/deletion-wording.ts';
import { deletionOf } from '../deletion/store.ts';
import { type ConversationView, type Route, routeKey, type SettingsSection } from '../navigation.ts';
import { useStores } from '../stores.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Page } from '../ui/page.tsx';
import { ShortcutHint } from '../ui/shortcut-hint.tsx';
import { SkeletonLines } from '../ui/waiting.tsx';
import { useCaseFiles } from './case-files.tsx';
import { CaseFrame } from './case-frame.tsx';
import { useCasesChanged } from './cases-changed.ts';
import { useDeletionEntry } from './deletion-entry.ts';
import { useKeptFocus } from './kept-focus.ts';
import { pageTitle } from './rail.tsx';
import { useGo, useGoIn, useRoute } from './use-route.ts';
import {
  callsView,
  caseCallsView,
  conversationView,
  deletionView,
  fetchViewsWhenIdle,
  helpView,
  settingsView,
  signaturesView,
} from './views.ts';

interface PagesProps {
  environment: EnvironmentView | undefined;
  onFocusOpenField(): void;
}

/** The page of the current route. Features do not know one another: what leads from one to the next is passed in here. */
export function Pages({ environment, onFocusOpenField }: PagesProps) {
  const route = useRoute();
  const { navigation } = useStores();
  useEffect(fetchViewsWhenIdle, []);
  const focusAgain = useKeptFocus();
  const openedIn = useStore(navigation, (state) => state.environmentId);
  // A route is rendered only in the environment it was opened in: its id belongs to that environment alone.
  if (!environment || openedIn !== environment.id) {
    return <NoEnvironmentYet title={pageTitle(route.page)} />;
  }
  const view = route.page === 'conversations' && route.conversationId !== undefined ? 'conversation' : '';
  return (
    <Suspense
      key={`${route.page} ${view}`}
      fallback={
        <Page title={pageTitle(route.page)} busy>
          {undefined}
        </Page>
      }
    >
      <FocusOnMove route={route} onReturn={focusAgain} />
      <RoutedPage route={route} environment={environment} onFocusOpenField={onFocusOpenField} />
    </Suspense>
  );
}

/** Focuses the title of a page after navigation, once the page is rendered. */
function FocusOnMove({ route, onReturn }: { route: Route; onReturn(key: string): boolean }) {
  const { navigation } = useStores();
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating to the current route counts too
  useEffect(() => {
    // A page that is rendered late must not take the focus from a dialog that was opened meanwhile.
    const inDialog = document.activeElement?.closest('[role=dialog]');
    if (navigation.getState().takeMove() && !inDialog) {
      if (!navigation.getState().hasStepped() || !onReturn(routeKey(route))) {
        focusPageTitle();
      }
    }
  }, [route, navigation]);
  return null;
}

function RoutedPage({
  route,
  environment,
  onFocusOpenField,
}: PagesProps & { route: Route; environment: EnvironmentView }) {
  const key = `${environment.id} ${routeKey(route)}`;
  switch (route.page) {
    case 'conversations':
      return route.conversationId === undefined ? (
        <Home key={key} environment={environment} onFocusOpenField={onFocusOpenField} />
      ) : (
        <CaseFrame
          key={`${environment.id} conversation`}
          environmentId={environment.id}
          conversationId={route.conversationId}
        >
          <Conversation
            key={key}
            environmentId={environment.id}
            conversationId={route.conversationId}
            view={route.view ?? 'result'}
          />
        </CaseFrame>
      );
    case 'deletion':
      return (
        <Deletion
          key={`${environment.id} deletion`}
          environment={environment}
          conversationId={route.conversationId}
        />
      );
    case 'signatures':
      // The input stays when another environment is selected.
      return <Signatures key="signatures" environment={environment} />;
    case 'calls':
      return <Calls key={key} environment={environment} conversationId={route.conversationId} />;
    case 'help':
      return <helpView.View key={key} document={route.document ?? 'guide'} section={route.section} />;
    case 'settings':
      // Settings belong to no environment and stay when another one is selected.
      return <Settings key={routeKey(route)} section={route.section} environmentId={route.environmentId} />;
  }
}

export function focusPageTitle(): void {
  const work = document.querySelector('#work');
  const start =
    work?.querySelector<HTMLElement>('[data-page-focus]') ?? work?.querySelector<HTMLElement>('h1');
  start?.focus({ preventScroll: true });
}

/** Shown until the list of environments has been read, and when it cannot be. */
function NoEnvironmentYet({ title }: { title: string }) {
  const { environments } = useStores();
  const { failure, load } = useStore(environments);
  return (
    <Page title={title} busy={failure === undefined}>
      {failure ? (
        <FailureNotice failure={failure} onRetry={() => void load()} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Page>
  );
}

interface HomeProps {
  environment: EnvironmentView;
  onFocusOpenField(): void;
}

function Home({ environment, onFocusOpenField }: HomeProps) {
  const { recent, cases, casePreview, compare, preferences, reading, caseWork, queue } = useStores();
  const running = useStore(queue, (state) => state.queue);
  const { samples, loading, load } = useStore(recent);
  const go = useGo();
  useCasesChanged(environment.id);
  const { caseList, changeOften } = useStore(preferences);
  const columns = useMemo(() => columnsFrom(caseList?.columns), [caseList]);
  return (
    <CaseListPage
      list={cases}
      details={casePreview}
      reading={reading}
      compare={compare}
      work={caseWork}
      queue={running}
      onContinue={() => {
        const id = queue.getState().queue?.ids[queue.getState().queue?.at ?? 0];
        if (id !== undefined) {
          go({ page: 'conversations', conversationId: id });
        }
      }}
      onQueue={async (selection, title) => {
        const first = await queue.getState().start(environment.id, selection, title);
        if (first !== undefined) {
          go({ page: 'conversations', conversationId: first });
        }
      }}
      environment={environment}
      samples={
        environment.settings.kind === 'sandbox'
          ? { samples, loading, onReload: () => void load(environment.id) }
          : undefined
      }
      columns={columns}
      onColumns={(shown) => changeOften({ caseList: { ...caseList, columns: [...shown] } })}
      sort={sortFrom(caseList?.sort)}
      onSort={(sort) => changeOften({ caseList: { ...caseList, sort } })}
      onOpen={(conversationId) => go({ page: 'conversations', conversationId })}
      onDelete={(conversationId) => go({ page: 'deletion', conversationId })}
      onFocusOpenField={onFocusOpenField}
    />
  );
}

interface ConversationProps {
  environmentId: string;
  conversationId: string;
  view: ConversationView;
}

function Conversation({ environmentId, conversationId, view }: ConversationProps) {
  const { calls, caseDetails, caseWork, conversation, deletion, desk, media, openField, navigation } =
    useStores();
  const deletedAt = useStore(deletion, ({ deletions }) => {
    const known = deletionOf(deletions, environmentId, conversationId);
    return known && isDataDeleted(known) ? known.steps.at(-1)?.at : undefined;
  });
  const details = useStore(caseDetails, (state) => state.details);
  const reasons = useStore(caseWork, (state) => state.reasons);
  const callbacks = useStore(openField, (state) => state.callbacks);
  const mediaReply = useStore(media, (state) => state.readingId);
  const [reply, showReply] = useState<ReplyName>('conversation');
  const go = useGo();
  const show = (next: ConversationView) =>
    navigation.getState().replace({ page: 'conversations', conversationId, view: next });
  const toDeletion = () => go({ page: 'deletion', conversationId });
  const files = useCaseFiles(environmentId, conversationId, () => {
    showReply('media');
    show('raw');
  });
  const group = 'Conversation';
  useAction({
    id: 'view-result',
    group,
    label: 'Go to result',
    shortcut: 'alt+1',
    run: () => show('result'),
  });
  useAction({
    id: 'view-media',
    group,
    label: 'Go to files',
    shortcut: 'alt+2',
    run: () => show('media'),
  });
  useAction({
    id: 'view-raw',
    group,
    label: 'Go to raw reply',
    shortcut: 'alt+3',
    run: () => show('raw'),
  });
  useAction({
    id: 'view-calls',
    group,
    label: 'Go to calls',
    keywords: ['log', 'curl', 'requests', 'request id'],
    shortcut: 'alt+4',
    run: () => show('calls'),
  });
  useAction({
    id: 'view-history',
    group,
    label: 'Go to history',
    keywords: ['journal', 'decisions'],
    shortcut: 'alt+5',
    run: () => show('history'),
  });
  useAction({
    id: 'to-deletion',
    group,
    label: 'Expire or delete',
    keywords: ['erase', 'remove', 'GDPR'],
    shortcut: 'mod+shift+d',
    disabled: deletedAt !== undefined,
    run: toDeletion,
  });
  return (
    <conversationView.View
      store={conversation}
      environmentId={environmentId}
      conversationId={conversationId}
      view={view}
      onView={show}
      desk={desk}
      files={files}
      calls={
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <caseCallsView.View
            store={calls}
            environmentId={environmentId}
            conversationId={conversationId}
            onOpen={(opened) => go({ page: 'conversations', conversationId: opened })}
            onShowAll={() => go({ page: 'calls' })}
          />
        </Suspense>
      }
      history={<CaseHistory details={details ?? undefined} reasons={reasons} />}
      reply={reply}
      onReply={showReply}
      mediaReply={mediaReply}
      onReadMedia={() => void media.getState().load(environmentId, conversationId, true)}
      dataDeletedAt={deletedAt}
      deletion={
        <>
          <WatchCase conversationId={conversationId} />
          {deletedAt === undefined && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconTrash size={14} />}
              rightSection={<ShortcutHint shortcut="mod+shift+d" />}
              onClick={toDeletion}
            >
              Expire or delete…
            </Button>
          )}
        </>
      }
      seenAsCallbackId={
        callbacks.has(conversationId) ? { conversationId: callbacks.get(conversationId) } : undefined
      }
      onOpen={(opened) => go({ page: 'conversations', conversationId: opened })}
    />
  );
}

/** Nothing where this console does not know the case. */
function WatchCase({ conversationId }: { conversationId: string }) {
  const { caseDetails, caseWork } = useStores();
  const row = useStore(caseDetails, ({ details }) => details?.row);
  const { busy, watch } = useStore(caseWork);
  if (row?.conversationId !== conversationId || isFinalVerdict(row.verdict)) {
    return null;
  }
  return (
    <WatchButton
      watched={row.watched}
      busy={busy}
      onWatch={(watched) => void watch({ ids: [conversationId] }, watched)}
    />
  );
}

interface CallsProps {
  environment: EnvironmentView;
  conversationId: string | undefined;
}

function Calls({ environment, conversationId }: CallsProps) {
  const { calls } = useStores();
  const go = useGo();
  return (
    <callsView.View
      store={calls}
      environmentId={environment.id}
      conversationId={conversationId}
      onOpen={(opened) => go({ page: 'conversations', conversationId: opened })}
      onShowCase={(shown) => go({ page: 'calls', ...omitUndefined({ conversationId: shown }) })}
    />
  );
}

interface DeletionProps {
  environment: EnvironmentView;
  conversationId: string | undefined;
}

function Deletion({ environment, conversationId }: DeletionProps) {
  const { deletion, recent, environments } = useStores();
  const known = useStore(recent);
  const all = useStore(environments, (state) => state.environments);
  const entry = useDeletionEntry(conversationId);
  const titles = new Map(known.samples.map(({ id, title }) => [id, title]));
  const go = useGo();
  const goIn = useGoIn();
  return (
    <deletionView.View
      store={deletion}
      environment={environment}
      environments={all}
      conversationId={conversationId}
      entry={entry}
      recent={known.recent.map((one) => ({ ...one, title: titles.get(one.conversationId) }))}
      onChoose={(chosen) => go({ page: 'deletion', conversationId: chosen })}
      onOpen={(opened) => go({ page: 'conversations', conversationId: opened })}
      onView={({ environmentId, conversationId: viewed }) =>
        void goIn(environmentId, { page: 'deletion', conversationId: viewed })
      }
    />
  );
}

function Signatures({ environment }: { environment: EnvironmentView }) {
  const { signatures, environments, openField } = useStores();
  const all = useStore(environments, (state) => state.environments);
  const goIn = useGoIn();
  return (
    <signaturesView.View
      store={signatures}
      environments={all}
      environment={environment}
      onOpen={(conversationId, environmentId) =>
        void goIn(environmentId, { page: 'conversations', conversationId })
      }
      onCallback={openField.getState().rememberCallback}
    />
  );
}

interface SettingsProps {
  section: SettingsSection | undefined;
  environmentId: string | undefined;
}

function Settings({ section, environmentId }: SettingsProps) {
  const { settings, application, navigation, preferences, bridge } = useStores();
  const info = useStore(application, (state) => state.info);
  const contentProtection = useStore(preferences, (state) => state.contentProtection);
  const go = useGo();
  return (
    <settingsView.View
      store={settings}
      section={section}
      environmentId={environmentId}
      navigation={navigation}
      info={info}
      contentProtection={contentProtection}
      onContentProtection={(on) => preferences.getState().change({ contentProtection: on })}
      diagnostics={async () => (await bridge.invoke('application.diagnostics', {})).text}
      onGo={go}
    />
  );
}
