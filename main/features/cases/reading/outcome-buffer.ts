import type { ReadingOutcome } from './reading-queue.ts';

interface OutcomeBufferOptions {
  /** Writes outcomes in one transaction. */
  write(outcomes: readonly ReadingOutcome[]): Promise<void>;
  /** Called with outcomes that could not be written. */
  failed(outcomes: readonly ReadingOutcome[], error: unknown): void;
}

/** Outcomes are written together once there are this many, or after this many milliseconds. */
const max = 32;
const withinMs = 25;

/** Collects outcomes so that one transaction writes many, which keeps a run over thousands of conversations fast. */
export class OutcomeBuffer {
  readonly #options: OutcomeBufferOptions;
  #waiting: ReadingOutcome[] = [];
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OutcomeBufferOptions) {
    this.#options = options;
  }

  /** Returns the number of outcomes not written yet. */
  get length(): number {
    return this.#waiting.length;
  }

  add(outcome: ReadingOutcome): void {
    this.#waiting.push(outcome);
    if (this.#waiting.length >= max) {
      this.#write();
    } else {
      this.#timer ??= setTimeout(() => this.#write(), withinMs);
    }
  }

  /** Resolves when everything added is written or has failed to be. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing !== undefined) {
      this.#write();
      await this.#writing;
    }
  }

  /** Writes once at a time; outcomes added meanwhile go into the next write. */
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
