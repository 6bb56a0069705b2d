/** Milliseconds over which the rate is measured. */
const spanMs = 10_000;
const slots = 20;

/** Counts events over the last seconds. */
export class Throughput {
  readonly #elapsed: () => number;
  #since = 0;
  #counts: { slot: number; count: number }[] = [];

  /** @param elapsed monotonic clock, in milliseconds */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
    this.restart();
  }

  /** Measures from now on, as after a time in which nothing was to happen. */
  restart(): void {
    this.#since = this.#elapsed();
    this.#counts = Array.from({ length: slots }, () => ({ slot: -1, count: 0 }));
  }

  add(): void {
    const slot = this.#slot();
    const entry = this.#counts[slot % slots];
    if (entry === undefined) {
      return;
    }
    if (entry.slot !== slot) {
      entry.slot = slot;
      entry.count = 0;
    }
    entry.count++;
  }

  /** Events per second over the measured span. */
  perSecond(): number {
    const slot = this.#slot();
    const recent = this.#counts.filter((entry) => entry.slot > slot - slots);
    const count = recent.reduce((sum, entry) => sum + entry.count, 0);
    const seconds = Math.min(spanMs, Math.max(250, this.#elapsed() - this.#since)) / 1000;
    return count / seconds;
  }

  #slot(): number {
    return Math.floor(this.#elapsed() / (spanMs / slots));
  }
}
