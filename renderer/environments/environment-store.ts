import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type {
  EnvironmentsView,
  EnvironmentView,
  KeychainState,
} from '../../preload/contract/environments.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';

export interface EnvironmentState {
  environments: readonly EnvironmentView[];
  /** Undefined until the list has been read for the first time. */
  selected: EnvironmentView | undefined;
  keychain: KeychainState | undefined;
  isCheckingKeychain: boolean;
  failure: FailureView | undefined;
  /** Why the settings file cannot be used, until it is repaired. */
  problem: FailureView | undefined;
  load(): Promise<void>;
  select(environmentId: string): Promise<void>;
  loadKeychain(): Promise<void>;
  /** Asks the keychain again. */
  checkKeychain(): Promise<void>;
  /** Stops waiting for its password window. */
  cancelKeychain(): Promise<void>;
  /** Sets whether new secrets are kept in memory only. */
  sessionOnly(sessionOnly: boolean): Promise<void>;
  /** Takes the list as main gave it in answer to something else. */
  show(view: EnvironmentsView): void;
  /** Adds an environment that main has saved, if the event for it has not come yet. */
  add(saved: EnvironmentView): void;
}

/** Creates the store of the environments, which of them is selected, and the secret store; kept up to date by main's events. */
export function createEnvironmentStore(bridge: BridgeClient): StoreApi<EnvironmentState> {
  const store = createStore<EnvironmentState>()((set, get) => {
    const attempt = async (work: () => Promise<Partial<EnvironmentState>>) => {
      try {
        set({ ...(await work()), failure: undefined });
      } catch (error) {
        set({ failure: failureOf(error) });
      }
    };
    return {
      environments: [],
      selected: undefined,
      keychain: undefined,
      isCheckingKeychain: false,
      failure: undefined,
      problem: undefined,
      load: () => attempt(async () => stateOf(await bridge.invoke('environments.list', {}))),
      select: (environmentId) =>
        attempt(async () => stateOf(await bridge.invoke('environments.select', { environmentId }))),
      loadKeychain: () => attempt(async () => ({ keychain: await bridge.invoke('keychain.state', {}) })),
      async checkKeychain() {
        set({ isCheckingKeychain: true });
        await attempt(async () => ({ keychain: await bridge.invoke('keychain.check', {}) }));
        set({ isCheckingKeychain: false });
      },
      cancelKeychain: () => attempt(async () => bridge.invoke('keychain.cancel', {})),
      sessionOnly: (sessionOnly) =>
        attempt(async () => ({ keychain: await bridge.invoke('keychain.sessionOnly', { sessionOnly }) })),
      show: (view) => set(stateOf(view)),
      add(saved) {
        const { environments } = get();
        if (!environments.some(({ id }) => id === saved.id)) {
          set({ environments: [...environments, saved] });
        }
      },
    };
  });
  bridge.on('environments.changed', (view) => store.getState().show(view));
  bridge.on('keychain.changed', (keychain) => store.setState({ keychain }));
  return store;
}

function stateOf(view: EnvironmentsView): Pick<EnvironmentState, 'environments' | 'selected' | 'problem'> {
  return {
    environments: view.environments,
    selected: view.environments.find((environment) => environment.id === view.selectedId),
    problem: view.problem,
  };
}
