/** Pauses of the whole run after a failure that affects every call, in milliseconds. */
const firstPauseMs = 2000;
const maxPauseMs = 60_000;

/** Pauses of a whole run after failures. Times in milliseconds by the monotonic clock. */
export class FailurePauses {
  #resumesAt = 0;
  /** Growing pauses since the last success. */
  #pauses = 0;

  get resumesAt(): number {
    return this.#resumesAt;
  }

  succeeded(): void {
    this.#pauses = 0;
  }

  /**
   * Makes all requests wait. Several failures at the same time count as one.
   * @returns false if a pause is in progress already
   */
  pause(now: number, requestedMs: number | 'growing'): boolean {
    if (requestedMs === 'growing' && this.#resumesAt > now) {
      return false;
    }
    const pause =
      requestedMs === 'growing' ? Math.min(maxPauseMs, firstPauseMs * 2 ** this.#pauses++) : requestedMs;
    this.#resumesAt = Math.max(this.#resumesAt, now + pause);
    return true;
  }

  resume(): void {
    this.#resumesAt = 0;
  }
}
