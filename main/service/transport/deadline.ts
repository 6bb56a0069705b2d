/** The slowest allowed download, in bytes per second. */
const slowestDownload = 4096;

/**
 * The time limit of a whole request, beside the limits of its phases. Time in which the body is not being read does not
 * count. Downloads may have any size: each byte extends the limit by its time at the slowest speed.
 */
export class Deadline {
  readonly #totalMs: number;
  readonly #download: boolean;
  readonly #elapsed: () => number;
  readonly #expire: () => void;
  #usedMs = 0;
  /** When the running interval began; undefined while paused. */
  #since: number | undefined;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param options.elapsed milliseconds on a monotonic clock */
  constructor(options: { totalMs: number; download: boolean; elapsed(): number; expire(): void }) {
    this.#totalMs = options.totalMs;
    this.#download = options.download;
    this.#elapsed = options.elapsed;
    this.#expire = options.expire;
    this.run();
  }

  /** Starts counting time. */
  run(): void {
    if (this.#since !== undefined) {
      return;
    }
    this.#since = this.#elapsed();
    this.#arm();
  }

  /** Stops counting time until `run`, or for good. */
  pause(): void {
    if (this.#since === undefined) {
      return;
    }
    this.#usedMs += this.#elapsed() - this.#since;
    this.#since = undefined;
    clearTimeout(this.#timer);
  }

  noteBytes(bytes: number): void {
    this.#bytes += bytes;
  }

  #arm(): void {
    const running = this.#since === undefined ? 0 : this.#elapsed() - this.#since;
    const restMs = this.#allowedMs() - this.#usedMs - running;
    // The timer may be up to a millisecond early.
    this.#timer = setTimeout(() => this.#check(), Math.min(Math.max(Math.ceil(restMs), 1), 2 ** 31 - 1));
  }

  #check(): void {
    if (this.#since === undefined) {
      return;
    }
    const usedMs = this.#usedMs + this.#elapsed() - this.#since;
    if (usedMs >= this.#allowedMs()) {
      this.#expire();
    } else {
      this.#arm();
    }
  }

  #allowedMs(): number {
    return this.#totalMs + (this.#download ? (this.#bytes / slowestDownload) * 1000 : 0);
  }
}
