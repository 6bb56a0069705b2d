import type { ReadingOutcome } from './reading-queue.ts';

interface OutcomeBufferOptions {
  /** Writes outcomes, in one transaction. */
  write(outcomes: readonly ReadingOutcome[]): Promise<void>;
  /** They could not be written. */
  failed(outcomes: readonly ReadingOutcome[], error: unknown): void;
}

/** So many outcomes are written together, or those of so many milliseconds. */
const most = 32;
const withinMs = 25;

/** Gathers what was read, so that one transaction writes many: a run over thousands is not slowed down by each. */
export class OutcomeBuffer {
  readonly #options: OutcomeBufferOptions;
  #waiting: ReadingOutcome[] = [];
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OutcomeBufferOptions) {
    this.#options = options;
  }

  /** Outcomes that are not written yet. */
  get length(): number {
    return this.#waiting.length;
  }

  add(outcome: ReadingOutcome): void {
    this.#waiting.push(outcome);
    if (this.#waiting.length >= most) {
      this.#write();
    } else {
      this.#timer ??= setTimeout(() => this.#write(), withinMs);
    }
  }

  /** Resolves when all that was added is written, or has failed to be. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing !== undefined) {
      this.#write();
      await this.#writing;
    }
  }

  /** One write at a time; what comes meanwhile is the next one. */
  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#writing !== undefined || this.#waiting.length === 0) {
      return;
    }
    const outcomes = this.#waiting;
    this.#waiting = [];
    this.#writing = this.#options
      .write(outcomes)
      .catch((error: unknown) => this.#options.failed(outcomes, error))
      .finally(() => {
        this.#writing = undefined;
        this.#write();
      });
  }
}
