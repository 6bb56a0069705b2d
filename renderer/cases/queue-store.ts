import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CaseQueue, CaseSelection } from '../../preload/contract/cases.ts';
import type { FailureView } from '../../preload/contract/envelope.ts';
import { type BridgeClient, failureOf } from '../bridge/bridge-client.ts';
import { LatestRequest } from '../bridge/latest-request.ts';

/** So many cases behind the present one are read ahead. */
const readAhead = 2;

export interface QueueState {
  environmentId: string | undefined;
  /** The cases that are worked through; undefined where none are. */
  queue: CaseQueue | undefined;
  failure: FailureView | undefined;
  /** When everything shown in the queue is masked again, in milliseconds since the epoch. */
  revealedUntil: number | undefined;
  /** Finds the queue that was left, also before a restart. */
  load(environmentId: string): Promise<void>;
  /** Begins a queue, and answers its first case. */
  start(environmentId: string, selection: CaseSelection, title: string): Promise<string | undefined>;
  /** Goes to a place in the queue and answers the case there; undefined where there is none. */
  goTo(at: number): string | undefined;
  /** The case was opened some other way: the queue follows where it is part of it. */
  follow(conversationId: string): void;
  /** The case is done, or not after all. */
  review(conversationId: string, reviewed: boolean): void;
  reveal(until: number | undefined): void;
  /** Nothing is left to be worked through. */
  end(): void;
  leave(): void;
}

/** Working through cases one after the other. Main keeps the place, so that it goes on after a restart. */
export function createQueueStore(bridge: BridgeClient): StoreApi<QueueState> {
  const beginning = new LatestRequest();
  const ahead = new LatestRequest();

  return createStore<QueueState>()((set, get) => {
    const empty = { queue: undefined, failure: undefined, revealedUntil: undefined };

    /** Changes the queue, and keeps it in main in the order of the changes. */
    let saving: Promise<unknown> = Promise.resolve();
    function change(queue: CaseQueue | undefined): void {
      const { environmentId } = get();
      if (environmentId === undefined) {
        return;
      }
      set({ queue, failure: undefined });
      saving = saving
        .then(() => bridge.invoke('cases.saveQueue', { environmentId, queue: queue ?? null }))
        .catch((error: unknown) => {
          if (get().environmentId === environmentId) {
            set({ failure: failureOf(error) });
          }
        });
    }

    /** Reads the next cases, so that they are there at once. One that fails is read again when it is opened. */
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
            // What is still being kept comes first, else the queue before it would come back.
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

/** The place of the next case that is not done, looking from a place on and then from the start; undefined where all are done. */
export function nextOpen({ ids, reviewed }: CaseQueue, from: number): number | undefined {
  const done = new Set(reviewed);
  const after = ids.findIndex((id, index) => index > from && !done.has(id));
  const found = after >= 0 ? after : ids.findIndex((id) => !done.has(id));
  return found < 0 ? undefined : found;
}
