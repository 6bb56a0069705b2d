import type { FailureView } from '../../preload/contract/envelope.ts';
import type { Failure } from '../common/failure.ts';

/** Pauses of a whole run after a failure that affects every request, in milliseconds; the first doubles until a request succeeds. */
const firstPauseMs = 2000;
const maxPauseMs = 60_000;

/** When the requests of a run may go on, and the reason why it waits or is paused. Times in milliseconds by the monotonic clock. */
export class RunPauses {
  /** The failure for which the run is paused until a user resumes it. */
  stop: FailureView | undefined;
  #wait: FailureView | undefined;
  #resumesAt = 0;
  /** Pauses of a length of our own since the last success. */
  #pauses = 0;

  get resumesAt(): number {
    return this.#resumesAt;
  }

  /**
   * Makes all requests wait, as long as the service asks where it does. Several failures at the same time count as one.
   * @returns false if a pause is in progress already
   */
  waitFor(now: number, { afterMs, failure }: { afterMs: number | undefined; failure: Failure }): boolean {
    if (afterMs === undefined && this.#resumesAt > now) {
      return false;
    }
    const pause = afterMs ?? Math.min(maxPauseMs, firstPauseMs * 2 ** this.#pauses++);
    this.#resumesAt = Math.max(this.#resumesAt, now + pause);
    this.#wait = failure.view();
    return true;
  }

  /** Returns the failure for which all requests wait at this time. */
  waitAt(now: number): FailureView | undefined {
    return this.#resumesAt > now ? this.#wait : undefined;
  }

  succeeded(): void {
    this.#pauses = 0;
  }

  /** Ends a pause. */
  resume(): void {
    this.#resumesAt = 0;
    this.stop = undefined;
  }
}
