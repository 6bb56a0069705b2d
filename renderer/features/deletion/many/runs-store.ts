import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DeletionMode, DeletionReason } from '../../../../preload/contract/deletion.ts';
import type {
  DeletionDraft,
  DeletionRun,
  PlanOptions,
  PreviewGroup,
  PreviewRow,
  RunPace,
} from '../../../../preload/contract/deletion-runs.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { OperationInput } from '../../../../preload/contract/operations.ts';
import type { ListReport } from '../../../../preload/contract/reading.ts';
import { type BridgeClient, failureOf } from '../../../bridge/bridge-client.ts';
import { LatestRequest } from '../../../bridge/latest-request.ts';
import { startDownload } from '../../../ui/download.ts';

export type DeletionSection = 'one' | 'many' | 'due' | 'requests' | 'register';
type From = OperationInput<'deletionRuns.prepare'>['from'];

export interface RunsState {
  section: DeletionSection;
  /** The runs of all environments, the newest first. */
  runs: readonly DeletionRun[];
  drafts: readonly DeletionDraft[];
  mode: DeletionMode;
  text: string;
  fileName: string | undefined;
  list: { listId: string; report: ListReport } | undefined;
  /** The preview that is shown. */
  draftId: string | undefined;
  group: PreviewGroup | undefined;
  /** Rows of the shown preview and group, by their index. */
  rows: ReadonlyMap<number, PreviewRow>;
  rowCount: number;
  busy: 'list' | 'preview' | 'starting' | undefined;
  failure: FailureView | undefined;
  load(): Promise<void>;
  show(section: DeletionSection): void;
  setMode(mode: DeletionMode): void;
  setText(environmentId: string, text: string): void;
  readFile(environmentId: string, file: File): Promise<void>;
  /** Begins a preview of the list that was read, or of cases chosen elsewhere, and shows it. */
  prepare(environmentId: string, from?: From): Promise<void>;
  /** Begins a preview of one monitored conversation: AML monitoring is ended, then its data is deleted. */
  prepareEndingMonitoring(environmentId: string, conversationId: string): Promise<void>;
  setGroup(group: PreviewGroup | undefined): void;
  /** Loads missing rows around an index. */
  need(index: number): void;
  /** Loads the rows that are shown again. */
  refreshRows(): void;
  choose(change: Choice): Promise<void>;
  discard(): Promise<void>;
  start(given: {
    count: string;
    environmentName: string | undefined;
    reason: DeletionReason;
    ticket: string | undefined;
    earlyReason: string | undefined;
    pace: RunPace;
  }): Promise<void>;
  control(
    runId: string,
    action: 'takeBack' | 'pause' | 'resume' | 'cancel' | 'stopReading' | 'dismiss',
  ): Promise<void>;
  setPace(runId: string, pace: RunPace): Promise<void>;
  report(runId: string, format: 'csv' | 'json' | 'pdf'): Promise<void>;
  /** Called when another environment is selected. */
  leave(): void;
}

type Choice =
  | { group: PreviewGroup; included: boolean }
  | { ids: string[]; included: boolean }
  | { options: PlanOptions }
  | { mode: DeletionMode }
  | { reading: 'pause' | 'resume' | 'again' };

const typingPauseMs = 250;
const pageSize = 100;

/** Returns the draft that is shown, as far as main still has it. */
export function draftOf({ drafts, draftId }: Pick<RunsState, 'drafts' | 'draftId'>) {
  return drafts.find((draft) => draft.draftId === draftId);
}

export function createRunsStore(bridge: BridgeClient): StoreApi<RunsState> {
  const latest = new LatestRequest();
  let typing: ReturnType<typeof setTimeout> | undefined;
  /** Pages requested for the rows now shown. */
  let asked = new Set<number>();
  const empty = {
    text: '',
    fileName: undefined,
    list: undefined,
    draftId: undefined,
    group: undefined,
    rows: new Map<number, PreviewRow>(),
    rowCount: 0,
    busy: undefined,
    failure: undefined,
  };

  const store = createStore<RunsState>()((set, get) => {
    const readList = (environmentId: string, source: string | Uint8Array) =>
      latest.run((signal) => bridge.invoke('reading.readList', { environmentId, source }, { signal }), {
        done: (list) => set({ list, busy: undefined }),
        failed: (failure) => set({ failure, busy: undefined }),
      });
    const attempt = async (act: () => Promise<unknown>) => {
      set({ failure: undefined });
      try {
        await act();
      } catch (error) {
        set({ failure: failureOf(error), busy: undefined });
      }
    };
    const keep = (draft: DeletionDraft) => {
      const { drafts } = get();
      const isKnown = drafts.some(({ draftId }) => draftId === draft.draftId);
      set({
        drafts: isKnown
          ? drafts.map((one) => (one.draftId === draft.draftId ? draft : one))
          : [...drafts, draft],
      });
    };
    const loadPage = async (page: number) => {
      const draft = draftOf(get());
      const { group } = get();
      if (draft === undefined) {
        return;
      }
      const { draftId, environmentId } = draft;
      const input = { environmentId, draftId, from: page * pageSize, count: pageSize };
      try {
        const { rows, total } = await bridge.invoke('deletionRuns.rows', {
          ...input,
          ...omitUndefined({ group }),
        });
        if (get().draftId !== draftId || get().group !== group) {
          return;
        }
        const all = new Map(get().rows);
        for (let index = 0; index < pageSize; index++) {
          const row = rows[index];
          if (row === undefined) {
            all.delete(page * pageSize + index);
          } else {
            all.set(page * pageSize + index, row);
          }
        }
        set({ rows: all, rowCount: total });
      } catch (error) {
        set({ failure: failureOf(error) });
      }
    };
    /** Keeps the shown rows until the new ones are loaded, so that the layout does not move. */
    const reload = () => {
      const pages = [...asked].slice(-3);
      asked = new Set(pages.length === 0 ? [0] : pages);
      for (const page of asked) {
        void loadPage(page);
      }
    };
    return {
      section: 'one',
      runs: [],
      drafts: [],
      mode: 'EXPIRE',
      ...empty,
      async load() {
        await attempt(async () => set(await bridge.invoke('deletionRuns.list', {})));
      },
      show: (section) => set({ section }),
      setMode: (mode) => set({ mode }),
      setText(environmentId, text) {
        clearTimeout(typing);
        latest.discard();
        set({ text, fileName: undefined, list: undefined, failure: undefined, busy: undefined });
        if (text.trim() !== '') {
          set({ busy: 'list' });
          typing = setTimeout(() => void readList(environmentId, text), typingPauseMs);
        }
      },
      async readFile(environmentId, file) {
        clearTimeout(typing);
        set({ text: '', fileName: file.name, list: undefined, failure: undefined, busy: 'list' });
        await attempt(async () => readList(environmentId, new Uint8Array(await file.arrayBuffer())));
      },
      async prepare(environmentId, from) {
        const { list, mode } = get();
        const source = from ?? (list === undefined ? undefined : { listId: list.listId });
        if (source === undefined) {
          return;
        }
        set({ ...empty, section: 'many', busy: 'preview' });
        await attempt(async () => {
          const draft = await bridge.invoke('deletionRuns.prepare', { environmentId, mode, from: source });
          keep(draft);
          set({ draftId: draft.draftId, busy: undefined });
          reload();
        });
      },
      async prepareEndingMonitoring(environmentId, conversationId) {
        set({ mode: 'DELETE_DATA' });
        await get().prepare(environmentId, { ids: [conversationId] });
        await get().choose({ options: { expireFirst: false, endMonitoring: true } });
      },
      setGroup(group) {
        asked = new Set();
        set({ group, rows: new Map(), rowCount: 0 });
        reload();
      },
      need(index) {
        const page = Math.floor(index / pageSize);
        if (!asked.has(page)) {
          asked.add(page);
          void loadPage(page);
        }
      },
      refreshRows: reload,
      async choose(change) {
        const draft = draftOf(get());
        if (draft === undefined) {
          return;
        }
        const { environmentId, draftId } = draft;
        await attempt(async () => {
          keep(await bridge.invoke('deletionRuns.choose', { environmentId, draftId, change }));
          reload();
        });
      },
      async discard() {
        const draft = draftOf(get());
        set(empty);
        if (draft !== undefined) {
          const { environmentId, draftId } = draft;
          await attempt(() => bridge.invoke('deletionRuns.discard', { environmentId, draftId }));
        }
      },
      async start({ environmentName, ticket, earlyReason, ...given }) {
        const draft = draftOf(get());
        if (draft === undefined || get().busy === 'starting') {
          return;
        }
        const { environmentId, draftId } = draft;
        set({ busy: 'starting' });
        await attempt(async () => {
          const run = await bridge.invoke('deletionRuns.start', {
            environmentId,
            draftId,
            ...given,
            ...omitUndefined({ environmentName, ticket, earlyReason }),
          });
          set({ ...empty, runs: [run, ...get().runs.filter(({ runId }) => runId !== run.runId)] });
        });
      },
      control: (runId, action) =>
        attempt(async () => {
          await bridge.invoke('deletionRuns.control', { runId, action });
          set(await bridge.invoke('deletionRuns.list', {}));
        }),
      setPace: (runId, pace) => attempt(() => bridge.invoke('deletionRuns.setPace', { runId, pace })),
      report: (runId, format) =>
        attempt(async () => {
          const result = await bridge.invoke('deletionRuns.report', { runId, format });
          startDownload(result);
        }),
      leave() {
        clearTimeout(typing);
        latest.discard();
        set(empty);
      },
    };
  });
  bridge.on('deletionRuns.changed', (state) => {
    const before = draftOf(store.getState());
    store.setState(state);
    const now = draftOf(store.getState());
    if (now !== undefined && before?.read !== now.read) {
      store.getState().refreshRows();
    }
  });
  return store;
}
