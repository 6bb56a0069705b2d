/** Time to the first sweep and between sweeps, in milliseconds. */
const firstAfterMs = 10_000;
const everyMs = 3_600_000;

export interface RetentionDeps {
  /** Deletes some of the cases past their retention period; returns true if there are more. */
  sweep(): Promise<boolean>;
  report(error: unknown): void;
}

/** Sweeps soon after the start and then every hour, in slices, until closed. */
export class Retention {
  readonly #parts: RetentionDeps;
  #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(parts: RetentionDeps) {
    this.#parts = parts;
    this.#timer = this.#later(firstAfterMs);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#run(), ms).unref();
  }

  async #run(): Promise<void> {
    let more = false;
    try {
      more = await this.#parts.sweep();
    } catch (error) {
      this.#parts.report(error);
    }
    if (!this.#isClosed) {
      this.#timer = this.#later(more ? 0 : everyMs);
    }
  }
}
