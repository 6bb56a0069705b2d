import type { QueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext } from 'react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ApplicationInfo } from '../preload/contract/application.ts';
import { omitUndefined } from '../preload/contract/objects.ts';
import { type ActionState, createActionStore } from './actions/action-store.ts';
import { type AwaitedRequestsState, withAwaitedRequests } from './bridge/awaited-requests.ts';
import type { BridgeClient } from './bridge/bridge-client.ts';
import { bridgeKey, createQueryClient } from './bridge/query-client.ts';
import { createEnvironmentStore, type EnvironmentState } from './environments/environment-store.ts';
import { createExamDraft, type ExamDraft } from './features/callbacks/examine/exam-draft.ts';
import { createSendDraft, type SendDraft } from './features/callbacks/send-draft.ts';
import { createInboxView, type InboxView } from './features/callbacks/use-inbox.ts';
import { type CallsView, createCallsView } from './features/calls/use-calls.ts';
import { type AddingState, createAddingStore } from './features/cases/adding/adding-store.ts';
import { type CaseListState, createCaseListStore } from './features/cases/case-list-store.ts';
import { createDeskStore, type DeskState } from './features/conversations/desk/desk-store.ts';
import {
  createOpenFieldStore,
  type FindCallback,
  type OpenFieldState,
} from './features/conversations/open-field-store.ts';
import { type CreationDraft, createCreationDraft } from './features/creation/draft.ts';
import { createDeletionState, type DeletionState } from './features/deletion/deletion-state.ts';
import { createHeadlessDraft, type HeadlessDraft } from './features/headless/draft.ts';
import type { MediaState } from './features/media/media-state.ts';
import { createMediaStore } from './features/media/store.ts';
import { createInputStore, type InputState } from './features/signatures/input-store.ts';
import { createNavigationStore, type NavigationState } from './navigation.ts';
import { createPreferenceStore, type PreferenceState } from './preferences/preference-store.ts';
import { leaveOnSwitch } from './shell/environment-switching.ts';
import { type AnnouncementState, createAnnouncementStore } from './ui/announcements.ts';
import { type BlurState, createBlurStore } from './ui/blur-store.ts';
import { createClipboard } from './ui/clipboard.ts';
import { createMaskStore } from './ui/mask-store.ts';
import type { UiServices } from './ui/services.tsx';
import { createUndoStore } from './ui/undo-store.ts';

/** Every store of the window, made once on one bridge. */
export interface Stores {
  bridge: BridgeClient;
  /** Main's replies, while a view shows them. */
  queries: QueryClient;
  awaitedRequests: StoreApi<AwaitedRequestsState>;
  navigation: StoreApi<NavigationState>;
  /** The connection to main. When it is lost, only a new load of the page connects again. */
  connection: StoreApi<'up' | 'lost'>;
  environments: StoreApi<EnvironmentState>;
  preferences: StoreApi<PreferenceState>;
  /** The drawer of the console's own sandbox. */
  sandbox: StoreApi<{ opened: boolean }>;
  actions: StoreApi<ActionState>;
  announcements: StoreApi<AnnouncementState>;
  openField: StoreApi<OpenFieldState>;
  cases: StoreApi<CaseListState>;
  /** The dialog that adds cases. */
  adding: StoreApi<AddingState>;
  calls: StoreApi<CallsView>;
  /** Received callbacks. */
  inbox: StoreApi<InboxView>;
  /** Test callbacks. */
  sending: StoreApi<SendDraft>;
  /** The exam of a receiver. */
  exam: StoreApi<ExamDraft>;
  /** The arrangement of the review desk. */
  desk: StoreApi<DeskState>;
  media: StoreApi<MediaState>;
  creation: StoreApi<CreationDraft>;
  /** An applicant's headless flow. */
  headless: StoreApi<HeadlessDraft>;
  deletion: StoreApi<DeletionState>;
  /** The input of a check of a signature. */
  signatures: StoreApi<InputState>;
  ui: UiServices;
  /** The blurring of pictures and data. */
  blur: StoreApi<BlurState>;
}

export function createStores(client: BridgeClient, window: Window): Stores {
  const { bridge, awaitedRequests } = withAwaitedRequests(client);
  const after = (ms: number, run: () => void) => {
    const timer = window.setTimeout(run, ms);
    return () => window.clearTimeout(timer);
  };
  const queries = createQueryClient(bridge);
  const connection = createStore<'up' | 'lost'>(() => 'up');
  bridge.onConnectionLost(() => connection.setState('lost'));
  const capabilities = () =>
    queries.getQueryData<ApplicationInfo>(bridgeKey('application.info', {}))?.capabilities;
  const environments = createEnvironmentStore(bridge);
  const announcements = createAnnouncementStore(after);
  const navigation = createNavigationStore(window);
  const preferences = createPreferenceStore(bridge);
  let isArranged = false;
  const desk = createDeskStore((arrangement) => {
    isArranged = true;
    preferences.getState().change({ desk: arrangement });
  });
  preferences.subscribe((now, before) => {
    // What was arranged in this window is not restored over itself: the kept form leaves out what one case needed.
    if (!isArranged && now.desk !== before.desk && before.desk === undefined) {
      desk.getState().restore(now.desk);
    }
  });
  const findCallback: FindCallback = async (id) => {
    const environmentId = environments.getState().selected?.id;
    const input = { environmentId: environmentId ?? '', filter: { id }, from: 0, count: 5 };
    const list = environmentId && (await bridge.invoke('callbacks.list', input).catch(() => undefined));
    return list
      ? list.rows.find(({ callbackId, state }) => callbackId === id && state !== 'wrong-signature')
      : undefined;
  };
  const stores: Stores = {
    bridge,
    queries,
    awaitedRequests,
    navigation,
    connection,
    environments,
    preferences,
    sandbox: createStore(() => ({ opened: false })),
    actions: createActionStore(),
    announcements,
    openField: createOpenFieldStore(findCallback),
    cases: createCaseListStore(bridge, queries),
    adding: createAddingStore(),
    calls: createCallsView(),
    inbox: createInboxView(),
    sending: createSendDraft(),
    exam: createExamDraft(),
    desk,
    media: createMediaStore(bridge, () => capabilities()?.folderDialog ?? false),
    creation: createCreationDraft(),
    headless: createHeadlessDraft(),
    deletion: createDeletionState(),
    signatures: createInputStore(() => new Date()),
    blur: createBlurStore(window, { after }),
    ui: {
      mask: createMaskStore(window, { after }),
      undo: createUndoStore(),
      announce: announcements.getState().announce,
      place: () => environments.getState().selected?.settings.name ?? '',
      keptScroll: navigation.getState().keptScroll,
      watchScroll: navigation.getState().watchScroll,
      clipboard: createClipboard(() => ({
        byHost: capabilities()?.clipboard
          ? (text, clearAfterMs) =>
              bridge.invoke('application.copy', {
                text,
                ...omitUndefined({ clearAfterMs }),
              })
          : undefined,
        page: window.navigator.clipboard,
        hasFocus: () => window.document.hasFocus(),
        onCopyByHand: (run) => {
          window.document.addEventListener('copy', run);
          window.document.addEventListener('cut', run);
          return () => {
            window.document.removeEventListener('copy', run);
            window.document.removeEventListener('cut', run);
          };
        },
        onBlur: (run) => {
          window.addEventListener('blur', run);
          return () => window.removeEventListener('blur', run);
        },
        after,
      })),
    },
  };
  leaveOnSwitch(stores);
  return stores;
}

const Context = createContext<Stores | undefined>(undefined);

export function StoresProvider({ stores, children }: { stores: Stores; children: ReactNode }) {
  return <Context.Provider value={stores}>{children}</Context.Provider>;
}

export function useStores(): Stores {
  const stores = useContext(Context);
  if (!stores) {
    throw new Error('StoresProvider is missing');
  }
  return stores;
}
