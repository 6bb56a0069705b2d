import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import type { ExaminedRule, ExamReport, ExamRule } from '../../../../preload/contract/examine.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { type BridgeClient, failureOf } from '../../../bridge/bridge-client.ts';
import { LatestRequest } from '../../../bridge/latest-request.ts';
import { download } from '../../../ui/download.ts';

export interface ExamForm {
  url: string;
  keyId: string | null;
  /** The limit for an answer, in seconds. */
  answerWithin: number;
  /** The largest body, in KiB. */
  maxBody: number;
}

export interface ExamState {
  environmentId: string | undefined;
  rules: readonly ExamRule[];
  form: ExamForm;
  running: boolean;
  /** The rule that is being examined. */
  currentId: string | undefined;
  /** By the rule's id. */
  examined: Readonly<Record<string, ExaminedRule>>;
  report: ExamReport | undefined;
  failure: FailureView | undefined;
  /** The result of saving the report. */
  saved: string | undefined;
  open(environmentId: string): void;
  leave(): void;
  change(change: Partial<ExamForm>): void;
  /** @param confirmedIp the IP of a public address that the user confirmed */
  start(confirmedIp?: string): Promise<void>;
  /** Ends the exam; its results until then stay. */
  end(): void;
  save(as: 'html' | 'json'): Promise<void>;
}

const blank = {
  running: false,
  currentId: undefined,
  examined: {},
  report: undefined,
  failure: undefined,
  saved: undefined,
};

/** Creates the store of the exam of a receiver of one's own. */
export function createExamStore(bridge: BridgeClient): StoreApi<ExamState> {
  const exam = new LatestRequest();
  const saving = new LatestRequest();
  return createStore<ExamState>()((set, get) => ({
    environmentId: undefined,
    rules: [],
    form: { url: 'http://127.0.0.1:8080/callback', keyId: null, answerWithin: 10, maxBody: 256 },
    ...blank,
    open(environmentId) {
      set({ environmentId });
      if (get().rules.length === 0) {
        bridge.invoke('examine.rules', {}).then(
          ({ rules }) => set({ rules }),
          (error: unknown) => set({ failure: failureOf(error) }),
        );
      }
    },
    leave() {
      exam.discard();
      saving.discard();
      const { form } = get();
      set({ ...blank, environmentId: undefined, form: { ...form, keyId: null } });
    },
    change: (change) => set(({ form }) => ({ form: { ...form, ...change } })),
    async start(confirmedIp) {
      const { environmentId, form } = get();
      const { keyId } = form;
      if (environmentId === undefined || keyId === null) {
        return;
      }
      saving.discard();
      set({ ...blank, running: true });
      const request = {
        environmentId,
        ...form,
        keyId,
        ...omitUndefined({ confirmedIp }),
      };
      await exam.run(
        (signal) =>
          bridge.invoke('examine.run', request, {
            signal,
            onProgress({ ruleId, examined }) {
              if (exam.isLatest(signal)) {
                set((state) => ({
                  currentId: ruleId,
                  examined: examined ? { ...state.examined, [ruleId]: examined } : state.examined,
                }));
              }
            },
          }),
        {
          done: (report) =>
            set({
              report,
              running: false,
              currentId: undefined,
              examined: Object.fromEntries(report.rules.map((rule) => [rule.id, rule])),
            }),
          failed: (failure) => set({ failure, running: false, currentId: undefined }),
        },
      );
    },
    end: () => exam.abort(),
    async save(as) {
      const { environmentId } = get();
      if (environmentId === undefined) {
        return;
      }
      set({ saved: undefined });
      await saving.run((signal) => bridge.invoke('examine.save', { environmentId, as }, { signal }), {
        done(result) {
          if (result.kind === 'download') {
            download(result.address, result.fileName);
            set({ saved: `Downloading ${result.fileName}.` });
          } else if (result.kind === 'saved') {
            set({ saved: `Saved as ${result.path}.` });
          }
        },
        failed: (failure) => set({ failure }),
      });
    },
  }));
}
