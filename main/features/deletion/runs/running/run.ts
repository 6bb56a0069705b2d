import { setMaxListeners } from 'node:events';
import type { DeletionRun, RunPace } from '../../../../../preload/contract/deletion-runs.ts';
import { Failure } from '../../../../common/failure.ts';
import { Throughput } from '../../../../common/throughput.ts';
import { notCancelled, pausedByFault } from '../../failures.ts';
import type { RunDeps } from '../deps.ts';
import { runViewOf } from '../run-view.ts';
import {
  type ItemState,
  itemsIn,
  type RunCounts,
  type StoredItem,
  type StoredRun,
} from '../store/records.ts';
import { CallSender, ItemProgress, type StepDeps, type StepResult } from './call-sender.ts';
import { CallSlots, JobSet, maxItemsAtOnce, RunFailures } from './call-slots.ts';
import { Claims, countMoved, ItemQueues, pageSize, sentStates } from './item-queues.ts';
import { ReadAfterCall, ReadBeforeCall } from './reads.ts';
import { hindrance, type LastRead, type RunEvent, readLifeMs, runAfter } from './states.ts';

/** The time after which a cancellation that could not be recorded is recorded again, in milliseconds. */
const recordAgainMs = 20_000;

const isOver = ({ state }: StoredRun) => state === 'cancelled' || state === 'done';

/** Sends the calls of one run at its pace and reads until each is finished. Its state is on disk before and after every call. */
export class Run {
  readonly #deps: RunDeps;
  readonly #before: ReadBeforeCall;
  readonly #sender: CallSender;
  readonly #after: ReadAfterCall;
  readonly #queues: ItemQueues;
  readonly #failures = new RunFailures();
  readonly #throughput: Throughput;
  readonly #slots: CallSlots;
  readonly #closing = new AbortController();
  /** Aborted when nothing is sent any more. */
  readonly #stopping = new AbortController();
  readonly #jobs = new JobSet();
  readonly #claims: Claims;
  #stored: StoredRun;
  #counts: RunCounts;
  #heldUntil: number | undefined;
  /** The items whose call has left, and whose response is not on disk yet. */
  readonly #leaving = new Set<number>();
  /** The latest request of a user to go on; undefined after one to pause. */
  #resuming: object | undefined;
  /** True once it was cancelled before its time: until that is on disk, it would begin after a restart. */
  #isPlanCancelled = false;
  #stopTimer: () => void = () => undefined;
  /** Ends the wait before a cancellation is recorded again. */
  #stopRecording: () => void = () => undefined;

  constructor(deps: RunDeps) {
    this.#deps = deps;
    const { state } = deps.stored;
    this.#stored = { ...deps.stored, state: deps.isInterrupted ? runAfter(state, 'reopened') : state };
    const { elapsed, later } = deps;
    const limit = () => this.#stored.pace.concurrency;
    const perSecond = () => this.#stored.pace.perSecond;
    this.#slots = new CallSlots({ limit, perSecond, elapsed, later });
    this.#counts = deps.counts;
    this.#heldUntil = deps.heldUntil;
    this.#throughput = new Throughput(deps.elapsed);
    this.#claims = new Claims(deps.owners, deps.stored.baseUrl);
    this.#queues = new ItemQueues({
      runId: deps.stored.runId,
      store: deps.store,
      isAllowed: (kind) =>
        kind === 'waiting' ? this.#hindrance() === undefined : !this.#failures.areReadsBlocked,
      fetched: () => this.#pump(),
      failed: (error) => {
        // Otherwise the reads of a paused run would ask for the same items again at once, and without end.
        this.#failures.areReadsBlocked = true;
        this.#pauseFor(error);
      },
    });
    const stepDeps: StepDeps = {
      ...deps,
      readLifeMs: readLifeMs(itemsIn(deps.counts)),
      run: () => this.#stored,
      hindrance: (read) => this.#hindrance(read),
      isCancelled: () => this.#stored.state === 'cancelled',
      waitFor: (wait) => {
        if (this.#failures.waitFor(elapsed(), wait)) {
          this.#slots.releaseUnneeded();
        }
      },
      slots: this.#slots,
      sent: ({ itemId }) => this.#leaving.add(itemId),
      signal: this.#closing.signal,
      stopping: this.#stopping.signal,
    };
    setMaxListeners(0, this.#stopping.signal);
    const progress = new ItemProgress(stepDeps);
    this.#before = new ReadBeforeCall(stepDeps, progress);
    this.#sender = new CallSender(stepDeps, progress);
    this.#after = new ReadAfterCall(stepDeps, progress);
  }

  get stored(): StoredRun {
    return this.#stored;
  }

  /** @param underWay the conversations with a call in an earlier session that is not settled */
  start(underWay: readonly string[]): void {
    this.#claim(underWay);
    if (this.#stored.state === 'cancelled') {
      // The console may have been closed before the rest was withdrawn.
      this.cancel().catch(() => undefined);
    } else {
      this.#pump();
    }
  }

  /** Takes the conversations with a call that is not settled. */
  #claim(underWay: readonly string[]): void {
    for (const conversationId of underWay) {
      this.#claims.take(conversationId);
    }
  }

  view(): DeletionRun {
    return runViewOf({
      stored: this.#stored,
      counts: this.#counts,
      leaving: this.#leaving.size,
      jobs: this.#jobs.size,
      heldByOthers: this.#claims.heldByOthers,
      failures: this.#failures,
      heldUntil: this.#heldUntil,
      elapsed: this.#deps.elapsed(),
      perSecond: this.#throughput.perSecond(),
      now: this.#deps.now(),
    });
  }

  async pause(): Promise<void> {
    this.#resuming = undefined;
    this.#heldUntil = undefined;
    await this.#happened('paused');
  }

  /** Sends and reads again. A run that was cancelled only reads. */
  async resume(): Promise<void> {
    if (isOver(this.#stored)) {
      return this.cancel();
    }
    this.#failures.resume();
    const resuming = {};
    this.#resuming = resuming;
    await this.#alone(() => this.#reload());
    if (this.#resuming !== resuming) {
      return;
    }
    // Answers to what was sent before the pause came until now.
    this.#failures.forget();
    this.#heldUntil = undefined;
    this.#throughput.restart();
    await this.#happened('resumed');
    this.#pump();
  }

  /**
   * Ends the items whose calls were sent, without further reads of their effects; receipts say what is known.
   * @throws Failure invalid-input while calls may still be sent
   */
  async stopReading(): Promise<void> {
    if (this.#counts.waiting > 0) {
      throw new Failure({
        code: 'invalid-input',
        message: 'This run has not sent everything yet.',
        hint: 'Cancel the rest first.',
      });
    }
    await this.cancel({ withoutReads: true });
  }

  async setPace(pace: RunPace): Promise<void> {
    this.#stored = { ...this.#stored, pace };
    await this.#deps.store.request('setRun', { runId: this.#stored.runId, pace });
    this.#slots.rateChanged();
    this.#pump();
  }

  /** Called when the environment's settings or key changed: blocked reads may succeed now. */
  environmentChanged(): void {
    this.#failures.areReadsBlocked = false;
    this.#pump();
  }

  /** Sends nothing more. Waits briefly for requests in progress; unknown outcomes are read at the next start. */
  async close(waitMs: number): Promise<void> {
    this.#closing.abort();
    this.#stopping.abort();
    this.#stopTimer();
    this.#stopRecording();
    this.#slots.releaseUnneeded();
    await this.#jobs.settled(waitMs);
  }

  #hindrance(read?: LastRead) {
    const isClosing = this.#closing.signal.aborted;
    const waitsMs = this.#failures.resumesAt - this.#deps.elapsed();
    const { state } = this.#stored;
    return hindrance({ state, isExclusive: this.#jobs.isBlocked, isClosing, waitsMs }, read);
  }

  /** Changes the state by the table, then on disk. */
  async #happened(event: RunEvent): Promise<void> {
    const state = runAfter(this.#stored.state, event);
    if (state === this.#stored.state) {
      return;
    }
    this.#stored = { ...this.#stored, state };
    this.#slots.releaseUnneeded();
    this.#deps.changed();
    try {
      await this.#deps.store.request('setRun', { runId: this.#stored.runId, state });
    } catch (error) {
      if (state === 'open') {
        // Otherwise it would count as running, and send nothing.
        this.#pauseFor(error);
      }
      throw error;
    }
    this.#pump();
  }

  /** Works once no step is in progress and while none starts, so that what is on disk is complete. */
  #alone(work: () => Promise<void>): Promise<void> {
    const done = this.#jobs.alone(work);
    this.#slots.releaseUnneeded();
    return done;
  }

  /** Takes items and counts from the disk, which after a failed write differ from those in memory. */
  async #reload(): Promise<void> {
    this.#counts = await this.#deps.store.request('counts', { runId: this.#stored.runId });
    this.#queues.clear();
    this.#claims.forgetHeld();
  }

  /**
   * Sends nothing more. Requests already sent are followed to their end, or `withoutReads` end now: their receipts say what is known. Resolves
   * when it is on disk. One that cannot be recorded is recorded again later.
   */
  async cancel({ withoutReads = false } = {}): Promise<void> {
    const { runId, state } = this.#stored;
    if (state === 'done') {
      return;
    }
    this.#stopRecording();
    this.#heldUntil = undefined;
    this.#resuming = undefined;
    this.#isPlanCancelled ||= state === 'planned';
    // The order matters: from here nothing is sent, even if the store fails.
    this.#stored = { ...this.#stored, state: runAfter(state, 'cancelled') };
    this.#stopping.abort();
    this.#deps.changed();
    try {
      await this.#alone(async () => {
        await this.#deps.store.request('setRun', { runId, state: 'cancelled' });
        await this.#deps.store.request('withdraw', { runId });
        if (withoutReads) {
          await this.#endSent();
        }
        await this.#reload();
        this.#failures.areReadsBlocked = false;
        const underWay = await this.#deps.store.request('underWay', { runId });
        this.#claims.releaseAll();
        // In the same turn: items that were sent without a usable response have to be read, and no other run may call them meanwhile.
        this.#claim(underWay);
      });
    } catch (error) {
      const failure = error instanceof Failure ? notCancelled(error, this.#isPlanCancelled) : error;
      this.#failures.areReadsBlocked = true;
      this.#pauseFor(failure);
      if (!this.#closing.signal.aborted) {
        const again = () => void this.cancel({ withoutReads }).catch(() => undefined);
        this.#stopRecording = this.#deps.later(recordAgainMs, again);
      }
      throw failure;
    }
    this.#pump();
  }

  /** Ends the items whose calls were sent. */
  async #endSent(): Promise<void> {
    const { store, stored } = this.#deps;
    const page = { runId: stored.runId, states: sentStates, after: 0, count: pageSize };
    for (let items = await store.request('next', page); items.length > 0; ) {
      await Promise.all(items.map((item) => this.#after.end(item)));
      items = await store.request('next', page);
    }
  }

  #pump(): void {
    this.#stopTimer();
    if (this.#closing.signal.aborted || this.#jobs.isBlocked) {
      return;
    }
    if (this.#heldUntil !== undefined) {
      const left = this.#heldUntil - this.#deps.now();
      if (left > 0) {
        // A clock set back must not extend the hold.
        this.#pumpLater(Math.min(left, 1000));
        this.#heldUntil = this.#deps.now() + Math.min(left, this.#deps.holdMs);
        return;
      }
      this.#heldUntil = undefined;
      this.#throughput.restart();
      void this.#happened('begun').catch(() => undefined);
      return;
    }
    const now = this.#deps.elapsed();
    const { pace } = this.#stored;
    const pauseMs = this.#failures.resumesAt - now;
    if (pauseMs > 0) {
      this.#pumpLater(pauseMs);
    }
    while (pauseMs <= 0 && this.#jobs.size < maxItemsAtOnce(pace)) {
      const item = this.#queues.next(now, pace.perSecond !== undefined);
      if (item === undefined) {
        this.#pumpLater(Math.max(50, (this.#queues.nextDueAt ?? Infinity) - now));
        break;
      }
      this.#perform(item);
    }
    const { waiting, underWay } = this.#counts;
    if (waiting + underWay + this.#jobs.size === 0) {
      this.#happened('finished').catch((error: unknown) => this.#deps.log(error));
    }
    this.#deps.changed();
  }

  #perform(item: StoredItem): void {
    const before = item.state;
    const step = this.#nextStep(item)
      .then((result) => {
        this.#apply(item, before, result);
        result.slot?.release();
      })
      .catch((error: unknown) => {
        // The item on disk is unchanged, or ahead of the one in memory: it is fetched again once the run is resumed.
        this.#failures.areReadsBlocked ||= isOver(this.#stored);
        this.#pauseFor(error);
      });
    this.#jobs.add(step, () => {
      this.#leaving.delete(item.itemId);
      this.#pump();
    });
  }

  async #nextStep(item: StoredItem): Promise<StepResult> {
    if (!this.#claims.take(item.conversationId)) {
      return { item, kind: 'neutral', delayMs: 1000 };
    }
    if (item.state !== 'waiting') {
      return this.#after.read(item);
    }
    const checked = await this.#before.read(item);
    return checked.kind === 'send' ? this.#sender.send(checked.item) : checked.result;
  }

  /** Handles the result of a step: whether the run goes on, pauses, or repeats the step. */
  #apply(before: StoredItem, state: ItemState, result: StepResult): void {
    const { item } = result;
    countMoved(this.#counts, state, item);
    if (item.state === 'waiting' || item.state === 'done') {
      this.#claims.release(item.conversationId);
    }
    if (this.#failures.count(result.kind, this.#stored.pace.stopAfter)) {
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

  /** `Infinity`: not by itself. */
  #pumpLater(ms: number): void {
    this.#stopTimer();
    this.#stopTimer =
      ms === Infinity ? () => undefined : this.#deps.later(Math.max(1, Math.ceil(ms)), () => this.#pump());
  }

  #pauseFor(error: unknown): void {
    if (!(error instanceof Failure)) {
      this.#deps.log(error);
    }
    this.#failures.stop = (error instanceof Failure ? error : pausedByFault()).view();
    // This also fails on a full disk; the next start offers the run again in any case.
    this.#happened('paused').catch(() => undefined);
    this.#deps.changed();
  }
}
