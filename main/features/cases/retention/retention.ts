/** The delay before the first sweep and between sweeps, in milliseconds. */
const firstAfterMs = 10_000;
const everyMs = 3_600_000;
/** The time after the last forgetting when large files are rewritten, in milliseconds: that holds the list for seconds. */
const rewriteAfterMs = 15_000;

export interface RetentionDeps {
  /** Deletes some of the cases past their retention period; returns true if there are more. */
  sweep(): Promise<boolean>;
  /** Removes the bytes of forgotten cases from large files; true where that could not be done yet. */
  rewrite(): Promise<boolean>;
  report(error: unknown): void;
}

/** Sweeps shortly after the start and then every hour, in slices, and rewrites files, until closed. */
export class Retention {
  readonly #deps: RetentionDeps;
  #timer: NodeJS.Timeout;
  #rewriteTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(deps: RetentionDeps) {
    this.#deps = deps;
    this.#timer = this.#later(firstAfterMs);
  }

  /** Removes forgotten bytes from large files when nothing more was forgotten for a while. */
  rewriteSoon(): void {
    clearTimeout(this.#rewriteTimer);
    if (!this.#isClosed) {
      this.#rewriteTimer = setTimeout(() => void this.#rewrite(), rewriteAfterMs).unref();
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#rewriteTimer);
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#run(), ms).unref();
  }

  async #rewrite(): Promise<void> {
    try {
      if (await this.#deps.rewrite()) {
        this.rewriteSoon();
      }
    } catch (error) {
      this.#deps.report(error);
    }
  }

  async #run(): Promise<void> {
    let more = false;
    try {
      more = await this.#deps.sweep();
    } catch (error) {
      this.#deps.report(error);
    }
    if (!more) {
      // Includes bytes that an earlier session left.
      this.rewriteSoon();
    }
    if (!this.#isClosed) {
      this.#timer = this.#later(more ? 0 : everyMs);
    }
  }
}
