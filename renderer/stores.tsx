import { createStore } from 'zustand/vanilla';
import type { ApplicationInfo } from '../preload/contract/application.ts';
import { omitUndefined } from '../preload/contract/objects.ts';
import type { OperationOutput } from '../preload/contract/operations.ts';
import { policyRefusal } from '../preload/shared/policy-rules.ts';
import { accessRefusal, ownMember } from '../preload/shared/team-access.ts';
import { createActionStore } from './actions/action-store.ts';
import type { BridgeClient } from './bridge/bridge-client.ts';
import { bridgeKey, createQueryClient, leaveEnvironment } from './bridge/query-client.ts';
import { environmentInWords } from './environments/environment-in-words.ts';
import { createEnvironmentStore } from './environments/environment-store.ts';
import { createExamDraft } from './features/callbacks/examine/exam-draft.ts';
import { createSendDraft, leaveSendDraft } from './features/callbacks/send-draft.ts';
import { createInboxView } from './features/callbacks/use-inbox.ts';
import { createCallsView } from './features/calls/use-calls.ts';
import { createAddingStore } from './features/cases/adding/adding-store.ts';
import { createCaseListStore } from './features/cases/case-list-store.ts';
import type { DecisionDrafts } from './features/cases/decision-drafts.ts';
import { createDeskStore } from './features/conversations/desk/desk-store.ts';
import { createOpenFieldStore, type FindCallback } from './features/conversations/open-field-store.ts';
import { createCreationDraft } from './features/creation/draft.ts';
import { createDeletionState } from './features/deletion/deletion-state.ts';
import { createHeadlessDraft } from './features/headless/draft.ts';
import { createMediaStore } from './features/media/store.ts';
import { createJournalView } from './features/reports/journal-view.ts';
import { createInputStore } from './features/signatures/input-store.ts';
import { createNavigationStore, type Route } from './navigation.ts';
import { createPreferenceStore } from './preferences/preference-store.ts';
import { createAnnouncementStore, restOf } from './ui/announcements.ts';
import { createBlurStore } from './ui/blur-store.ts';
import { createClipboard } from './ui/clipboard.ts';
import { createMaskStore } from './ui/mask-store.ts';
import { requiredContext } from './ui/required-context.ts';
import type { TextDrafts } from './ui/text-drafts.tsx';
import { createUndoStore } from './ui/undo-store.ts';

/** Every store of the window. */
export type Stores = ReturnType<typeof createStores>;

/** Makes every store of the window on one bridge. */
export function createStores(bridge: BridgeClient, window: Window) {
  const after = (ms: number, run: () => void) => {
    const timer = window.setTimeout(run, ms);
    return () => window.clearTimeout(timer);
  };
  const queries = createQueryClient(bridge);
  const connection = createStore<'up' | 'lost'>(() => 'up');
  bridge.onConnectionLost(() => connection.setState('lost'));
  const capabilities = () =>
    queries.getQueryData<ApplicationInfo>(bridgeKey('application.info', {}))?.capabilities;
  const policy = () =>
    queries.getQueryData<OperationOutput<'policy.view'>>(bridgeKey('policy.view', {}))?.policy;
  const member = () =>
    ownMember(queries.getQueryData<OperationOutput<'team.view'>>(bridgeKey('team.view', {}))?.team);
  const isDataRefused = () =>
    (policyRefusal(policy(), 'show') ?? accessRefusal(member(), Date.now())) !== undefined;
  const environments = createEnvironmentStore(bridge);
  const announcements = createAnnouncementStore(after, restOf(window));
  const navigation = createNavigationStore(window);
  const preferences = createPreferenceStore(bridge);
  let isArranged = false;
  const desk = createDeskStore((arrangement) => {
    isArranged = true;
    preferences.getState().change({ desk: arrangement });
  });
  preferences.subscribe((now, before) => {
    // The arrangement of this window is not restored over itself: the kept form leaves out what one case needed.
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
  const stores = {
    bridge,
    /** Main's replies, while a view shows them. */
    queries,
    navigation,
    /** The connection to main. When it is lost, only a new load of the page connects again. */
    connection,
    environments,
    preferences,
    /** The drawer of the console's own sandbox. */
    sandbox: createStore(() => ({ opened: false })),
    actions: createActionStore(),
    announcements,
    openField: createOpenFieldStore(findCallback),
    cases: createCaseListStore(bridge, queries),
    /** Decisions that were refused, as they were entered. */
    decisionDrafts: createStore((): DecisionDrafts => ({})),
    textDrafts: new Map() as TextDrafts,
    /** The dialog that adds cases. */
    adding: createAddingStore(),
    calls: createCallsView(),
    /** The journal in Reports. */
    journal: createJournalView(),
    /** Received callbacks. */
    inbox: createInboxView(),
    /** Test callbacks. */
    sending: createSendDraft(),
    /** The exam of a receiver. */
    exam: createExamDraft(),
    /** The arrangement of the review desk. */
    desk,
    media: createMediaStore(bridge, () => capabilities()?.folderDialog ?? false),
    creation: createCreationDraft(),
    /** An applicant's headless flow. */
    headless: createHeadlessDraft(),
    deletion: createDeletionState(),
    /** The input of a check of a signature. */
    signatures: createInputStore(() => new Date()),
    /** The blurring of pictures and data. */
    blur: createBlurStore(window, { after }),
    ui: {
      mask: createMaskStore(
        window,
        { after },
        () => {
          if (isDataRefused()) {
            return Promise.resolve(false);
          }
          return capabilities()?.unlock
            ? bridge.invoke('application.unlock', {}).then(
                ({ unlocked }) => unlocked,
                () => false,
              )
            : undefined;
        },
        () => {
          const accessMs = (member()?.access?.until ?? Number.POSITIVE_INFINITY) - Date.now();
          return isDataRefused() ? 0 : Math.min((policy()?.maskAfterMinutes ?? 10) * 60_000, accessMs);
        },
      ),
      undo: createUndoStore(),
      announce: announcements.getState().announce,
      /** An id is looked up only in the environment that it comes from. */
      go(route: Route, environmentId?: string) {
        const { go } = navigation.getState();
        const { selected, select } = environments.getState();
        if (environmentId === undefined || selected?.id === environmentId) {
          go(route);
          return;
        }
        void select(environmentId).then(
          () => environments.getState().selected?.id === environmentId && go(route),
        );
      },
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

export const [StoresProvider, useStores] = requiredContext<Stores>('StoresProvider');

/**
 * Leaves everything that belongs to the environment before. It runs inside the change of the
 * selection, before anything is rendered under the new one, so that no id is looked up in an environment it does not come from.
 */
function leaveOnSwitch(stores: Stores): void {
  let before: string | undefined;
  stores.environments.subscribe(({ selected }) => {
    if (selected === undefined || selected.id === before) {
      return;
    }
    const left = before;
    before = selected.id;
    stores.navigation.getState().inEnvironment(selected.id);
    if (left === undefined) {
      return;
    }
    leaveEnvironment(stores.queries, left);
    stores.media.getState().close();
    stores.creation.setState(stores.creation.getInitialState(), true);
    stores.headless.setState(stores.headless.getInitialState(), true);
    stores.deletion.setState(stores.deletion.getInitialState(), true);
    stores.cases.getState().leave();
    stores.decisionDrafts.setState({}, true);
    stores.textDrafts.clear();
    stores.calls.setState(stores.calls.getInitialState(), true);
    stores.journal.setState(stores.journal.getInitialState(), true);
    stores.inbox.setState(stores.inbox.getInitialState(), true);
    leaveSendDraft(stores.sending);
    stores.sandbox.setState({ opened: false });
    stores.adding.getState().end();
    stores.openField.getState().leave();
    stores.ui.mask.getState().mask();
    stores.ui.undo.setState({ last: undefined });
    stores.ui.announce(environmentInWords(selected));
  });
}
