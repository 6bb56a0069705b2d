import { Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { callLogDefault } from '../../preload/contract/application.ts';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { headerOf } from '../../preload/shared/header.ts';
import { EnvironmentProvider, useEnvironment } from '../environments/use-environment.ts';
import { serviceHeaders } from '../features/callbacks/send-draft.ts';
import { useCaseEntry } from '../features/cases/use-case-entries.ts';
import { defaultKey } from '../features/signatures/key-field.tsx';
import { type MessageActs, MessageActsProvider } from '../features/signatures/message.ts';
import { useCheck } from '../features/signatures/use-check.ts';
import { type CallbackView, type ReportView, type Route, routeKey } from '../navigation.ts';
import { useStores } from '../stores.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { EmptyState, FailureNotice } from '../ui/notices.tsx';
import { Page } from '../ui/page.tsx';
import { useRefusal } from '../ui/policy.tsx';
import { useGo } from '../ui/services.tsx';
import { TextDraftsOf } from '../ui/text-drafts.tsx';
import { usePick } from '../ui/use-pick.ts';
import { SkeletonLines } from '../ui/waiting.tsx';
import { CaseFrame } from './case-frame.tsx';
import { CasePage } from './case-page.tsx';
import { HomePage } from './home-page.tsx';
import { useKeptFocus } from './kept-focus.ts';
import { focusPageTitle } from './page-title.ts';
import { integrationPages, pageTitle } from './rail.tsx';
import { useRoute } from './use-route.ts';
import {
  callbacksView,
  callsView,
  creationView,
  deletionView,
  fetchViewsWhenIdle,
  headlessView,
  helpView,
  reportsView,
  settingsView,
  signaturesView,
} from './views.ts';

interface PagesProps {
  environment: EnvironmentView | undefined;
  onFocusOpenField(): void;
}

/** Shows the page of the current route. Features do not import one another: a route leads from one to the next, and what one has of another is passed in here. */
export function Pages({ environment, onFocusOpenField }: PagesProps) {
  const route = useRoute();
  const { navigation } = useStores();
  useEffect(fetchViewsWhenIdle, []);
  const focusAgain = useKeptFocus();
  const openedIn = useStore(navigation, (state) => state.environmentId);
  useFocusOnSwitch(environment?.id);
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
      <ErrorBoundary resetKey={`${environment.id} ${routeKey(route)}`}>
        <EnvironmentProvider value={environment}>
          <RoutedPage route={route} onFocusOpenField={onFocusOpenField} />
        </EnvironmentProvider>
      </ErrorBoundary>
    </Suspense>
  );
}

/** Focuses the title after a switch of the environment while nothing has the focus, as right after a load of the page. */
function useFocusOnSwitch(environmentId: string | undefined): void {
  const before = useRef(environmentId);
  useEffect(() => {
    if (
      before.current !== undefined &&
      before.current !== environmentId &&
      document.activeElement === document.body
    ) {
      focusPageTitle();
    }
    before.current = environmentId;
  }, [environmentId]);
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

function RoutedPage({ route, onFocusOpenField }: Omit<PagesProps, 'environment'> & { route: Route }) {
  const environment = useEnvironment();
  const { textDrafts, headless, environments, navigation, preferences } = useStores();
  const key = `${environment.id} ${routeKey(route)}`;
  /** The same for all routes of a page. */
  const pageKey = `${environment.id} ${route.page}`;
  const refusal = useRefusal('integration');
  if (refusal !== undefined && integrationPages.includes(route.page)) {
    return (
      <Page title={pageTitle(route.page)}>
        <EmptyState title={`${refusal.text}.`}>{refusal.by}.</EmptyState>
      </Page>
    );
  }
  switch (route.page) {
    case 'conversations':
      return route.conversationId === undefined ? (
        <HomePage key={key} onFocusOpenField={onFocusOpenField} />
      ) : (
        <TextDraftsOf key={pageKey} drafts={textDrafts} subject={route.conversationId}>
          <CaseFrame conversationId={route.conversationId} inQueue={route.queued === true}>
            <CasePage
              key={key}
              conversationId={route.conversationId}
              view={route.view ?? 'result'}
              inQueue={route.queued}
            />
          </CaseFrame>
        </TextDraftsOf>
      );
    case 'reports':
      return <Reports key={pageKey} view={route.view ?? 'overview'} />;
    case 'creation':
      return <CreationRoute key={pageKey} />;
    case 'headless':
      return <headlessView.View key={pageKey} drafts={headless} conversationId={route.conversationId} />;
    case 'deletion':
      return <Deletion key={pageKey} conversationId={route.conversationId} />;
    case 'callbacks':
      return <CallbacksRoute key={pageKey} view={route.view ?? 'inbox'} />;
    case 'signatures':
      // The input stays when another environment is selected.
      return <Signatures key="signatures" />;
    case 'calls':
      return <Calls key={key} conversationId={route.conversationId} />;
    case 'help':
      return <helpView.View key={key} document={route.document ?? 'guide'} section={route.section} />;
    case 'settings':
      // Settings belong to no environment and stay when another one is selected.
      return (
        <settingsView.View
          key="settings"
          environments={environments}
          section={route.section}
          environmentId={route.environmentId}
          navigation={navigation}
          preferences={preferences}
        />
      );
  }
}

/** Shown until the list of environments has been read, and when it cannot be. */
function NoEnvironmentYet({ title }: { title: string }) {
  const { environments } = useStores();
  const { failure, load } = usePick(environments, 'failure', 'load');
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

function Calls({ conversationId }: { conversationId: string | undefined }) {
  const { calls, preferences } = useStores();
  const keeps = useStore(preferences, (state) => state.callLog) ?? callLogDefault;
  return (
    <callsView.View
      view={calls}
      keeps={keeps}
      onKeep={(callLog) => preferences.getState().changeDebounced({ callLog })}
      conversationId={conversationId}
    />
  );
}

function Deletion({ conversationId }: { conversationId: string | undefined }) {
  const { deletion, environments } = useStores();
  const all = useStore(environments, (state) => state.environments);
  return <deletionView.View state={deletion} environments={all} conversationId={conversationId} />;
}

function Signatures() {
  const { signatures, environments, openField } = useStores();
  const all = useStore(environments, (state) => state.environments);
  return (
    // Not the step that leads to this page.
    <MessageActsProvider value={{ resend: useActs().resend }}>
      <signaturesView.View
        store={signatures}
        environments={all}
        onCallback={openField.getState().rememberCallback}
      />
    </MessageActsProvider>
  );
}

function Reports({ view }: { view: ReportView }) {
  const { journal, navigation } = useStores();
  return (
    <reportsView.View
      view={view}
      journal={journal}
      onView={(view) => navigation.getState().replace({ page: 'reports', view })}
    />
  );
}

/** Shows the page for callbacks, with what can be done with a message. */
function CallbacksRoute({ view }: { view: CallbackView }) {
  const { inbox, sending, exam, navigation } = useStores();
  return (
    <MessageActsProvider value={useActs()}>
      <callbacksView.View
        inbox={inbox}
        send={sending}
        exam={exam}
        view={view}
        onView={(view) => navigation.getState().replace({ page: 'callbacks', view })}
      />
    </MessageActsProvider>
  );
}

/** Returns what leads from a message to sending it again, and to the page on which it is explained. */
function useActs(): MessageActs {
  const { id: environmentId } = useEnvironment();
  const { sending, signatures, environments } = useStores();
  const { verify } = useCheck(signatures);
  const go = useGo();
  return {
    resend(message) {
      sending.setState({
        message,
        source: 'message',
        headers: serviceHeaders,
        fault: null,
        ownTemplateId: null,
      });
      go({ page: 'callbacks', view: 'send' });
    },
    explain(message) {
      const { fill, setKey } = signatures.getState();
      setKey(defaultKey(environments.getState().environments, environmentId, undefined), false);
      fill({
        timestamp: headerOf(message, 'x-signature-timestamp'),
        signature: headerOf(message, 'x-signature'),
        ...omitUndefined({ body: message.body, receivedAt: message.receivedAt }),
      });
      go({ page: 'signatures' });
      void verify();
    },
  };
}

/** Shows the page for a new conversation, from which it can be watched. */
function CreationRoute() {
  const { creation } = useStores();
  const watch = useCaseEntry('cases.watch');
  return (
    <creationView.View
      draft={creation}
      onWatch={async (conversationId) =>
        (await watch.run({ selection: { ids: [conversationId] }, watched: true })) !== undefined
      }
    />
  );
}
