/** The slowest download that is still let go on, in bytes a second: slower than any line in use. */
const slowestDownload = 4096;

/**
 * The time one request may take as a whole, beside the limits of its phases. Time in which nobody reads the body is not counted. A
 * download of any size is allowed: each byte of it adds the time it takes at the slowest speed.
 */
export class Deadline {
  readonly #totalMs: number;
  readonly #download: boolean;
  readonly #elapsed: () => number;
  readonly #expire: () => void;
  #usedMs = 0;
  /** When the running stretch of time began; undefined while nobody reads. */
  #since: number | undefined;
  #bytes = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param options.elapsed milliseconds on a clock that never goes back */
  constructor(options: { totalMs: number; download: boolean; elapsed(): number; expire(): void }) {
    this.#totalMs = options.totalMs;
    this.#download = options.download;
    this.#elapsed = options.elapsed;
    this.#expire = options.expire;
    this.run();
  }

  /** Counts time from here on. */
  run(): void {
    if (this.#since !== undefined) {
      return;
    }
    this.#since = this.#elapsed();
    this.#arm();
  }

  /** Counts no time until it runs again. */
  pause(): void {
    if (this.#since === undefined) {
      return;
    }
    this.#usedMs += this.#elapsed() - this.#since;
    this.#since = undefined;
    clearTimeout(this.#timer);
  }

  received(bytes: number): void {
    this.#bytes += bytes;
  }

  end(): void {
    this.pause();
  }

  #arm(): void {
    const running = this.#since === undefined ? 0 : this.#elapsed() - this.#since;
    const left = this.#allowedMs() - this.#usedMs - running;
    // The timer may be up to a millisecond early.
    this.#timer = setTimeout(() => this.#check(), Math.min(Math.max(Math.ceil(left), 1), 2 ** 31 - 1));
  }

  #check(): void {
    if (this.#since === undefined) {
      return;
    }
    const used = this.#usedMs + this.#elapsed() - this.#since;
    if (used >= this.#allowedMs()) {
      this.#expire();
    } else {
      this.#arm();
    }
  }

  #allowedMs(): number {
    return this.#totalMs + (this.#download ? (this.#bytes / slowestDownload) * 1000 : 0);
  }
}
