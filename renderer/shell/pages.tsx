import { Suspense, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { callLogDefault } from '../../preload/contract/application.ts';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { headerOf } from '../../preload/shared/header.ts';
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
        <RoutedPage route={route} environment={environment} onFocusOpenField={onFocusOpenField} />
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

function RoutedPage({
  route,
  environment,
  onFocusOpenField,
}: PagesProps & { route: Route; environment: EnvironmentView }) {
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
        <HomePage key={key} environment={environment} onFocusOpenField={onFocusOpenField} />
      ) : (
        <TextDraftsOf key={pageKey} drafts={textDrafts} subject={route.conversationId}>
          <CaseFrame
            environmentId={environment.id}
            conversationId={route.conversationId}
            inQueue={route.queued === true}
          >
            <CasePage
              key={key}
              environmentId={environment.id}
              conversationId={route.conversationId}
              view={route.view ?? 'result'}
              inQueue={route.queued}
            />
          </CaseFrame>
        </TextDraftsOf>
      );
    case 'reports':
      return <Reports key={pageKey} environment={environment} view={route.view ?? 'overview'} />;
    case 'creation':
      return <CreationRoute key={pageKey} environment={environment} />;
    case 'headless':
      return (
        <headlessView.View
          key={pageKey}
          drafts={headless}
          environment={environment}
          conversationId={route.conversationId}
        />
      );
    case 'deletion':
      return <Deletion key={pageKey} environment={environment} conversationId={route.conversationId} />;
    case 'callbacks':
      return <CallbacksRoute key={pageKey} environment={environment} view={route.view ?? 'inbox'} />;
    case 'signatures':
      // The input stays when another environment is selected.
      return <Signatures key="signatures" environment={environment} />;
    case 'calls':
      return <Calls key={key} environment={environment} conversationId={route.conversationId} />;
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
    default:
      route satisfies never;
      return null;
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

interface CaseRouteProps {
  environment: EnvironmentView;
  conversationId: string | undefined;
}

function Calls({ environment, conversationId }: CaseRouteProps) {
  const { calls, preferences } = useStores();
  const keeps = useStore(preferences, (state) => state.callLog) ?? callLogDefault;
  return (
    <callsView.View
      view={calls}
      environmentId={environment.id}
      keeps={keeps}
      onKeep={(callLog) => preferences.getState().changeDebounced({ callLog })}
      conversationId={conversationId}
    />
  );
}

function Deletion({ environment, conversationId }: CaseRouteProps) {
  const { deletion, environments } = useStores();
  const all = useStore(environments, (state) => state.environments);
  return (
    <deletionView.View
      state={deletion}
      environment={environment}
      environments={all}
      conversationId={conversationId}
    />
  );
}

function Signatures({ environment }: { environment: EnvironmentView }) {
  const { signatures, environments, openField } = useStores();
  const all = useStore(environments, (state) => state.environments);
  return (
    // Not the step that leads to this page.
    <MessageActsProvider value={{ resend: useActs(environment).resend }}>
      <signaturesView.View
        store={signatures}
        environments={all}
        environment={environment}
        onCallback={openField.getState().rememberCallback}
      />
    </MessageActsProvider>
  );
}

function Reports({ environment, view }: { environment: EnvironmentView; view: ReportView }) {
  const { journal, navigation } = useStores();
  return (
    <reportsView.View
      environmentId={environment.id}
      view={view}
      journal={journal}
      onView={(view) => navigation.getState().replace({ page: 'reports', view })}
    />
  );
}

/** Shows the page for callbacks, with what can be done with a message. */
function CallbacksRoute({ environment, view }: { environment: EnvironmentView; view: CallbackView }) {
  const { inbox, sending, exam, navigation } = useStores();
  return (
    <MessageActsProvider value={useActs(environment)}>
      <callbacksView.View
        inbox={inbox}
        send={sending}
        exam={exam}
        environment={environment}
        view={view}
        onView={(view) => navigation.getState().replace({ page: 'callbacks', view })}
      />
    </MessageActsProvider>
  );
}

/** Returns what leads from a message to sending it again, and to the page on which it is explained. */
function useActs(environment: EnvironmentView): MessageActs {
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
      setKey(defaultKey(environments.getState().environments, environment.id, undefined), false);
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
function CreationRoute({ environment }: { environment: EnvironmentView }) {
  const { creation } = useStores();
  const watch = useCaseEntry('cases.watch', environment.id);
  return (
    <creationView.View
      draft={creation}
      environment={environment}
      onWatch={async (conversationId) =>
        (await watch.run({ selection: { ids: [conversationId] }, watched: true })) !== undefined
      }
    />
  );
}
