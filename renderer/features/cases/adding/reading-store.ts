import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import type {
  FailedReading,
  ListReport,
  ReadingPace,
  ReadingRun,
} from '../../../../preload/contract/reading.ts';
import { type BridgeClient, failureOf } from '../../../bridge/bridge-client.ts';
import { LatestRequest } from '../../../bridge/latest-request.ts';

/** A parsed list whose run has not started yet. */
export interface ReadList {
  environmentId: string;
  listId: string;
  report: ListReport;
}

export interface ReadingState {
  /** The runs of all environments. */
  runs: readonly ReadingRun[];
  /** True while the dialog is open. */
  isAdding: boolean;
  text: string;
  fileName: string | undefined;
  list: ReadList | undefined;
  pace: ReadingPace;
  busy: 'reading' | 'starting' | undefined;
  failure: FailureView | undefined;
  /** The failed readings of the current environment; undefined until requested. */
  failed: readonly FailedReading[] | undefined;
  load(): Promise<void>;
  /** Opens the dialog, filled with text that was pasted elsewhere. */
  beginAdding(environmentId: string, text?: string): void;
  endAdding(): void;
  setText(environmentId: string, text: string): void;
  readFile(environmentId: string, file: File): Promise<void>;
  setPace(pace: ReadingPace): void;
  start(environmentId: string): Promise<void>;
  /** Reads listed cases again. */
  refresh(
    environmentId: string,
    selection: { ids: string[] } | { resultId: string; except: string[] },
  ): Promise<void>;
  control(environmentId: string, action: 'pause' | 'resume' | 'stop' | 'retry'): void;
  changePace(environmentId: string, pace: ReadingPace): void;
  showFailed(environmentId: string): void;
  hideFailed(): void;
  /** Called when another environment is selected. */
  leave(): void;
}

/** Milliseconds after the last keystroke before a text is parsed. */
const typingPause = 250;

export function createReadingStore(bridge: BridgeClient): StoreApi<ReadingState> {
  const latest = new LatestRequest();
  let typing: ReturnType<typeof setTimeout> | undefined;
  const empty = {
    isAdding: false,
    text: '',
    fileName: undefined,
    list: undefined,
    busy: undefined,
    failure: undefined,
  } as const;

  const store = createStore<ReadingState>()((set, get) => {
    const read = (environmentId: string, source: string | Uint8Array) =>
      latest.run(
        (signal) => {
          set({ busy: 'reading', failure: undefined });
          return bridge.invoke('reading.readList', { environmentId, source }, { signal });
        },
        {
          done: ({ listId, report }) => set({ list: { environmentId, listId, report }, busy: undefined }),
          failed: (failure) => set({ failure, busy: undefined }),
        },
      );
    const report = (work: Promise<unknown>) => {
      work.catch((error: unknown) => set({ failure: failureOf(error) }));
    };
    return {
      ...empty,
      runs: [],
      pace: { concurrency: 4 },
      failed: undefined,
      async load() {
        try {
          set(await bridge.invoke('reading.runs', {}));
        } catch (error) {
          set({ failure: failureOf(error) });
        }
      },
      beginAdding(environmentId, text) {
        set({ ...empty, isAdding: true });
        if (text !== undefined) {
          get().setText(environmentId, text);
        }
      },
      endAdding() {
        clearTimeout(typing);
        latest.discard();
        set(empty);
      },
      setText(environmentId, text) {
        clearTimeout(typing);
        latest.discard();
        set({ text, fileName: undefined, list: undefined, failure: undefined, busy: undefined });
        if (text.trim() !== '') {
          set({ busy: 'reading' });
          typing = setTimeout(() => void read(environmentId, text), typingPause);
        }
      },
      async readFile(environmentId, file) {
        clearTimeout(typing);
        set({ text: '', fileName: file.name, list: undefined, failure: undefined, busy: 'reading' });
        try {
          const bytes = new Uint8Array(await file.arrayBuffer());
          if (get().fileName === file.name) {
            await read(environmentId, bytes);
          }
        } catch (error) {
          set({ failure: failureOf(error), busy: undefined });
        }
      },
      setPace: (pace) => set({ pace }),
      async start(environmentId) {
        const { list, pace } = get();
        if (list === undefined || list.environmentId !== environmentId) {
          return;
        }
        set({ busy: 'starting', failure: undefined });
        try {
          await bridge.invoke('reading.start', { environmentId, from: { listId: list.listId }, pace });
          get().endAdding();
        } catch (error) {
          set({ failure: failureOf(error), busy: undefined });
        }
      },
      async refresh(environmentId, selection) {
        const { pace } = get();
        try {
          await bridge.invoke('reading.start', { environmentId, from: { selection }, pace });
        } catch (error) {
          set({ failure: failureOf(error) });
        }
      },
      control(environmentId, action) {
        set({ failure: undefined, ...(action === 'retry' ? { failed: undefined } : {}) });
        report(bridge.invoke('reading.control', { environmentId, action }));
      },
      changePace: (environmentId, pace) => report(bridge.invoke('reading.setPace', { environmentId, pace })),
      showFailed(environmentId) {
        bridge
          .invoke('reading.failed', { environmentId, from: 0, count: 500 })
          .then(({ failed }) => set({ failed }))
          .catch((error: unknown) => set({ failure: failureOf(error) }));
      },
      hideFailed: () => set({ failed: undefined }),
      leave() {
        get().endAdding();
        set({ failed: undefined });
      },
    };
  });
  bridge.on('reading.changed', ({ runs }) => store.setState({ runs }));
  return store;
}

export function runOf(runs: readonly ReadingRun[], environmentId: string): ReadingRun | undefined {
  return runs.find((run) => run.environmentId === environmentId);
}
