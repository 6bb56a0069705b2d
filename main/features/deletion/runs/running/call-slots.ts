import type { RunPace } from '../../../../../preload/contract/deletion-runs.ts';
import { within } from '../../../../common/within.ts';
import { RunPauses } from '../../../../service/run-pauses.ts';

/** Permission for one request to the service; released once. */
export interface CallSlot {
  /** False if the caller was let go because it need not wait any longer: it must not send anything. */
  isPermitted: boolean;
  /** Called each time when the request is sent: the rate limit counts from then. */
  started(): void;
  release(): void;
}

export interface CallSlotsDeps {
  /** Returns the most requests at once; it may change. */
  limit(): number;
  /** Returns the most requests in any second; undefined for no limit. It may change. */
  perSecond(): number | undefined;
  /** Monotonic clock, in milliseconds. */
  elapsed(): number;
  /** Calls `action` after this many milliseconds unless the returned function was called. */
  later(ms: number, action: () => void): () => void;
}

interface Waiting {
  isNeeded(): boolean;
  admit(slot: CallSlot): void;
}

/** A second and a little more, since a request arrives a moment after it was sent. */
const rateSpanMs = 1010;

/**
 * Limits the requests of a run that are in progress, and their rate. More items than that are being worked on, so that many intents and
 * responses share a transaction; only these requests count. Requests that a stall delayed are not made up for afterwards.
 */
export class CallSlots {
  readonly #deps: CallSlotsDeps;
  #waiting: Waiting[] = [];
  #used = 0;
  /** Under a rate limit: permitted but not sent yet. The next one waits for it, since its own moment counts. */
  #unsent: CallSlot | undefined;
  #nextAt = 0;
  #stopTimer: (() => void) | undefined;

  constructor(deps: CallSlotsDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when a request may be sent, in the order of the calls.
   * @param isNeeded false if the caller has nothing to send any more
   */
  acquire(isNeeded: () => boolean): Promise<CallSlot> {
    const { promise, resolve } = Promise.withResolvers<CallSlot>();
    this.#waiting.push({ isNeeded, admit: resolve });
    this.admit();
    return promise;
  }

  /** Lets waiting requests begin, for example after a limit was raised. */
  admit(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    while (this.#used < this.#deps.limit()) {
      const [next] = this.#waiting;
      if (next === undefined) {
        return;
      }
      const perSecond = this.#deps.perSecond();
      if (perSecond !== undefined && next.isNeeded()) {
        if (this.#unsent !== undefined) {
          return;
        }
        const wait = this.#nextAt - this.#deps.elapsed();
        if (wait > 0) {
          this.#stopTimer = this.#deps.later(wait, () => this.admit());
          return;
        }
      }
      this.#waiting.shift();
      this.#grant(next);
    }
  }

  /** Lets those go that have nothing to send any more, without waiting for their turn. */
  releaseUnneeded(): void {
    const unneeded = this.#waiting.filter(({ isNeeded }) => !isNeeded());
    this.#waiting = this.#waiting.filter((one) => !unneeded.includes(one));
    for (const one of unneeded) {
      this.#grant(one);
    }
    this.admit();
  }

  /** Applies a new rate to the next request. */
  rateChanged(): void {
    this.#nextAt = Math.min(this.#nextAt, this.#deps.elapsed() + this.#intervalMs);
    this.admit();
  }

  get #intervalMs(): number {
    return rateSpanMs / (this.#deps.perSecond() ?? Number.POSITIVE_INFINITY);
  }

  #grant(waiting: Waiting): void {
    let isReleased = false;
    const slot: CallSlot = {
      isPermitted: waiting.isNeeded(),
      started: () => {
        this.#nextAt = this.#deps.elapsed() + this.#intervalMs;
        this.#sentOrReleased(slot);
      },
      release: () => {
        if (!isReleased) {
          isReleased = true;
          this.#used -= 1;
          this.#sentOrReleased(slot);
        }
      },
    };
    this.#used += 1;
    if (slot.isPermitted && this.#deps.perSecond() !== undefined) {
      this.#unsent = slot;
    }
    waiting.admit(slot);
  }

  #sentOrReleased(slot: CallSlot): void {
    if (this.#unsent === slot) {
      this.#unsent = undefined;
    }
    this.admit();
  }
}

/** Effects of failures on a whole run: pauses, and the failures in a row. */
export class RunFailures extends RunPauses {
  /** True if reads fail until a user changes something. */
  areReadsBlocked = false;
  #inRow = 0;

  /**
   * Counts the result of a step.
   * @returns true if the run has to pause until a user resumes it
   */
  count(kind: 'answered' | 'failed' | 'blocked' | 'neutral', stopAfter: number): boolean {
    if (kind === 'answered') {
      this.#inRow = 0;
      this.succeeded();
    } else if (kind === 'failed') {
      this.#inRow += 1;
    } else if (kind === 'blocked') {
      this.areReadsBlocked = true;
    }
    return kind === 'blocked' || (kind === 'failed' && this.#inRow >= stopAfter);
  }

  /** Forgets the failures of what was sent before the run was resumed. */
  forget(): void {
    this.stop = undefined;
    this.areReadsBlocked = false;
    this.#inRow = 0;
  }
}

/** The steps of a run that are in progress, and works that must not meet one. */
export class JobSet {
  readonly #jobs = new Set<Promise<void>>();
  readonly #works = new Set<Promise<void>>();

  get size(): number {
    return this.#jobs.size;
  }

  /** Returns whether a work waits for the steps to end or is in progress: no step may start. */
  get isBlocked(): boolean {
    return this.#works.size > 0;
  }

  /** @param ended called once the step is no longer counted */
  add(step: Promise<void>, ended: () => void): void {
    const job: Promise<void> = step.finally(() => {
      this.#jobs.delete(job);
      ended();
    });
    this.#jobs.add(job);
  }

  /** Works once no step and no earlier work is in progress, and while no step starts. */
  alone(work: () => Promise<void>): Promise<void> {
    const done: Promise<void> = Promise.allSettled([...this.#works])
      .then(() => this.#begin(work))
      .finally(() => this.#works.delete(done));
    this.#works.add(done);
    return done;
  }

  async #begin(work: () => Promise<void>): Promise<void> {
    while (this.#jobs.size > 0) {
      await Promise.all(this.#jobs);
    }
    await work();
  }

  /** Resolves when every step and work has ended, or after a time in milliseconds. */
  async settled(waitMs: number): Promise<void> {
    await within(waitMs, Promise.allSettled([...this.#jobs, ...this.#works]));
  }
}

/** Items that are being worked on for each concurrent call: while one is called, the intents and responses of others are written. */
const itemsPerCall = 16;
/** The same under a rate limit, where more would only wait with a recorded intent. */
const itemsPerLimitedCall = 2;

/** Returns the most items of a run that are being worked on at the same time. */
export function maxItemsAtOnce({ concurrency, perSecond }: RunPace): number {
  return concurrency * (perSecond === undefined ? itemsPerCall : itemsPerLimitedCall);
}
