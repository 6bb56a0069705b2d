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
  failure: FailureView | undefined;
  /** Why the settings file cannot be used, until it is mended. */
  problem: FailureView | undefined;
  load(): Promise<void>;
  select(environmentId: string): Promise<void>;
  /** Looks at the secret store afresh. */
  checkKeychain(): Promise<void>;
  sessionOnly(sessionOnly: boolean): Promise<void>;
}

/** The environments, which of them is at work, and the secret store; kept true by main's own events. */
export function createEnvironmentStore(bridge: BridgeClient): StoreApi<EnvironmentState> {
  const store = createStore<EnvironmentState>()((set) => {
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
      failure: undefined,
      problem: undefined,
      load: () => attempt(async () => chosen(await bridge.invoke('environments.list', {}))),
      select: (environmentId) =>
        attempt(async () => chosen(await bridge.invoke('environments.select', { environmentId }))),
      checkKeychain: () => attempt(async () => ({ keychain: await bridge.invoke('keychain.state', {}) })),
      sessionOnly: (sessionOnly) =>
        attempt(async () => ({ keychain: await bridge.invoke('keychain.sessionOnly', { sessionOnly }) })),
    };
  });
  bridge.on('environments.changed', (view) => store.setState(chosen(view)));
  bridge.on('keychain.changed', (keychain) => store.setState({ keychain }));
  return store;
}

function chosen(view: EnvironmentsView): Pick<EnvironmentState, 'environments' | 'selected' | 'problem'> {
  return {
    environments: view.environments,
    selected: view.environments.find((environment) => environment.id === view.selectedId),
    problem: view.problem,
  };
}
