import type { ItemState, RunCounts, StoredItem } from '../store/records.ts';
import type { RunStore } from '../store/run-store.ts';

export interface ItemQueuesDeps {
  runId: string;
  store: Pick<RunStore, 'request'>;
  /** Returns whether a step of this kind may start now. */
  isAllowed(kind: StepKind): boolean;
  /** Called when items were fetched. */
  fetched(): void;
  /** Called when items could not be fetched. */
  failed(error: unknown): void;
}

/** `waiting`: the call is to be sent. `sent`: its effect is to be read. */
export type StepKind = 'waiting' | 'sent';

/** The states of an item whose effect is to be read. */
export const sentStates: readonly ItemState[] = ['sending', 'sent'];

/** Items fetched at a time. */
export const pageSize = 512;
/** The next page is fetched while so many of the last one are left, so that calls do not wait for it. */
const refillBelow = 128;

/** The unfinished items of a run in the order of their steps. Fetches them in pages, so that a run of thousands is not kept in memory. */
export class ItemQueues {
  readonly #deps: ItemQueuesDeps;
  readonly #queues: Record<StepKind, { ready: StoredItem[]; after: number; isExhausted: boolean }> = {
    waiting: { ready: [], after: 0, isExhausted: false },
    sent: { ready: [], after: 0, isExhausted: false },
  };
  /** `dueAt` by the monotonic clock. */
  readonly #delayed: { item: StoredItem; dueAt: number }[] = [];
  /** Items in memory or in progress, so that none is handled twice. */
  readonly #taken = new Set<number>();
  #isFetching = false;
  /** Counts `clear`, so that a page requested before it is dropped. */
  #generation = 0;
  #wasSend = false;

  constructor(deps: ItemQueuesDeps) {
    this.#deps = deps;
  }

  /**
   * Takes the next item whose step may start. Calls come first, so that reads show their effects.
   * @param now by the monotonic clock
   * @param alternates calls and reads take turns, as required with a rate limit
   */
  next(now: number, alternates: boolean): StoredItem | undefined {
    const due = this.#delayed.findIndex(
      ({ dueAt, item }) => dueAt <= now && this.#deps.isAllowed(kindOf(item)),
    );
    if (due >= 0) {
      return this.#delayed.splice(due, 1)[0]?.item;
    }
    const order: readonly StepKind[] =
      alternates && this.#wasSend ? ['sent', 'waiting'] : ['waiting', 'sent'];
    for (const kind of order) {
      const isAllowed = this.#deps.isAllowed(kind);
      const item = isAllowed ? this.#take(kind) : undefined;
      if (item !== undefined) {
        this.#wasSend = kind === 'waiting';
        return item;
      }
      if (this.#isFetching && isAllowed && !this.#queues[kind].isExhausted) {
        return undefined;
      }
    }
    return undefined;
  }

  /** Returns when the next delayed item is due, by the monotonic clock; undefined if none is delayed. */
  get nextDueAt(): number | undefined {
    const next = Math.min(...this.#delayed.map(({ dueAt }) => dueAt));
    return Number.isFinite(next) ? next : undefined;
  }

  /** Puts an item back at once, or at `dueAt` by the monotonic clock. */
  putBack(item: StoredItem, dueAt?: number): void {
    if (dueAt === undefined) {
      this.#queues[kindOf(item)].ready.push(item);
    } else {
      this.#delayed.push({ item, dueAt });
    }
  }

  /** Forgets an item that is finished, or whose state is only on disk. */
  release({ itemId }: StoredItem): void {
    this.#taken.delete(itemId);
  }

  /** Forgets an item whose call was sent; it is fetched again to be read. */
  releaseSent(item: StoredItem): void {
    this.release(item);
    const { sent } = this.#queues;
    sent.isExhausted = false;
    sent.after = Math.min(sent.after, item.itemId - 1);
  }

  /** Forgets everything and fetches from the first item again. Called while no step is in progress. */
  clear(): void {
    this.#generation += 1;
    this.#taken.clear();
    this.#delayed.length = 0;
    for (const queue of Object.values(this.#queues)) {
      queue.ready = [];
      queue.after = 0;
      queue.isExhausted = false;
    }
  }

  #take(kind: StepKind): StoredItem | undefined {
    const queue = this.#queues[kind];
    const item = queue.ready.shift();
    if (queue.ready.length < refillBelow && !queue.isExhausted) {
      void this.#fetch(kind);
    }
    return item;
  }

  async #fetch(kind: StepKind): Promise<void> {
    if (this.#isFetching) {
      return;
    }
    this.#isFetching = true;
    try {
      await this.#fetchPage(kind);
    } catch (error) {
      this.#deps.failed(error);
    } finally {
      this.#isFetching = false;
    }
    this.#deps.fetched();
  }

  async #fetchPage(kind: StepKind): Promise<void> {
    const queue = this.#queues[kind];
    const { runId, store } = this.#deps;
    const states: readonly ItemState[] = kind === 'waiting' ? ['waiting'] : sentStates;
    const { after } = queue;
    const generation = this.#generation;
    const items = await store.request('next', { runId, states, after, count: pageSize });
    if (generation !== this.#generation) {
      return;
    }
    for (const item of items) {
      if (!this.#taken.has(item.itemId)) {
        this.#taken.add(item.itemId);
        queue.ready.push(item);
      }
    }
    // A later send may have moved the position back.
    if (queue.after === after) {
      queue.after = items.at(-1)?.itemId ?? after;
      queue.isExhausted = items.length < pageSize;
    }
  }
}

function kindOf({ state }: Pick<StoredItem, 'state'>): StepKind {
  return state === 'waiting' ? 'waiting' : 'sent';
}

/** Counts an item that was in the state `before` in its new one. */
export function countMoved(counts: RunCounts, before: ItemState, { state, outcome, plan }: StoredItem): void {
  counts[before === 'waiting' ? 'waiting' : 'underWay'] -= 1;
  if (state !== 'done') {
    counts[kindOf({ state }) === 'waiting' ? 'waiting' : 'underWay'] += 1;
  } else if (outcome !== undefined) {
    counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
    counts.expired += outcome === 'confirmed' && plan.at(-1) === 'EXPIRE' ? 1 : 0;
  }
}

/** The run that works on a conversation, by the address of the service and its id. */
export type ConversationOwners = Map<string, Claims>;

/** The conversations that one run works on, and those that it has to wait for because others work on them. */
export class Claims {
  readonly #owners: ConversationOwners;
  readonly #baseUrl: string;
  readonly #heldByOthers = new Set<string>();

  constructor(owners: ConversationOwners, baseUrl: string) {
    this.#owners = owners;
    this.#baseUrl = baseUrl;
  }

  /** Returns how many conversations wait for another run, as far as they were tried. */
  get heldByOthers(): number {
    return this.#heldByOthers.size;
  }

  /** @returns false while another run works on it */
  take(conversationId: string): boolean {
    const key = this.#keyOf(conversationId);
    const owner = this.#owners.get(key) ?? this;
    this.#owners.set(key, owner);
    this.#heldByOthers[owner === this ? 'delete' : 'add'](conversationId);
    return owner === this;
  }

  release(conversationId: string): void {
    const key = this.#keyOf(conversationId);
    if (this.#owners.get(key) === this) {
      this.#owners.delete(key);
    }
  }

  /** Releases every conversation: no step is in progress, and what is on disk says which ones the run works on. */
  releaseAll(): void {
    for (const [key, owner] of this.#owners) {
      if (owner === this) {
        this.#owners.delete(key);
      }
    }
    this.forgetHeld();
  }

  /** Forgets the conversations held by others, so that they are tried again. */
  forgetHeld(): void {
    this.#heldByOthers.clear();
  }

  #keyOf(conversationId: string): string {
    return `${this.#baseUrl} ${conversationId}`;
  }
}
