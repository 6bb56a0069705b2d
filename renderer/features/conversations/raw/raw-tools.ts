import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RawMark } from '../../../../preload/contract/conversations.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { BridgeClient } from '../../../bridge/bridge-client.ts';
import { LatestRequest } from '../../../bridge/latest-request.ts';
import { Folds } from './folds.ts';
import type { RawFormat } from './raw-store.ts';

/** A raw reply that can be viewed: of the conversation, its database sources (interface 4.8) or its list of files (4.4). */
export type ReplyName = 'conversation' | 'sources' | 'media';

/** The value on the current line. */
export interface Place {
  path: string;
  line: number;
  closes?: number | undefined;
  value: string;
  isCut: boolean;
}

/** Lines that were found, in order; `total` may be more than are listed. */
export interface Found {
  lines: readonly number[];
  total: number;
  /** The one that is shown. */
  at: number;
}

export interface Filtered {
  matches: readonly { path: string; line: number }[];
  total: number;
}

export interface RawTools {
  readingId: string | undefined;
  form: RawFormat;
  folds: Folds;
  /** The current line, of the form that is shown. */
  line: number;
  /** Undefined while it is looked up, and as received. */
  place: Place | undefined;
  found: Found | undefined;
  filtered: Filtered | undefined;
  /** Why the filter could not be used. */
  problem: string | undefined;
  marks: readonly RawMark[];
  busy: 'search' | 'filter' | 'fold' | undefined;
  failure: FailureView | undefined;
  /** Shows another reply or form. */
  show(readingId: string, name: ReplyName, form: RawFormat): void;
  /** Makes a line the current one; what hides it unfolds. */
  goTo(line: number): void;
  /** Folds the object or array that begins on a line, or unfolds it. */
  toggleFold(line: number): Promise<void>;
  /** Folds everything at a depth; unfolds all where something is folded. */
  foldAll(): Promise<void>;
  search(text: string): Promise<void>;
  /** Moves to the next match or the one before. */
  step(by: 1 | -1): void;
  filter(query: string): Promise<void>;
  /** Ends a search or filter that runs. */
  stop(): void;
  leave(): void;
}

/** The members of the root are of the most interest, so their content is folded. */
const foldDepth = 2;

/** Folding, searching and filtering of the raw reply that is shown. Main does the work in a thread that can be ended. */
export function createRawTools(bridge: BridgeClient): StoreApi<RawTools> {
  const placing = new LatestRequest();
  const working = new LatestRequest();
  const marking = new LatestRequest();
  return createStore<RawTools>()((set, get) => {
    const nothing = {
      folds: new Folds(),
      line: 0,
      place: undefined,
      found: undefined,
      filtered: undefined,
      problem: undefined,
      busy: undefined,
      failure: undefined,
    };
    const failed = (failure: FailureView) =>
      set({ busy: undefined, ...(failure.code === 'cancelled' ? {} : { failure }) });
    const look = (line: number) => {
      const { readingId, form } = get();
      if (readingId === undefined || form === 'received') {
        placing.discard();
        return set({ place: undefined });
      }
      void placing.run((signal) => bridge.invoke('conversations.rawAt', { readingId, line }, { signal }), {
        done: (place) => set({ place }),
        failed,
      });
    };
    return {
      readingId: undefined,
      form: 'indented',
      marks: [],
      ...nothing,
      show(readingId, name, form) {
        const before = get();
        if (before.readingId === readingId && before.form === form) {
          return;
        }
        working.discard();
        set({ ...nothing, readingId, form, marks: before.readingId === readingId ? before.marks : [] });
        look(0);
        if (before.readingId !== readingId) {
          void marking.run(
            (signal) => bridge.invoke('conversations.rawMarks', { readingId, kind: name }, { signal }),
            { done: ({ marks }) => set({ marks }), failed },
          );
        }
      },
      goTo(line) {
        const { folds } = get();
        set({ line, folds: folds.revealing(line) });
        look(line);
      },
      async toggleFold(line) {
        const { readingId, folds } = get();
        if (readingId === undefined) {
          return;
        }
        if (folds.endAt(line) !== undefined) {
          return set({ folds: folds.without(line) });
        }
        set({ busy: 'fold' });
        await working.run((signal) => bridge.invoke('conversations.rawAt', { readingId, line }, { signal }), {
          done: ({ closes }) =>
            set({
              busy: undefined,
              ...omitUndefined({ folds: closes === undefined ? undefined : get().folds.with(line, closes) }),
            }),
          failed,
        });
      },
      async foldAll() {
        const { readingId, folds } = get();
        if (readingId === undefined) {
          return;
        }
        if (folds.count > 0) {
          return set({ folds: new Folds() });
        }
        set({ busy: 'fold' });
        await working.run(
          (signal) => bridge.invoke('conversations.rawFolds', { readingId, depth: foldDepth }, { signal }),
          { done: ({ ranges }) => set({ busy: undefined, folds: new Folds(ranges) }), failed },
        );
      },
      async search(text) {
        const { readingId, form } = get();
        if (readingId === undefined) {
          return;
        }
        if (text === '') {
          working.discard();
          return set({ found: undefined, busy: undefined });
        }
        set({ busy: 'search', failure: undefined });
        await working.run(
          (signal) => bridge.invoke('conversations.rawSearch', { readingId, form, text }, { signal }),
          {
            done: ({ lines, total }) => {
              const next = lines.findIndex((line) => line >= get().line);
              set({ busy: undefined, found: { lines, total, at: Math.max(0, next) } });
              const first = lines[Math.max(0, next)];
              if (first !== undefined) {
                get().goTo(first);
              }
            },
            failed,
          },
        );
      },
      step(by) {
        const { found } = get();
        if (!found || found.lines.length === 0) {
          return;
        }
        const at = (found.at + by + found.lines.length) % found.lines.length;
        set({ found: { ...found, at } });
        get().goTo(found.lines[at] ?? 0);
      },
      async filter(query) {
        const { readingId } = get();
        if (readingId === undefined) {
          return;
        }
        if (query === '') {
          working.discard();
          return set({ filtered: undefined, problem: undefined, busy: undefined });
        }
        set({ busy: 'filter', failure: undefined, problem: undefined });
        await working.run(
          (signal) => bridge.invoke('conversations.rawFilter', { readingId, query }, { signal }),
          {
            done: (result) =>
              set({
                busy: undefined,
                ...('problem' in result
                  ? { problem: result.problem, filtered: undefined }
                  : { filtered: result, problem: undefined }),
              }),
            failed,
          },
        );
      },
      stop() {
        working.abort();
        set({ busy: undefined });
      },
      leave() {
        placing.discard();
        working.discard();
        marking.discard();
        set({ ...nothing, readingId: undefined, marks: [] });
      },
    };
  });
}
