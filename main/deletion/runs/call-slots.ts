/** One call in progress; released once. */
export interface CallSlot {
  release(): void;
}

/**
 * Limits the calls to the service that are in progress. More items than that are being worked on, so that many intents and replies share
 * a transaction; only these calls count.
 */
export class CallSlots {
  readonly #limit: () => number;
  readonly #waiting: (() => void)[] = [];
  #used = 0;

  /** @param limit the most calls at once; it may change */
  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Resolves when a call may begin, in the order of the requests. */
  async acquire(): Promise<CallSlot> {
    if (this.#used >= this.#limit() || this.#waiting.length > 0) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    } else {
      this.#used += 1;
    }
    let isReleased = false;
    return {
      release: () => {
        if (!isReleased) {
          isReleased = true;
          this.#used -= 1;
          this.admit();
        }
      },
    };
  }

  /** Lets waiting calls begin, after the limit was raised. */
  admit(): void {
    while (this.#used < this.#limit()) {
      const next = this.#waiting.shift();
      if (next === undefined) {
        return;
      }
      this.#used += 1;
      next();
    }
  }
}
