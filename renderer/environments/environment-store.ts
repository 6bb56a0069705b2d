import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type { EnvironmentsView, EnvironmentView } from '../../preload/contract/environments.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';

export interface EnvironmentState {
  environments: readonly EnvironmentView[];
  /** Undefined until the list has been read for the first time. */
  selected: EnvironmentView | undefined;
  failure: FailureView | undefined;
  /** Why the settings file cannot be used, until it is repaired. */
  problem: FailureView | undefined;
  load(): Promise<void>;
  select(environmentId: string): Promise<void>;
  /** Takes the list as main gave it in answer to something else. */
  show(view: EnvironmentsView): void;
  /** Adds an environment that main has saved, if the event for it has not come yet. */
  add(saved: EnvironmentView): void;
}

/** Creates the store of the environments, and which of them is selected; kept up to date by main's events. */
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
      failure: undefined,
      problem: undefined,
      load: () => attempt(async () => stateOf(await bridge.invoke('environments.list', {}))),
      select: (environmentId) =>
        attempt(async () => stateOf(await bridge.invoke('environments.select', { environmentId }))),
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
  return store;
}

function stateOf(view: EnvironmentsView): Pick<EnvironmentState, 'environments' | 'selected' | 'problem'> {
  return {
    environments: view.environments,
    selected: view.environments.find((environment) => environment.id === view.selectedId),
    problem: view.problem,
  };
}
