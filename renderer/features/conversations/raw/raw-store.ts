import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RawLine } from '../../../../preload/contract/conversations.ts';
import type { FailureView } from '../../../../preload/contract/envelope.ts';
import { type BridgeClient, failureOf } from '../../../bridge/bridge-client.ts';
import { LatestRequest } from '../../../bridge/latest-request.ts';

export type RawFormat = 'received' | 'indented';

/** Lines fetched at once. */
const pageSize = 400;
/** Pages kept around those in view; a reply of a million lines must not be held by the window. */
const maxPages = 40;
/** The most a copy may hold, in characters: the contract's limit. */
export const maxCopyLength = 1_000_000;

export interface RawState {
  readingId: string | undefined;
  form: RawFormat;
  /** Undefined until the first lines have come. */
  total: number | undefined;
  bytes: number | undefined;
  pages: ReadonlyMap<number, readonly RawLine[]>;
  failure: FailureView | undefined;
  /** Shows a kept reply; the one shown already keeps its lines. */
  show(readingId: string, form: RawFormat): void;
  /** Fetches what of these lines is not here yet. */
  want(from: number, count: number): void;
  /** Returns the whole reply as received, for a copy. @throws CallFailure */
  text(): Promise<string>;
  leave(): void;
}

/** Creates the store of a kept raw reply, fetched a few hundred lines at a time. */
export function createRawStore(bridge: BridgeClient): StoreApi<RawState> {
  const latest = new LatestRequest();
  let signal = latest.begin();
  let requested = new Set<number>();
  let wanted = { from: 0, count: 1 };
  return createStore<RawState>()((set, get) => {
    const nothing = { total: undefined, bytes: undefined, pages: new Map(), failure: undefined };
    const restart = () => {
      signal = latest.begin();
      requested = new Set();
    };
    const fetchPage = async (page: number) => {
      const { readingId, form } = get();
      if (readingId === undefined || requested.has(page) || get().pages.has(page)) {
        return;
      }
      const mine = signal;
      const pending = requested;
      pending.add(page);
      try {
        const { lines, total, bytes } = await bridge.invoke(
          'conversations.raw',
          { readingId, form, from: page * pageSize, count: pageSize },
          { signal: mine },
        );
        if (latest.isLatest(mine)) {
          set({ total, bytes, failure: undefined, pages: withPage(get().pages, page, lines) });
        }
      } catch (error) {
        if (latest.isLatest(mine)) {
          set({ failure: failureOf(error) });
        }
      } finally {
        pending.delete(page);
      }
    };
    return {
      readingId: undefined,
      form: 'indented',
      ...nothing,
      show(readingId, form) {
        if (get().readingId === readingId && get().form === form && get().failure === undefined) {
          return;
        }
        // A newer reading of the same form keeps its length until the new one is known, so that the view does not jump.
        const isSameFormat = get().readingId !== undefined && get().form === form;
        restart();
        set({ readingId, form, ...(isSameFormat ? { pages: new Map(), failure: undefined } : nothing) });
        if (!isSameFormat) {
          wanted = { from: 0, count: 1 };
        }
        get().want(wanted.from, wanted.count);
      },
      want(from, count) {
        wanted = { from, count };
        const last = Math.floor(Math.max(from, from + count - 1) / pageSize);
        for (let page = Math.floor(from / pageSize); page <= last; page += 1) {
          void fetchPage(page);
        }
      },
      async text() {
        const { readingId } = get();
        if (readingId === undefined) {
          return '';
        }
        const mine = signal;
        let text = '';
        for (let from = 0, total = 1; from < total; from += 2000) {
          const part = await bridge.invoke(
            'conversations.raw',
            { readingId, form: 'received', from, count: 2000 },
            { signal: mine },
          );
          total = part.total;
          for (const [at, piece] of part.lines.entries()) {
            text += `${from + at > 0 && !piece.continued ? '\n' : ''}${piece.text}`;
          }
        }
        return text;
      },
      leave() {
        restart();
        set({ readingId: undefined, ...nothing });
      },
    };
  });
}

/** Returns the pages with one added; where there are too many, those farthest from it are dropped. */
function withPage(pages: RawState['pages'], page: number, lines: readonly RawLine[]): RawState['pages'] {
  const kept = new Map(pages).set(page, lines);
  while (kept.size > maxPages) {
    let farthest = page;
    for (const one of kept.keys()) {
      if (Math.abs(one - page) > Math.abs(farthest - page)) {
        farthest = one;
      }
    }
    kept.delete(farthest);
  }
  return kept;
}

/** Returns a line by its index from 0; undefined while it is being fetched. */
export function rawLineAt(state: Pick<RawState, 'pages'>, index: number): RawLine | undefined {
  return state.pages.get(Math.floor(index / pageSize))?.[index % pageSize];
}
