import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CaseQueue, CaseSelection } from '../../../preload/contract/cases.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';

/** The number of upcoming cases read in advance. */
const readAhead = 2;

export interface QueueState {
  environmentId: string | undefined;
  /** The cases to work through; undefined without a queue. */
  queue: CaseQueue | undefined;
  failure: FailureView | undefined;
  /** When everything shown in the queue is masked again, in milliseconds since the epoch. */
  revealedUntil: number | undefined;
  /** Loads an unfinished queue, including one from before a restart. */
  load(environmentId: string): Promise<void>;
  /** Starts a queue and resolves to its first case. */
  start(environmentId: string, selection: CaseSelection, title: string): Promise<string | undefined>;
  /** Moves to a position in the queue and returns the case there; undefined if there is none. */
  goTo(at: number): string | undefined;
  /** Moves to a case that was opened in another way, if it is in the queue. */
  follow(conversationId: string): void;
  /** Marks the case as reviewed or not. */
  review(conversationId: string, reviewed: boolean): void;
  reveal(until: number | undefined): void;
  /** Ends the queue. */
  end(): void;
  leave(): void;
}

/** Creates the store of the queue of cases to work through. Main stores the position, so that the queue continues after a restart. */
export function createQueueStore(bridge: BridgeClient): StoreApi<QueueState> {
  const beginning = new LatestRequest();
  const ahead = new LatestRequest();

  return createStore<QueueState>()((set, get) => {
    const empty = { queue: undefined, failure: undefined, revealedUntil: undefined };

    /** Saves changes in main, in order. */
    let saving: Promise<unknown> = Promise.resolve();
    let unsaved: { environmentId: string; queue: CaseQueue | null } | undefined;
    function change(queue: CaseQueue | undefined): void {
      const { environmentId } = get();
      if (environmentId === undefined) {
        return;
      }
      set({ queue, failure: undefined });
      const isFirst = unsaved?.environmentId !== environmentId;
      unsaved = { environmentId, queue: queue ?? null };
      if (!isFirst) {
        return;
      }
      // Changes made one after the other, such as a case reviewed and the next one chosen, are saved together.
      saving = saving
        .then(() => {
          const input = unsaved;
          unsaved = undefined;
          return input && bridge.invoke('cases.saveQueue', input);
        })
        .catch((error: unknown) => {
          if (get().environmentId === environmentId) {
            set({ failure: failureOf(error) });
          }
        });
    }

    /** Marks a case, also when the queue has ended. */
    function mark(conversationId: string, reviewed: boolean): void {
      const { environmentId } = get();
      if (environmentId === undefined) {
        return;
      }
      const selection = { ids: [conversationId] };
      // The next case, which is chosen right after this, is saved first.
      queueMicrotask(() => {
        saving = saving
          .then(() => bridge.invoke('cases.review', { environmentId, selection, reviewed }))
          .catch((error: unknown) => {
            if (get().environmentId === environmentId) {
              set({ failure: failureOf(error) });
            }
          });
      });
    }

    /** Reads the next cases in advance. A failed read is repeated when the case is opened. */
    function prefetch(): void {
      const { environmentId, queue } = get();
      if (environmentId === undefined || queue === undefined) {
        return;
      }
      const next = queue.ids.slice(queue.at + 1, queue.at + 1 + readAhead);
      void ahead.run(
        async (signal) => {
          for (const conversationId of next) {
            await bridge.invoke('conversations.prefetch', { environmentId, conversationId }, { signal });
          }
        },
        { done: () => undefined, failed: () => undefined },
      );
    }

    return {
      environmentId: undefined,
      ...empty,
      async load(environmentId) {
        if (get().environmentId !== environmentId) {
          set({ environmentId, ...empty });
        }
        await beginning.run(
          async (signal) => {
            // Wait for a save in progress, which would otherwise restore the previous queue.
            await saving;
            return bridge.invoke('cases.queue', { environmentId }, { signal });
          },
          {
            done: ({ queue }) => set({ queue }),
            failed: (failure) => set(failure.code === 'cancelled' ? {} : { failure }),
          },
        );
      },
      async start(environmentId, selection, title) {
        let first: string | undefined;
        await beginning.run(() => bridge.invoke('cases.startQueue', { environmentId, selection, title }), {
          done({ queue }) {
            set({ environmentId, ...empty, queue });
            first = queue?.ids[0];
            prefetch();
          },
          failed: (failure) => set({ failure }),
        });
        return first;
      },
      goTo(at) {
        const { queue } = get();
        const id = queue?.ids[at];
        if (queue === undefined || id === undefined) {
          return undefined;
        }
        change({ ...queue, at });
        prefetch();
        return id;
      },
      follow(conversationId) {
        const { queue } = get();
        const at = queue?.ids.indexOf(conversationId) ?? -1;
        if (queue !== undefined && at >= 0 && at !== queue.at) {
          change({ ...queue, at });
        }
        if (at >= 0) {
          prefetch();
        }
      },
      review(conversationId, reviewed) {
        const { queue } = get();
        if (!queue?.ids.includes(conversationId) || queue.reviewed.includes(conversationId) === reviewed) {
          return;
        }
        const others = queue.reviewed.filter((id) => id !== conversationId);
        change({ ...queue, reviewed: reviewed ? [...others, conversationId] : others });
        mark(conversationId, reviewed);
      },
      reveal(revealedUntil) {
        set({ revealedUntil });
      },
      end() {
        ahead.discard();
        change(undefined);
        set({ revealedUntil: undefined });
      },
      leave() {
        beginning.discard();
        ahead.discard();
        set({ environmentId: undefined, ...empty });
      },
    };
  });
}

/** Returns the position of the next unreviewed case, searching from a position and wrapping around; undefined if all are reviewed. */
export function nextOpen({ ids, reviewed }: CaseQueue, from: number): number | undefined {
  const done = new Set(reviewed);
  const after = ids.findIndex((id, index) => index > from && !done.has(id));
  const found = after >= 0 ? after : ids.findIndex((id) => !done.has(id));
  return found < 0 ? undefined : found;
}
