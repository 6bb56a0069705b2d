import type { QueryClient } from '@tanstack/react-query';
import type { StoreApi } from 'zustand/vanilla';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { environmentKindLabels } from '../../preload/wording/environment-kinds.ts';
import { leaveEnvironment } from '../bridge/query-client.ts';
import type { EnvironmentState } from '../environments/environment-store.ts';
import { leaveSendDraft, type SendDraft } from '../features/callbacks/send-draft.ts';
import type { InboxView } from '../features/callbacks/use-inbox.ts';
import type { CallsView } from '../features/calls/use-calls.ts';
import type { AddingState } from '../features/cases/adding/adding-store.ts';
import type { CaseListState } from '../features/cases/case-list-store.ts';

import type { OpenFieldState } from '../features/conversations/open-field-store.ts';
import type { CreationDraft } from '../features/creation/draft.ts';
import type { DeletionState } from '../features/deletion/deletion-state.ts';
import type { HeadlessDraft } from '../features/headless/draft.ts';
import type { MediaState } from '../features/media/media-state.ts';
import type { NavigationState } from '../navigation.ts';
import type { UiServices } from '../ui/services.tsx';

/** The stores that hold what belongs to one environment. */
interface EnvironmentBoundStores {
  queries: QueryClient;
  environments: StoreApi<EnvironmentState>;
  navigation: StoreApi<NavigationState>;
  media: StoreApi<MediaState>;
  creation: StoreApi<CreationDraft>;
  headless: StoreApi<HeadlessDraft>;
  deletion: StoreApi<DeletionState>;
  cases: StoreApi<CaseListState>;
  calls: StoreApi<CallsView>;
  inbox: StoreApi<InboxView>;
  sending: StoreApi<SendDraft>;
  adding: StoreApi<AddingState>;
  openField: StoreApi<OpenFieldState>;
  sandbox: StoreApi<{ opened: boolean }>;
  ui: Pick<UiServices, 'mask' | 'announce' | 'undo'>;
}

/**
 * Leaves everything that belongs to the environment before. It runs inside the change of the
 * selection, before anything is rendered under the new one, so that no id is looked up in an environment it does not come from.
 */
export function leaveOnSwitch(stores: EnvironmentBoundStores): void {
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
    stores.calls.setState(stores.calls.getInitialState(), true);
    stores.inbox.setState(stores.inbox.getInitialState(), true);
    leaveSendDraft(stores.sending);
    stores.sandbox.setState({ opened: false });
    stores.adding.getState().end();
    stores.openField.getState().leave();
    stores.ui.mask.getState().mask();
    stores.ui.undo.setState({ last: undefined });
    const { name, kind } = selected.settings;
    // The kind comes first: it is what must be known before anything is done.
    stores.ui.announce(`${environmentKindLabels[kind]} environment: ${visibleText(name)}`);
  });
}
