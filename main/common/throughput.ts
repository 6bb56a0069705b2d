/** Milliseconds over which the rate is measured. */
const spanMs = 10_000;

/** Counts events over the last seconds. */
export class Throughput {
  readonly #elapsed: () => number;
  #since: number;
  #times: number[] = [];

  /** @param elapsed monotonic clock, in milliseconds */
  constructor(elapsed: () => number) {
    this.#elapsed = elapsed;
    this.#since = elapsed();
  }

  /** Measures from now on, as after a time in which nothing was to happen. */
  restart(): void {
    this.#since = this.#elapsed();
    this.#times = [];
  }

  add(): void {
    this.#times.push(this.#elapsed());
  }

  /** Events per second over the measured span. */
  perSecond(): number {
    const now = this.#elapsed();
    this.#times = this.#times.filter((at) => at > now - spanMs);
    return (this.#times.length * 1000) / Math.min(spanMs, Math.max(250, now - this.#since));
  }
}
