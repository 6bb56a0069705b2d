import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SaveResult } from '../../../preload/contract/application.ts';
import type { OwnReason, RetentionPeriods } from '../../../preload/contract/cases.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { JournalReport } from '../../../preload/contract/journal.ts';
import type { OperationOutput } from '../../../preload/contract/operations.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';

/** The built-in environment: requests that belong to no environment use its id. */
const anyEnvironment = { environmentId: 'sandbox' };

export type RecordsPart = 'retention' | 'reasons' | 'copies' | 'journal' | 'public-keys' | 'files';

/** The list of cases and the journal in Settings. */
export interface RecordsState {
  busy: RecordsPart | undefined;
  /** The last failure, with the part it belongs to. */
  failed: { part: RecordsPart; failure: FailureView } | undefined;
  reasons: readonly OwnReason[] | undefined;
  files: OperationOutput<'cases.files'> | undefined;
  /** The result of the last check of the journal. */
  report: JournalReport | undefined;
  load(): Promise<void>;
  /** Returns how long an environment keeps its cases; undefined when that cannot be read. */
  retention(environmentId: string): Promise<RetentionPeriods | undefined>;
  previewRetention(
    environmentId: string,
    retentionDays: number,
    decisionDays: number | null,
  ): Promise<OperationOutput<'cases.retentionPreview'> | undefined>;
  /** These return whether it was done. */
  saveRetention(environmentId: string, retention: RetentionPeriods): Promise<boolean>;
  saveReasons(reasons: readonly OwnReason[]): Promise<boolean>;
  restore(name: string): Promise<boolean>;
  verify(): Promise<boolean>;
  /** Records that the user knows the findings of the last check, and checks again. */
  confirmJournal(): Promise<boolean>;
  exportJournal(format: 'jsonl' | 'csv'): Promise<SaveResult | undefined>;
  exportPublicKeys(): Promise<SaveResult | undefined>;
}

export function createRecordsStore(bridge: BridgeClient): StoreApi<RecordsState> {
  return createStore<RecordsState>()((set, get) => {
    async function attempt<T>(part: RecordsPart, work: () => Promise<T>): Promise<T | undefined> {
      set({ busy: part, failed: undefined });
      try {
        return await work();
      } catch (error) {
        set({ failed: { part, failure: failureOf(error) } });
        return undefined;
      } finally {
        if (get().busy === part) {
          set({ busy: undefined });
        }
      }
    }
    const done = async (part: RecordsPart, work: () => Promise<void>) =>
      (await attempt(part, async () => {
        await work();
        return true;
      })) === true;
    const loadFiles = async () => set({ files: await bridge.invoke('cases.files', {}) });

    return {
      busy: undefined,
      failed: undefined,
      reasons: undefined,
      files: undefined,
      report: undefined,
      async load() {
        await attempt('files', async () => {
          set({ reasons: (await bridge.invoke('cases.settings', anyEnvironment)).reasons });
          await loadFiles();
        });
      },
      retention: (environmentId) =>
        attempt('retention', async () => {
          const { retentionDays, decisionDays } = await bridge.invoke('cases.settings', { environmentId });
          return { retentionDays, decisionDays };
        }),
      previewRetention: (environmentId, retentionDays, decisionDays) =>
        attempt('retention', () =>
          bridge.invoke('cases.retentionPreview', { environmentId, retentionDays, decisionDays }),
        ),
      saveRetention: (environmentId, retention) =>
        done('retention', async () => {
          await bridge.invoke('cases.saveSettings', { environmentId, retention });
        }),
      saveReasons: (reasons) =>
        done('reasons', async () => {
          const input = { ...anyEnvironment, reasons: [...reasons] };
          set({ reasons: (await bridge.invoke('cases.saveSettings', input)).reasons });
        }),
      restore: (name) =>
        done('copies', async () => {
          await bridge.invoke('cases.restore', { name });
          // The copy has its own reasons.
          set({ reasons: (await bridge.invoke('cases.settings', anyEnvironment)).reasons });
          await loadFiles();
        }),
      async verify() {
        set({ report: undefined });
        const report = await attempt('journal', () => bridge.invoke('journal.verify', {}));
        set({ report });
        return report !== undefined;
      },
      async confirmJournal() {
        const { report } = get();
        const isDone =
          report !== undefined &&
          (await done('journal', async () => {
            await bridge.invoke('journal.confirm', { seq: report.head?.seq ?? 0 });
          }));
        return isDone && get().verify();
      },
      exportJournal: (format) => attempt('journal', () => bridge.invoke('journal.export', { format })),
      exportPublicKeys: () => attempt('public-keys', () => bridge.invoke('consoleKey.export', {})),
    };
  });
}
