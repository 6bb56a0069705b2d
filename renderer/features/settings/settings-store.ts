import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SaveResult } from '../../../preload/contract/application.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type {
  CheckStep,
  EnvironmentSettings,
  EnvironmentView,
} from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import type { SecretInput, SecretKind } from '../../../preload/contract/secrets.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';
import type { EnvironmentState } from '../../environments/environment-store.ts';
import { createRecordsStore, type RecordsState } from './records-store.ts';

/** The part of the page that is busy or has failed: each shows its own failure beside its cause. */
export type SettingsPart = 'list' | 'form' | 'transfer' | 'delete' | SecretKind | 'check';

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
  state: 'running' | 'passed' | 'failed' | 'unknown' | 'stopped';
}

export interface SettingsState {
  /** The environments and the secret store, which the whole window shares. */
  environments: StoreApi<EnvironmentState>;
  /** The list of cases and the journal. */
  records: StoreApi<RecordsState>;
  busy: SettingsPart | undefined;
  /** The last failure, with the part it belongs to. */
  failed: { part: SettingsPart; failure: FailureView } | undefined;
  /** Warnings about the secret last saved. */
  warnings: { part: SettingsPart; texts: readonly string[] } | undefined;
  imported: OperationOutput<'environments.import'> | undefined;
  check: ConnectionCheck | undefined;
  /** Drops failures, warnings and results, and stops a check, when another page is opened. */
  settle(): void;
  /** Returns the environment as saved, or undefined when that failed. */
  save(
    environmentId: string | undefined,
    settings: EnvironmentSettings,
  ): Promise<EnvironmentView | undefined>;
  duplicate(environmentId: string): Promise<EnvironmentView | undefined>;
  /** Returns whether it was deleted. */
  remove(environmentId: string, leaveSecrets: boolean): Promise<boolean>;
  /** Returns where the file was saved, or undefined when that failed. */
  exportFile(environmentIds: readonly string[]): Promise<SaveResult | undefined>;
  importText(text: string): Promise<void>;
  /** These return whether it was done. Secrets are passed on and never kept here. */
  saveSecret(environmentId: string, secret: SecretInput): Promise<boolean>;
  /** @param id of the signing key */
  removeSecret(environmentId: string, kind: SecretKind, id?: string): Promise<boolean>;
  /** @param knownId a conversation that exists */
  startCheck(environmentId: string, knownId?: string): Promise<void>;
  stopCheck(): void;
}

export function createSettingsStore(
  bridge: BridgeClient,
  environments: StoreApi<EnvironmentState>,
): StoreApi<SettingsState> {
  const checking = new LatestRequest();

  return createStore<SettingsState>()((set, get) => {
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

    /** Main publishes the list as well; this makes sure that the environment is in it before the caller goes on. */
    function added(saved: EnvironmentView): EnvironmentView {
      environments.getState().add(saved);
      return saved;
    }

    return {
      environments,
      records: createRecordsStore(bridge),
      busy: undefined,
      failed: undefined,
      warnings: undefined,
      imported: undefined,
      check: undefined,
      settle() {
        get().stopCheck();
        set({ failed: undefined, warnings: undefined, imported: undefined, check: undefined });
      },
      save: (environmentId, settings) =>
        attempt('form', async () =>
          added(
            await bridge.invoke('environments.save', {
              settings,
              ...omitUndefined({ environmentId }),
            }),
          ),
        ),
      duplicate: (environmentId) =>
        attempt('list', async () => added(await bridge.invoke('environments.duplicate', { environmentId }))),
      async remove(environmentId, leaveSecrets) {
        const view = await attempt('delete', () =>
          bridge.invoke('environments.delete', { environmentId, leaveSecrets }),
        );
        if (view) {
          environments.getState().show(view);
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
      async saveSecret(environmentId, secret) {
        const { kind } = secret;
        const saved = await attempt(kind, () =>
          bridge.invoke('credentials.save', { environmentId, ...secret }),
        );
        if (saved && saved.warnings.length > 0) {
          set({ warnings: { part: kind, texts: saved.warnings } });
        }
        return saved !== undefined;
      },
      async removeSecret(environmentId, kind, id) {
        const input = { environmentId, kind, ...omitUndefined({ id }) };
        return (await attempt(kind, () => bridge.invoke('credentials.remove', input))) !== undefined;
      },
      async startCheck(environmentId, knownId) {
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
              { environmentId, ...omitUndefined({ knownId }) },
              {
                signal,
                onProgress: (step) => show({ steps: withStep(get().check?.steps ?? [], step) }),
              },
            );
            const isUnknown = steps.some(({ state }) => state === 'unknown');
            show({ steps, state: passed ? 'passed' : isUnknown ? 'unknown' : 'failed' });
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
}

/** Adds a step, which is reported when it begins and again when it ends: the later report replaces the earlier one. */
export function withStep(steps: readonly CheckStep[], step: CheckStep): readonly CheckStep[] {
  const at = steps.findIndex((known) => known.step === step.step);
  return at === -1 ? [...steps, step] : steps.with(at, step);
}
