import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SaveResult } from '../../preload/contract/application.ts';
import type { FailureView } from '../../preload/contract/envelope.ts';
import type {
  CheckStep,
  EnvironmentSettings,
  EnvironmentsView,
  EnvironmentView,
  KeychainState,
} from '../../preload/contract/environments.ts';
import type { OperationOutput } from '../../preload/contract/operations.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';
import { LatestRequest } from '../bridge/latest-request.ts';

/** Where in the room something is done or went wrong: each part shows its own failure beside what caused it. */
export type SettingsPart =
  | 'list'
  | 'form'
  | 'transfer'
  | 'delete'
  | 'api-key'
  | 'signing-keys'
  | 'proxy-login'
  | 'client-certificate'
  | 'keychain'
  | 'check';

/** After these the results of an earlier connection check are out of date. */
const changesConnection: ReadonlySet<SettingsPart> = new Set([
  'form',
  'api-key',
  'proxy-login',
  'client-certificate',
]);

/** The steps of a connection check so far. */
export interface ConnectionCheck {
  environmentId: string;
  steps: readonly CheckStep[];
  state: 'running' | 'passed' | 'failed' | 'stopped';
}

export interface SettingsState {
  /** Undefined until it has been read for the first time. */
  view: EnvironmentsView | undefined;
  keychain: KeychainState | undefined;
  busy: SettingsPart | undefined;
  /** The last failure, with the part it belongs to. */
  failed: { part: SettingsPart; failure: FailureView } | undefined;
  /** What is odd about the secret last saved. */
  warnings: { part: SettingsPart; texts: readonly string[] } | undefined;
  imported: OperationOutput<'environments.import'> | undefined;
  check: ConnectionCheck | undefined;
  load(): Promise<void>;
  /** Forgets failures, warnings and results, and stops a check: another page is opened. */
  settle(): void;
  select(environmentId: string): Promise<void>;
  /** Answers the environment as saved, or undefined when that failed. */
  save(
    environmentId: string | undefined,
    settings: EnvironmentSettings,
  ): Promise<EnvironmentView | undefined>;
  duplicate(environmentId: string): Promise<EnvironmentView | undefined>;
  /** Answers whether it is gone. */
  remove(environmentId: string, leaveSecrets: boolean): Promise<boolean>;
  /** Answers where the file went, or undefined when that failed. */
  exportFile(environmentIds: readonly string[]): Promise<SaveResult | undefined>;
  importText(text: string): Promise<void>;
  /** These answer whether it was done. Secrets pass through and are kept nowhere here. */
  saveApiKey(environmentId: string, login: string, password: string): Promise<boolean>;
  removeApiKey(environmentId: string): Promise<boolean>;
  saveSigningKey(environmentId: string, label: string, key: string): Promise<boolean>;
  removeSigningKey(environmentId: string, keyId: string): Promise<boolean>;
  saveProxyLogin(environmentId: string, login: string, password: string): Promise<boolean>;
  removeProxyLogin(environmentId: string): Promise<boolean>;
  saveClientCertificate(
    environmentId: string,
    files: Uint8Array<ArrayBuffer>[],
    passphrase: string,
  ): Promise<boolean>;
  removeClientCertificate(environmentId: string): Promise<boolean>;
  lookAtKeychain(): Promise<void>;
  sessionOnly(sessionOnly: boolean): Promise<void>;
  startCheck(environmentId: string): Promise<void>;
  stopCheck(): void;
}

export function createSettingsStore(bridge: BridgeClient): StoreApi<SettingsState> {
  const checking = new LatestRequest();

  const store = createStore<SettingsState>()((set, get) => {
    async function attempt<T>(part: SettingsPart, work: () => Promise<T>): Promise<T | undefined> {
      set({ busy: part, failed: undefined, warnings: undefined });
      try {
        const done = await work();
        if (changesConnection.has(part)) {
          checking.abort();
          set({ check: undefined });
        }
        return done;
      } catch (error) {
        set({ failed: { part, failure: failureOf(error) } });
        return undefined;
      } finally {
        if (get().busy === part) {
          set({ busy: undefined });
        }
      }
    }

    /** Main publishes the list by itself; this only makes sure that it is here before the answer is. */
    function keep(saved: EnvironmentView): EnvironmentView {
      const { view } = get();
      if (view && !view.environments.some(({ id }) => id === saved.id)) {
        set({ view: { ...view, environments: [...view.environments, saved] } });
      }
      return saved;
    }

    async function savingSecret(
      part: SettingsPart,
      work: () => Promise<{ warnings: readonly string[] }>,
    ): Promise<boolean> {
      const saved = await attempt(part, work);
      if (saved && saved.warnings.length > 0) {
        set({ warnings: { part, texts: saved.warnings } });
      }
      return saved !== undefined;
    }

    return {
      view: undefined,
      keychain: undefined,
      busy: undefined,
      failed: undefined,
      warnings: undefined,
      imported: undefined,
      check: undefined,
      async load() {
        await attempt('list', async () => set({ view: await bridge.invoke('environments.list', {}) }));
        if (!get().failed) {
          await get().lookAtKeychain();
        }
      },
      settle() {
        get().stopCheck();
        set({ failed: undefined, warnings: undefined, imported: undefined, check: undefined });
      },
      async select(environmentId) {
        await attempt('list', async () =>
          set({ view: await bridge.invoke('environments.select', { environmentId }) }),
        );
      },
      save: (environmentId, settings) =>
        attempt('form', async () =>
          keep(
            await bridge.invoke('environments.save', {
              settings,
              ...(environmentId === undefined ? {} : { environmentId }),
            }),
          ),
        ),
      duplicate: (environmentId) =>
        attempt('list', async () => keep(await bridge.invoke('environments.duplicate', { environmentId }))),
      async remove(environmentId, leaveSecrets) {
        const view = await attempt('delete', () =>
          bridge.invoke('environments.delete', { environmentId, leaveSecrets }),
        );
        if (view) {
          set({ view });
        }
        return view !== undefined;
      },
      exportFile: (environmentIds) =>
        attempt('transfer', () =>
          bridge.invoke('environments.export', { environmentIds: [...environmentIds] }),
        ),
      async importText(text) {
        set({ imported: undefined });
        const imported = await attempt('transfer', () => bridge.invoke('environments.import', { text }));
        if (imported) {
          set({ imported });
        }
      },
      saveApiKey: (environmentId, login, password) =>
        savingSecret('api-key', () =>
          bridge.invoke('credentials.saveApiKey', { environmentId, login, password }),
        ),
      removeApiKey: async (environmentId) =>
        (await attempt('api-key', () => bridge.invoke('credentials.removeApiKey', { environmentId }))) !==
        undefined,
      saveSigningKey: (environmentId, label, key) =>
        savingSecret('signing-keys', () =>
          bridge.invoke('credentials.saveSigningKey', { environmentId, label, key }),
        ),
      removeSigningKey: async (environmentId, keyId) =>
        (await attempt('signing-keys', () =>
          bridge.invoke('credentials.removeSigningKey', { environmentId, keyId }),
        )) !== undefined,
      saveProxyLogin: async (environmentId, login, password) =>
        (await attempt('proxy-login', () =>
          bridge.invoke('credentials.saveProxyLogin', { environmentId, login, password }),
        )) !== undefined,
      removeProxyLogin: async (environmentId) =>
        (await attempt('proxy-login', () =>
          bridge.invoke('credentials.removeProxyLogin', { environmentId }),
        )) !== undefined,
      saveClientCertificate: (environmentId, files, passphrase) =>
        savingSecret('client-certificate', () =>
          bridge.invoke('credentials.saveClientCertificate', { environmentId, files, passphrase }),
        ),
      removeClientCertificate: async (environmentId) =>
        (await attempt('client-certificate', () =>
          bridge.invoke('credentials.removeClientCertificate', { environmentId }),
        )) !== undefined,
      async lookAtKeychain() {
        await attempt('keychain', async () => set({ keychain: await bridge.invoke('keychain.state', {}) }));
      },
      async sessionOnly(sessionOnly) {
        await attempt('keychain', async () =>
          set({ keychain: await bridge.invoke('keychain.sessionOnly', { sessionOnly }) }),
        );
      },
      async startCheck(environmentId) {
        const signal = checking.begin();
        const show = (change: Partial<ConnectionCheck>) => {
          const { check } = get();
          if (checking.isLatest(signal) && check) {
            set({ check: { ...check, ...change } });
          }
        };
        set({ check: { environmentId, steps: [], state: 'running' } });
        await attempt('check', async () => {
          try {
            const { steps, passed } = await bridge.invoke(
              'connection.check',
              { environmentId },
              {
                signal,
                onProgress: (step) => show({ steps: withStep(get().check?.steps ?? [], step) }),
              },
            );
            show({ steps, state: passed ? 'passed' : 'failed' });
          } catch (error) {
            show({ state: signal.aborted ? 'stopped' : 'failed' });
            if (!signal.aborted) {
              throw error;
            }
          }
        });
      },
      stopCheck() {
        checking.abort();
      },
    };
  });

  bridge.on('environments.changed', (view) => store.setState({ view }));
  bridge.on('keychain.changed', (keychain) => store.setState({ keychain }));
  return store;
}

/** A step is reported when it begins and again when it ends: the later word takes the place of the earlier. */
export function withStep(steps: readonly CheckStep[], step: CheckStep): readonly CheckStep[] {
  const at = steps.findIndex((known) => known.step === step.step);
  return at === -1 ? [...steps, step] : steps.with(at, step);
}
