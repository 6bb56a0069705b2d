/** Work that only the end of the console waits for, such as removing the data of a deleted environment. */
export class Background {
  readonly #logError: (part: string) => (error: unknown) => void;
  readonly #running = new Set<Promise<void>>();

  /** @param logError logs an error after the name of the part that failed */
  constructor(logError: (part: string) => (error: unknown) => void) {
    this.#logError = logError;
  }

  run(part: string, work: Promise<unknown>): void {
    const ended = work.then(() => undefined, this.#logError(part)).finally(() => this.#running.delete(ended));
    this.#running.add(ended);
  }

  /** Resolves when all of it has ended. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) {
      await Promise.all(this.#running);
    }
  }
}
