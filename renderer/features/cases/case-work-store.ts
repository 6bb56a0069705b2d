import { createStore, type StoreApi } from 'zustand/vanilla';
import type {
  CaseFilter,
  CaseSelection,
  CaseSort,
  CaseState,
  CaseView,
  DecisionKind,
  OwnReason,
} from '../../../preload/contract/cases.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';
import { download } from '../../ui/download.ts';
import { listViews } from './case-views.ts';
import { filterInput } from './query-line.ts';

/** Filters counted per request. */
const countedAtOnce = 20;

export interface NewDecision {
  kind: DecisionKind;
  reason?: string;
  comment?: string;
}

export interface Withdrawal {
  withdrawn: true;
  /** Why the decision is withdrawn. */
  comment: string;
}

export interface NewView {
  id?: string;
  name: string;
  line: string;
  filter: CaseFilter;
  sort: CaseSort;
}

export interface CaseWorkState {
  environmentId: string | undefined;
  /** Labels in use, by name. */
  labels: readonly string[];
  views: readonly CaseView[];
  /** The number of cases per view id. */
  counts: ReadonlyMap<string, number>;
  reasons: readonly OwnReason[];
  /** True while an entry is being saved. */
  busy: boolean;
  failure: FailureView | undefined;
  /** Loads labels, views and reasons. */
  load(environmentId: string): Promise<void>;
  /** These methods record something about the selected cases in this console only. They resolve to true when it is on disk. */
  decide(selection: CaseSelection, decision: NewDecision | Withdrawal): Promise<boolean>;
  note(selection: CaseSelection, text: string): Promise<boolean>;
  label(selection: CaseSelection, change: { add?: string[]; remove?: string[] }): Promise<boolean>;
  setState(selection: CaseSelection, state: CaseState): Promise<boolean>;
  watch(selection: CaseSelection, watched: boolean): Promise<boolean>;
  forget(selection: CaseSelection): Promise<boolean>;
  /** Resolves to a message for the user; undefined if nothing was saved. */
  export(
    selection: CaseSelection,
    format: 'csv' | 'json',
    withUserKeys: boolean,
  ): Promise<string | undefined>;
  saveView(view: NewView): Promise<boolean>;
  deleteView(viewId: string): Promise<boolean>;
  dismissFailure(): void;
  leave(): void;
}

/** Decisions, notes, labels and states of cases, and the user's views and reasons. None of it is sent to the service. */
export function createCaseWorkStore(bridge: BridgeClient): StoreApi<CaseWorkState> {
  const loading = new LatestRequest();
  const counting = new LatestRequest();
  return createStore<CaseWorkState>()((set, get) => {
    const empty = { labels: [], views: [], counts: new Map(), reasons: [], busy: false, failure: undefined };

    /** Saves an entry in the current environment. Returns false if it failed; the error is then shown. */
    async function enter(act: (environmentId: string) => Promise<unknown>): Promise<boolean> {
      const { environmentId } = get();
      if (environmentId === undefined) {
        return false;
      }
      set({ busy: true, failure: undefined });
      try {
        await act(environmentId);
        return true;
      } catch (error) {
        const failure = failureOf(error);
        if (get().environmentId === environmentId && failure.code !== 'cancelled') {
          set({ failure });
        }
        return false;
      } finally {
        set({ busy: false });
      }
    }

    async function count(environmentId: string): Promise<void> {
      const now = Date.now();
      const views = listViews(get().views);
      await counting.run(
        async (signal) => {
          const counts = new Map<string, number>();
          for (let from = 0; from < views.length; from += countedAtOnce) {
            const part = views.slice(from, from + countedAtOnce);
            const filters = part.map(({ filter }) => filterInput(filter, now));
            const answer = await bridge.invoke('cases.counts', { environmentId, filters }, { signal });
            part.forEach(({ id }, index) => {
              counts.set(id, answer.counts[index] ?? 0);
            });
          }
          return counts;
        },
        // Counts that fail to load are hidden; the list itself reports the error.
        { done: (counts) => set({ counts }), failed: () => undefined },
      );
    }

    return {
      environmentId: undefined,
      ...empty,
      async load(environmentId) {
        if (get().environmentId !== environmentId) {
          set({ environmentId, ...empty });
        }
        await loading.run(
          (signal) =>
            Promise.all([
              bridge.invoke('cases.labels', { environmentId }, { signal }),
              bridge.invoke('cases.views', { environmentId }, { signal }),
              bridge.invoke('cases.settings', { environmentId }, { signal }),
            ]),
          {
            async done([{ labels }, { views }, { reasons }]) {
              set({ labels: labels.map(({ name }) => name), views, reasons });
              await count(environmentId);
            },
            failed: (failure) => set(failure.code === 'cancelled' ? {} : { failure }),
          },
        );
      },
      decide: (selection, decision) =>
        enter((environmentId) => bridge.invoke('cases.decide', { environmentId, selection, decision })),
      note: (selection, text) =>
        enter((environmentId) => bridge.invoke('cases.note', { environmentId, selection, text })),
      label: (selection, change) =>
        enter((environmentId) => bridge.invoke('cases.label', { environmentId, selection, ...change })),
      setState: (selection, state) =>
        enter((environmentId) => bridge.invoke('cases.state', { environmentId, selection, state })),
      watch: (selection, watched) =>
        enter((environmentId) => bridge.invoke('cases.watch', { environmentId, selection, watched })),
      forget: (selection) =>
        enter((environmentId) => bridge.invoke('cases.forget', { environmentId, selection })),
      async export(selection, format, withUserKeys) {
        let message: string | undefined;
        await enter(async (environmentId) => {
          const input = { environmentId, selection, format, withUserKeys };
          const result = await bridge.invoke('cases.export', input);
          if (result.kind === 'download') {
            download(result.address, result.fileName);
            message = `Downloaded as ${result.fileName}`;
          } else if (result.kind === 'saved') {
            message = `Saved as ${result.path}`;
          }
        });
        return message;
      },
      saveView: (view) =>
        enter(async (environmentId) => {
          set({ views: (await bridge.invoke('cases.saveView', { environmentId, view })).views });
          await count(environmentId);
        }),
      deleteView: (viewId) =>
        enter(async (environmentId) => {
          set({ views: (await bridge.invoke('cases.deleteView', { environmentId, viewId })).views });
        }),
      dismissFailure() {
        set({ failure: undefined });
      },
      leave() {
        loading.discard();
        counting.discard();
        set({ environmentId: undefined, ...empty });
      },
    };
  });
}
