import type { DeletionRun, RunPace, RunState } from '../../../preload/contract/deletion-runs.ts';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { Failure } from '../../failure.ts';
import { Throughput } from '../../throughput.ts';
import { CallSlots } from './call-slots.ts';
import { ItemQueues } from './item-queues.ts';
import { ItemSteps } from './item-steps.ts';
import { Pacing } from './pacing.ts';
import type { ItemState, RunCounts, StoredItem, StoredRun } from './run-requests.ts';
import type { RunStore } from './run-store.ts';
import { runStateOf, runViewOf } from './run-view.ts';
import type { StepDeps, StepResult } from './step.ts';

export interface RunDeps
  extends Omit<StepDeps, 'run' | 'maySend' | 'isWaiting' | 'waitFor' | 'slots' | 'signal'> {
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

/** Items that are being worked on for each concurrent call: while one is called, the intents and replies of others are written. */
const itemsPerCall = 16;

/** Sends the calls of one run at its pace and reads until each is finished. Its state is on disk before and after every call. */
export class Run {
  readonly #deps: RunDeps;
  readonly #steps: ItemSteps;
  readonly #queues: ItemQueues;
  readonly #pacing = new Pacing();
  readonly #throughput: Throughput;
  readonly #slots = new CallSlots(() => this.#stored.pace.concurrency);
  readonly #closing = new AbortController();
  readonly #jobs = new Set<Promise<void>>();
  #stored: StoredRun;
  #counts: RunCounts;
  #isInterrupted: boolean;
  #heldUntil: number | undefined;
  #failure: FailureView | undefined;
  /** True if reads fail until a person changes something. */
  #areReadsBlocked = false;
  #failuresInRow = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: RunDeps) {
    this.#deps = deps;
    this.#stored = deps.stored;
    this.#counts = deps.counts;
    this.#heldUntil = deps.heldUntil;
    this.#isInterrupted = deps.isInterrupted;
    this.#throughput = new Throughput(deps.elapsed);
    this.#queues = new ItemQueues({
      runId: deps.stored.runId,
      store: deps.store,
      isAllowed: (kind) => (kind === 'waiting' ? this.#maySend : !this.#areReadsBlocked),
      fetched: () => this.#pump(),
      failed: (error) => this.#pauseFor(error),
    });
    this.#steps = new ItemSteps({
      ...deps,
      run: () => this.#stored,
      maySend: () => this.#maySend,
      isWaiting: () => this.#pacing.resumesAt > this.#deps.elapsed(),
      waitFor: ({ afterMs, failure }) => {
        if (this.#pacing.pause(this.#deps.elapsed(), afterMs ?? 'growing')) {
          this.#failure = this.#deps.redact(failure.view());
        }
      },
      slots: this.#slots,
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
    return runViewOf(this.#progress, {
      perSecond: this.#throughput.perSecond(),
      now: this.#deps.now(),
      failure: this.#failure,
    });
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
    this.#pacing.resume();
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
    this.#pacing.rateChanged();
    this.#slots.admit();
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

  get #progress() {
    return {
      stored: this.#stored,
      counts: this.#counts,
      jobs: this.#jobs.size,
      heldUntil: this.#heldUntil,
      isInterrupted: this.#isInterrupted,
      resumesAt: this.#pacing.resumesAt,
      elapsed: this.#deps.elapsed(),
    };
  }

  get #state(): RunState {
    return runStateOf(this.#progress);
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
    this.#queues.restart();
  }

  async #cancel(): Promise<void> {
    // The order matters: from here nothing is sent, even if the store fails.
    this.#stored = { ...this.#stored, state: 'cancelled' };
    this.#deps.changed();
    await this.#deps.store.request('setRun', { runId: this.#stored.runId, state: 'cancelled' });
    // Items taken from the queue but not sent return to it.
    await Promise.all(this.#jobs);
    this.#queues.dropWaiting();
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
    this.#startJobs(now);
    this.#finishWhenDone();
    this.#deps.changed();
  }

  #startJobs(now: number): void {
    const { concurrency, perSecond } = this.#stored.pace;
    while (this.#jobs.size < concurrency * itemsPerCall) {
      const wait = this.#pacing.waitMs(now);
      if (wait > 0) {
        this.#pumpLater(wait);
        return;
      }
      const item = this.#queues.next(now, perSecond !== undefined);
      if (item === undefined) {
        const due = this.#queues.nextDueAt;
        if (due !== undefined) {
          this.#pumpLater(Math.max(50, due - now));
        }
        return;
      }
      this.#pacing.started(now, perSecond);
      this.#perform(item);
    }
  }

  #perform(item: StoredItem): void {
    const before = item.state;
    const job: Promise<void> = (before === 'waiting' ? this.#steps.send(item) : this.#steps.read(item))
      .then((result) => {
        this.#apply(item, before, result);
        result.slot?.release();
      })
      .catch((error: unknown) => {
        // The item on disk is unchanged.
        this.#queues.release(item);
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
      this.#pacing.succeeded();
    }
    if (result.kind === 'blocked') {
      this.#areReadsBlocked = true;
      this.#pauseFor(result.failure);
    }
    if (item.state === 'done') {
      this.#queues.release(before);
      this.#throughput.add();
    } else if (item.state === 'sent' && state === 'waiting') {
      this.#queues.releaseSent(item);
    } else {
      const { delayMs } = result;
      const isDelayed = delayMs !== undefined && delayMs > 0;
      this.#queues.putBack(item, isDelayed ? this.#deps.elapsed() + delayMs : undefined);
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
