import type { DeletionRun, ItemOutcome, RunPace, RunState } from '../../../preload/contract/deletion-runs.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { Failure } from '../../failure.ts';
import { Throughput } from '../../throughput.ts';
import { ItemSteps, type ItemStepsDeps, type StepResult } from './item-steps.ts';
import type { ItemState, RunCounts, StoredItem, StoredRun } from './run-requests.ts';
import type { RunStore } from './run-store.ts';

export interface RunDeps extends Omit<ItemStepsDeps, 'run' | 'maySend' | 'signal'> {
  stored: StoredRun;
  counts: RunCounts;
  store: Pick<RunStore, 'apply' | 'request'>;
  /** Milliseconds since the epoch. */
  heldUntil: number | undefined;
  /** True if the console was closed during the run. */
  isInterrupted: boolean;
  /** Monotonic clock, in milliseconds. */
  elapsed(): number;
  changed(): void;
  log(error: unknown): void;
}

/** Waiting items held in memory. */
const fetched = 256;
/** Pauses of the whole run after a failure that affects every call, in milliseconds. */
const firstPauseMs = 2000;
const maxPauseMs = 60_000;

interface Delayed {
  item: StoredItem;
  /** By the monotonic clock. */
  dueAt: number;
}

/** Sends the calls of one run at its pace and reads until each is finished. Its state is on disk before and after every call. */
export class Run {
  readonly #deps: RunDeps;
  readonly #steps: ItemSteps;
  readonly #throughput: Throughput;
  readonly #closing = new AbortController();
  readonly #jobs = new Set<Promise<void>>();
  #stored: StoredRun;
  #counts: RunCounts;
  #isInterrupted: boolean;
  #heldUntil: number | undefined;
  /** Items in memory or in progress, so that none is handled twice. */
  readonly #taken = new Set<number>();
  readonly #queues: Record<'waiting' | 'sent', { ready: StoredItem[]; after: number; isExhausted: boolean }> =
    {
      waiting: { ready: [], after: 0, isExhausted: false },
      sent: { ready: [], after: 0, isExhausted: false },
    };
  readonly #delayed: Delayed[] = [];
  #fetching = false;
  #failure: FailureView | undefined;
  /** True if reads fail until a person changes something. */
  #areReadsBlocked = false;
  #resumesAt = 0;
  #nextStartAt = 0;
  #pauses = 0;
  #failuresInRow = 0;
  #wasSend = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: RunDeps) {
    this.#deps = deps;
    this.#stored = deps.stored;
    this.#counts = deps.counts;
    this.#heldUntil = deps.heldUntil;
    this.#isInterrupted = deps.isInterrupted;
    this.#throughput = new Throughput(deps.elapsed);
    this.#steps = new ItemSteps({
      ...deps,
      run: () => this.#stored,
      maySend: () => this.#maySend,
      signal: this.#closing.signal,
    });
  }

  get stored(): StoredRun {
    return this.#stored;
  }

  start(): void {
    this.#pump();
  }

  view(): DeletionRun {
    const { runId, environmentId, environmentName, mode, reason, ticket, pace, createdAt } = this.#stored;
    const { waiting, underWay, outcomes } = this.#counts;
    const settled = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
    const state = this.#state;
    const rate = state === 'running' || state === 'settling' ? this.#throughput.perSecond() : 0;
    const all = Object.fromEntries(
      (
        [
          'confirmed',
          'accepted',
          'refused',
          'finished',
          'gone',
          'failed',
          'unknown',
          'changed',
          'withdrawn',
        ] as const
      ).map((outcome) => [outcome, outcomes[outcome] ?? 0]),
    ) as Record<ItemOutcome, number>;
    return {
      runId,
      environmentId,
      environmentName,
      mode,
      reason,
      state,
      pace,
      total: waiting + underWay + settled,
      waiting,
      underWay,
      outcomes: all,
      rate,
      createdAt,
      ...omitUndefined({
        ticket,
        secondsLeft: rate > 0 ? (waiting + underWay) / rate : undefined,
        heldUntil: state === 'holding' ? this.#heldUntil : undefined,
        resumesAt:
          state === 'waiting' ? this.#deps.now() + this.#resumesAt - this.#deps.elapsed() : undefined,
        failure: state === 'paused' || state === 'waiting' ? this.#failure : undefined,
      }),
    };
  }

  /** True if closing the console would interrupt it. */
  get isActive(): boolean {
    return ['holding', 'running', 'waiting', 'settling'].includes(this.#state);
  }

  /**
   * Cancels the run during the hold; nothing was sent.
   * @throws Failure invalid-input after the hold
   */
  async takeBack(): Promise<void> {
    if (this.#state !== 'holding') {
      throw new Failure({ code: 'invalid-input', message: 'The ten seconds are over: the run has begun.' });
    }
    this.#heldUntil = undefined;
    await this.#cancel();
  }

  async pause(): Promise<void> {
    await this.#setState('paused');
  }

  async resume(): Promise<void> {
    if (this.#stored.state === 'cancelled' || this.#stored.state === 'done') {
      return;
    }
    this.#isInterrupted = false;
    this.#failure = undefined;
    this.#failuresInRow = 0;
    this.#resumesAt = 0;
    this.#areReadsBlocked = false;
    this.#heldUntil = undefined;
    await this.#reload();
    await this.#setState('open');
  }

  /** Sends nothing more; requests already sent are followed to their end. */
  async cancel(): Promise<void> {
    this.#heldUntil = undefined;
    this.#isInterrupted = false;
    await this.#cancel();
  }

  async setPace(pace: RunPace): Promise<void> {
    this.#stored = { ...this.#stored, pace };
    await this.#deps.store.request('setRun', { runId: this.#stored.runId, pace });
    this.#nextStartAt = 0;
    this.#pump();
  }

  /** Called when the environment's settings or key changed: blocked reads may succeed now. */
  environmentChanged(): void {
    this.#areReadsBlocked = false;
    this.#pump();
  }

  /** Sends nothing more. Waits briefly for requests in progress; unknown outcomes are read at the next start. */
  async close(waitMs: number): Promise<void> {
    this.#closing.abort();
    clearTimeout(this.#timer);
    const limit = new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
    await Promise.race([Promise.allSettled(this.#jobs), limit]);
  }

  get #state(): RunState {
    const { state } = this.#stored;
    const { waiting, underWay } = this.#counts;
    if (state === 'done' || (waiting === 0 && underWay === 0 && this.#jobs.size === 0)) {
      return 'done';
    }
    if (this.#heldUntil !== undefined) {
      return 'holding';
    }
    if (this.#isInterrupted && state !== 'cancelled') {
      return 'interrupted';
    }
    if (state === 'paused') {
      return 'paused';
    }
    if (this.#resumesAt > this.#deps.elapsed()) {
      return 'waiting';
    }
    return state === 'cancelled' || (waiting === 0 && this.#jobs.size === 0) ? 'settling' : 'running';
  }

  get #maySend(): boolean {
    return (
      this.#stored.state === 'open' &&
      !this.#isInterrupted &&
      this.#heldUntil === undefined &&
      !this.#closing.signal.aborted
    );
  }

  async #setState(state: StoredRun['state']): Promise<void> {
    this.#stored = { ...this.#stored, state };
    this.#deps.changed();
    await this.#deps.store.request('setRun', { runId: this.#stored.runId, state });
    this.#pump();
  }

  /** After a failed write the state on disk applies. */
  async #reload(): Promise<void> {
    await Promise.all(this.#jobs);
    this.#counts = await this.#deps.store.request('counts', { runId: this.#stored.runId });
    for (const queue of Object.values(this.#queues)) {
      queue.after = 0;
      queue.isExhausted = false;
    }
  }

  async #cancel(): Promise<void> {
    // The order matters: from here nothing is sent, even if the store fails.
    this.#stored = { ...this.#stored, state: 'cancelled' };
    this.#deps.changed();
    await this.#deps.store.request('setRun', { runId: this.#stored.runId, state: 'cancelled' });
    // Items taken from the queue but not sent return to it.
    await Promise.all(this.#jobs);
    this.#queues.waiting.ready = [];
    await this.#deps.store.request('withdraw', { runId: this.#stored.runId });
    this.#counts = await this.#deps.store.request('counts', { runId: this.#stored.runId });
    this.#pump();
  }

  #pump(): void {
    clearTimeout(this.#timer);
    if (this.#closing.signal.aborted) {
      return;
    }
    const now = this.#deps.elapsed();
    if (this.#heldUntil !== undefined) {
      const left = this.#heldUntil - this.#deps.now();
      if (left > 0) {
        // A clock set back must not extend the hold.
        this.#pumpLater(Math.min(left, 1000));
        this.#heldUntil = this.#deps.now() + Math.min(left, this.#deps.holdMs);
        return;
      }
      this.#heldUntil = undefined;
      void this.#setState('open').catch((error: unknown) => this.#pauseFor(error));
      return;
    }
    while (this.#jobs.size < this.#stored.pace.concurrency) {
      const wait = Math.max(this.#resumesAt, this.#nextStartAt) - now;
      if (wait > 0) {
        this.#pumpLater(wait);
        break;
      }
      const item = this.#next(now);
      if (item === undefined) {
        break;
      }
      const { perSecond } = this.#stored.pace;
      if (perSecond !== undefined) {
        this.#nextStartAt = Math.max(now, this.#nextStartAt) + 1000 / perSecond;
      }
      this.#perform(item);
    }
    this.#finishWhenDone();
    this.#deps.changed();
  }

  #perform(item: StoredItem): void {
    const before = item.state;
    const job: Promise<void> = (before === 'waiting' ? this.#steps.send(item) : this.#steps.read(item))
      .then((result) => this.#apply(item, before, result))
      .catch((error: unknown) => {
        // The item on disk is unchanged.
        this.#taken.delete(item.itemId);
        this.#pauseFor(error);
      })
      .finally(() => {
        this.#jobs.delete(job);
        this.#pump();
      });
    this.#jobs.add(job);
  }

  /** Handles the result of a step, which is already on disk. */
  #apply(before: StoredItem, state: ItemState, result: StepResult): void {
    const { item } = result;
    this.#count(state, item);
    if (result.kind === 'failed') {
      this.#failuresInRow += 1;
      if (this.#failuresInRow >= this.#stored.pace.stopAfter) {
        this.#pauseFor(result.failure);
      }
    } else if (result.kind === 'succeeded') {
      this.#failuresInRow = 0;
      this.#pauses = 0;
    }
    if (result.kind === 'blocked') {
      this.#areReadsBlocked = true;
      this.#pauseFor(result.failure);
    }
    if (result.waitMs !== undefined) {
      this.#waitFor(result.waitMs, result.failure);
    }
    if (item.state === 'done') {
      this.#taken.delete(before.itemId);
      this.#throughput.add();
    } else if (item.state === 'sent' && state === 'waiting') {
      // Read later, from the store, so that a run of thousands is not kept in memory.
      this.#taken.delete(item.itemId);
      this.#queues.sent.isExhausted = false;
      this.#queues.sent.after = Math.min(this.#queues.sent.after, item.itemId - 1);
    } else if (result.delayMs === undefined || result.delayMs <= 0) {
      this.#queueOf(item).ready.push(item);
    } else {
      this.#delayed.push({ item, dueAt: this.#deps.elapsed() + result.delayMs });
    }
  }

  #count(before: ItemState, { state, outcome }: StoredItem): void {
    const counts = this.#counts;
    if (before === 'waiting') {
      counts.waiting -= 1;
    } else {
      counts.underWay -= 1;
    }
    if (state === 'waiting') {
      counts.waiting += 1;
    } else if (state !== 'done') {
      counts.underWay += 1;
    } else if (outcome !== undefined) {
      counts.outcomes[outcome] = (counts.outcomes[outcome] ?? 0) + 1;
    }
  }

  /** Calls come first, so that reads show their effects; with a rate limit both alternate. */
  #next(now: number): StoredItem | undefined {
    const due = this.#delayed.findIndex(
      ({ dueAt, item }) =>
        dueAt <= now && (item.state === 'waiting' ? this.#maySend : !this.#areReadsBlocked),
    );
    if (due >= 0) {
      return this.#delayed.splice(due, 1)[0]?.item;
    }
    const prefersRead = this.#stored.pace.perSecond !== undefined && this.#wasSend;
    const order = prefersRead ? (['sent', 'waiting'] as const) : (['waiting', 'sent'] as const);
    for (const name of order) {
      const isAllowed = name === 'waiting' ? this.#maySend : !this.#areReadsBlocked;
      const item = isAllowed ? this.#take(name) : undefined;
      if (item !== undefined) {
        this.#wasSend = name === 'waiting';
        return item;
      }
      if (this.#fetching && isAllowed && !this.#queues[name].isExhausted) {
        return undefined;
      }
    }
    const next = Math.min(...this.#delayed.map(({ dueAt }) => dueAt));
    if (Number.isFinite(next)) {
      this.#pumpLater(Math.max(50, next - now));
    }
    return undefined;
  }

  #take(name: 'waiting' | 'sent'): StoredItem | undefined {
    const queue = this.#queues[name];
    const item = queue.ready.shift();
    if (item === undefined && !queue.isExhausted) {
      void this.#fetch(name);
    }
    return item;
  }

  async #fetch(name: 'waiting' | 'sent'): Promise<void> {
    if (this.#fetching) {
      return;
    }
    this.#fetching = true;
    const queue = this.#queues[name];
    const { runId } = this.#stored;
    const states: ItemState[] = name === 'waiting' ? ['waiting'] : ['sending', 'sent'];
    try {
      const after = queue.after;
      const pages = await Promise.all(
        states.map((state) => this.#deps.store.request('next', { runId, state, after, count: fetched })),
      );
      const isFull = pages.some((items) => items.length === fetched);
      const items = pages.flat().sort((one, other) => one.itemId - other.itemId);
      // With two states, only up to where both were fetched.
      const last = isFull
        ? Math.min(
            ...pages.filter((found) => found.length === fetched).map((found) => found.at(-1)?.itemId ?? 0),
          )
        : Number.POSITIVE_INFINITY;
      const fresh = items.filter(({ itemId }) => itemId <= last && !this.#taken.has(itemId));
      for (const item of fresh) {
        this.#taken.add(item.itemId);
        queue.ready.push(item);
      }
      // A later send has moved the position back.
      if (queue.after === after) {
        queue.after = isFull ? last : (items.at(-1)?.itemId ?? after);
        queue.isExhausted = !isFull;
      }
    } catch (error) {
      this.#pauseFor(error);
    } finally {
      this.#fetching = false;
    }
    this.#pump();
  }

  #queueOf(item: StoredItem): { ready: StoredItem[] } {
    return item.state === 'waiting' ? this.#queues.waiting : this.#queues.sent;
  }

  #finishWhenDone(): void {
    const { waiting, underWay } = this.#counts;
    if (this.#stored.state !== 'done' && waiting === 0 && underWay === 0 && this.#jobs.size === 0) {
      this.#stored = { ...this.#stored, state: 'done' };
      this.#deps.store
        .request('setRun', { runId: this.#stored.runId, state: 'done' })
        .catch((error: unknown) => this.#deps.log(error));
    }
  }

  #pumpLater(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), Math.max(1, Math.ceil(ms)));
  }

  /** Makes all calls wait. Several failures at the same time count as one. */
  #waitFor(requestedMs: number | 'growing', failure: Failure | undefined): void {
    const now = this.#deps.elapsed();
    if (requestedMs === 'growing' && this.#resumesAt > now) {
      return;
    }
    const pause =
      requestedMs === 'growing' ? Math.min(maxPauseMs, firstPauseMs * 2 ** this.#pauses++) : requestedMs;
    this.#resumesAt = Math.max(this.#resumesAt, now + pause);
    this.#failure = failure?.view();
  }

  #pauseFor(error: unknown): void {
    if (!(error instanceof Failure)) {
      this.#deps.log(error);
    }
    const failure = error instanceof Failure ? error : internalFailure();
    this.#failure = this.#deps.redact(failure.view());
    if (this.#stored.state === 'open') {
      this.#stored = { ...this.#stored, state: 'paused' };
      // This also fails on a full disk; the next start offers the run again in any case.
      this.#deps.store
        .request('setRun', { runId: this.#stored.runId, state: 'paused' })
        .catch(() => undefined);
    }
    this.#deps.changed();
  }
}

function internalFailure(): Failure {
  return new Failure({
    code: 'internal',
    message: 'The run was paused because Assay failed. What was sent is recorded.',
    hint: 'Resume to continue. Unfinished conversations are read before anything is sent again.',
    retryable: true,
  });
}
