import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { ReadingPace, ReadingRun } from '../../../../preload/contract/reading.ts';
import { Failure } from '../../../common/failure.ts';
import { Throughput } from '../../../common/throughput.ts';
import { absenceOf, classifyFailure } from '../../../service/classify-failure.ts';
import type { ServiceClient } from '../../../service/port.ts';
import { readTarget } from '../../../service/read-target.ts';
import { RunPauses } from '../../../service/run-pauses.ts';
import { OutcomeBuffer } from './outcome-buffer.ts';
import type { QueuedReading, ReadingOutcome, StoredRun } from './reading-queue.ts';

export interface ReadingRunDeps {
  environmentId: string;
  row: StoredRun;
  /** @throws Failure environment-not-found */
  client(): Pick<ServiceClient, 'readConversation'>;
  next(after: number, count: number): Promise<QueuedReading[]>;
  finish(outcomes: readonly ReadingOutcome[]): Promise<{ added: number; changed: number; gone: number }>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back. */
  elapsed(): number;
  changed(): void;
  /** Called with unexpected errors. */
  log(error: unknown): void;
}

/** The most waiting conversations held in memory. */
const batch = 256;
/** Reads of one conversation before it counts as failed. */
const maxAttempts = 4;
/** Consecutive reads that fail alike before the run pauses: the cause is then not the single conversation. */
const alikeBeforePause = 25;
/** Reading stops while this many outcomes wait to be written. */
const maxUnwritten = 512;
/** Milliseconds before a conversation is read again the first time; doubled for each further one. */
const firstDelayMs = 500;

interface DelayedItem extends QueuedReading {
  /** Measured by the monotonic clock. */
  dueAt: number;
}

/** Reads the conversations of one environment's queue at its pace until the queue is empty. */
export class Run {
  readonly #deps: ReadingRunDeps;
  readonly #buffer: OutcomeBuffer;
  readonly #throughput: Throughput;
  readonly #end = new AbortController();
  readonly #attempts = new Map<number, number>();
  /** Items being read or not written yet, so that none is read twice. */
  readonly #takenItems = new Set<number>();
  #counts: Omit<StoredRun, 'pace' | 'isPaused'>;
  #pace: ReadingPace;
  #ready: QueuedReading[] = [];
  readonly #delayedItems: DelayedItem[] = [];
  #lastFetched = 0;
  #fetching = false;
  #isExhausted = false;
  #active = 0;
  #isPaused: boolean;
  /** Counts how often the user resumed. A read that was sent before does not pause the run again. */
  #resumptions = 0;
  readonly #pauses = new RunPauses();
  /** The earliest time of the next read at the pace, by the monotonic clock. */
  #nextStartAt = 0;
  #alike = { code: '', count: 0 };
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ReadingRunDeps) {
    this.#deps = deps;
    const { pace, isPaused, ...counts } = deps.row;
    this.#counts = counts;
    this.#pace = pace;
    this.#isPaused = isPaused;
    this.#throughput = new Throughput(deps.elapsed);
    this.#buffer = new OutcomeBuffer({
      write: (outcomes) => this.#write(outcomes),
      failed: (outcomes, error) => this.#notWritten(outcomes, error),
    });
  }

  /** Starts or continues. */
  start(): void {
    this.#pump();
  }

  view(): ReadingRun {
    const { waiting, ...counts } = this.#counts;
    const now = this.#deps.elapsed();
    const { resumesAt, stop } = this.#pauses;
    const wait = this.#pauses.waitAt(now);
    const isWaiting = wait !== undefined;
    const isDone =
      this.#takenItems.size === 0 && (waiting === 0 || (this.#isExhausted && this.#ready.length === 0));
    const state = this.#isPaused ? 'paused' : isDone ? 'done' : isWaiting ? 'waiting' : 'running';
    const rate = state === 'running' ? this.#throughput.perSecond() : 0;
    return {
      ...counts,
      state: isDone ? 'done' : state,
      pace: this.#pace,
      rate,
      ...omitUndefined({
        secondsLeft: rate > 0 ? waiting / rate : undefined,
        resumesAt: state === 'waiting' ? this.#deps.now() + resumesAt - now : undefined,
        failure: state === 'waiting' ? wait : state === 'paused' ? (stop ?? wait) : undefined,
      }),
    };
  }

  /** Applies changes of the stored run: more items, failed items to retry, or the pace of those added. */
  update(row: StoredRun): void {
    const { pace, isPaused, ...counts } = row;
    this.#counts = counts;
    this.#pace = pace;
    // Failed items come before those read last.
    this.#lastFetched = 0;
    this.#ready = [];
    this.#isExhausted = false;
    this.#nextStartAt = 0;
    if (this.#isPaused && !isPaused) {
      this.#resumptions++;
      this.#pauses.resume();
      this.#alike = { code: '', count: 0 };
    }
    this.#isPaused = isPaused;
    this.#pump();
    this.#deps.changed();
  }

  /** Cancels running reads. What was read is recorded; the rest stays queued. */
  async close(): Promise<void> {
    this.#end.abort();
    clearTimeout(this.#timer);
    await this.#buffer.flush();
  }

  #pump(): void {
    clearTimeout(this.#timer);
    while (!this.#isPaused && !this.#end.signal.aborted && this.#active < this.#pace.concurrency) {
      if (this.#buffer.length > maxUnwritten) {
        return;
      }
      const now = this.#deps.elapsed();
      const wait = Math.max(this.#pauses.resumesAt, this.#nextStartAt) - now;
      if (wait > 0) {
        this.#pumpLater(wait);
        return;
      }
      const item = this.#take(now);
      if (item === undefined) {
        return;
      }
      if (this.#pace.perSecond !== undefined) {
        this.#nextStartAt = Math.max(now, this.#nextStartAt) + 1000 / this.#pace.perSecond;
      }
      this.#active++;
      void this.#readItem(item).finally(() => {
        this.#active--;
        this.#pump();
        this.#deps.changed();
      });
    }
  }

  /** Returns the next item to read; if none is ready, undefined, and a timer retries when one is. */
  #take(now: number): QueuedReading | undefined {
    const due = this.#delayedItems.findIndex(({ dueAt }) => dueAt <= now);
    if (due >= 0) {
      return this.#delayedItems.splice(due, 1)[0];
    }
    for (let item = this.#ready.shift(); item !== undefined; item = this.#ready.shift()) {
      if (!this.#takenItems.has(item.id)) {
        this.#takenItems.add(item.id);
        return item;
      }
    }
    if (!this.#isExhausted) {
      void this.#fetch();
    } else if (this.#delayedItems.length > 0) {
      this.#pumpLater(Math.min(...this.#delayedItems.map(({ dueAt }) => dueAt)) - now);
    }
    return undefined;
  }

  #pumpLater(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#pump(), Math.max(1, Math.ceil(ms)));
  }

  async #fetch(): Promise<void> {
    if (this.#fetching) {
      return;
    }
    this.#fetching = true;
    const after = this.#lastFetched;
    try {
      const items = await this.#deps.next(after, batch);
      // If the run was restarted meanwhile, these are not the next items any more.
      if (after === this.#lastFetched) {
        this.#ready = items;
        this.#lastFetched = items.at(-1)?.id ?? after;
        this.#isExhausted = items.length < batch;
      }
    } catch (error) {
      this.#pauseFor(error);
    } finally {
      this.#fetching = false;
    }
    this.#pump();
  }

  async #readItem(item: QueuedReading): Promise<void> {
    const { conversationId } = item;
    const outcome = { itemId: item.id, conversationId };
    const resumptions = this.#resumptions;
    try {
      const options = { signal: this.#end.signal, withoutRetry: true };
      const { value, notes } = await readTarget(this.#deps.client(), conversationId, options);
      this.#handleSuccess();
      this.#finish({
        ...outcome,
        kind: 'read',
        reading: {
          environmentId: this.#deps.environmentId,
          conversationId,
          at: this.#deps.now(),
          opened: false,
          conversation: value,
          notes: { flags: notes.flags, duplicates: notes.duplicates },
        },
      });
    } catch (error) {
      this.#handleFailure(item, error, resumptions === this.#resumptions);
    }
  }

  #handleFailure(item: QueuedReading, error: unknown, mayPause: boolean): void {
    const failureKind = classifyFailure(error);
    const outcome = { itemId: item.id, conversationId: item.conversationId };
    switch (failureKind.kind) {
      case 'cancelled':
        this.#takenItems.delete(item.id);
        return;
      case 'gone':
        this.#handleSuccess();
        this.#finish({ ...outcome, kind: 'gone' });
        return;
      case 'pause':
        this.#delay(item, 0);
        if (mayPause) {
          this.#pauseFor(failureKind.failure);
        }
        return;
      case 'wait':
        this.#delay(item, 0);
        this.#pauses.waitFor(this.#deps.elapsed(), failureKind);
        return;
      case 'again': {
        const attempts = (this.#attempts.get(item.id) ?? 0) + 1;
        if (attempts < maxAttempts) {
          this.#attempts.set(item.id, attempts);
          this.#delay(item, firstDelayMs * 2 ** (attempts - 1));
          return;
        }
        this.#countAlike(failureKind.code, error);
        this.#finish({ ...outcome, kind: 'failed', code: failureKind.code });
        return;
      }
      case 'failed':
        if (!(error instanceof Failure)) {
          this.#deps.log(error);
        }
        this.#countAlike(failureKind.code, error);
        this.#finish({
          ...outcome,
          kind: 'failed',
          code: failureKind.code,
          isMissing: absenceOf(error) !== undefined,
        });
    }
  }

  #handleSuccess(): void {
    this.#pauses.succeeded();
    this.#alike = { code: '', count: 0 };
  }

  #finish(outcome: ReadingOutcome): void {
    this.#attempts.delete(outcome.itemId);
    this.#throughput.add();
    this.#buffer.add(outcome);
  }

  #delay(item: QueuedReading, ms: number): void {
    this.#delayedItems.push({ ...item, dueAt: this.#deps.elapsed() + ms });
  }

  #pauseFor(error: unknown): void {
    if (!(error instanceof Failure)) {
      this.#deps.log(error);
    }
    this.#isPaused = true;
    this.#pauses.stop = (error instanceof Failure ? error : internalFailure()).view();
    this.#deps.changed();
  }

  #countAlike(code: string, error: unknown): void {
    // A list of wrong ids is no reason to pause.
    const count = this.#alike.code === code ? this.#alike.count + 1 : 1;
    this.#alike = { code, count };
    if (code !== 'not-found' && count >= alikeBeforePause) {
      this.#pauseFor(error);
    }
  }

  async #write(outcomes: readonly ReadingOutcome[]): Promise<void> {
    const { added, changed, gone } = await this.#deps.finish(outcomes);
    const failureCount = outcomes.filter(({ kind }) => kind === 'failed').length;
    const counts = this.#counts;
    counts.done += outcomes.length - failureCount;
    counts.failed += failureCount;
    counts.waiting = Math.max(0, counts.waiting - outcomes.length);
    counts.added += added;
    counts.changed += changed;
    counts.gone += gone;
    for (const { itemId } of outcomes) {
      this.#takenItems.delete(itemId);
    }
    this.#pump();
    this.#deps.changed();
  }

  /** Handles items that were not written: they are still queued and are read again when a user resumes the run. */
  #notWritten(outcomes: readonly ReadingOutcome[], error: unknown): void {
    for (const { itemId } of outcomes) {
      this.#takenItems.delete(itemId);
    }
    if (!this.#end.signal.aborted) {
      this.#pauseFor(error);
    }
  }
}

function internalFailure(): Failure {
  return new Failure({
    code: 'internal',
    message: 'Reading was paused because the list of cases could not be written.',
    hint: 'Resume to try again. Nothing that was recorded is lost.',
    retryable: true,
  });
}
