/** The steps of a run that are in progress, and works that must not meet one. */
export class JobSet {
  readonly #jobs = new Set<Promise<void>>();
  #exclusive = 0;

  get size(): number {
    return this.#jobs.size;
  }

  /** Returns whether a work waits for the steps to end or is in progress: no step may start. */
  get isBlocked(): boolean {
    return this.#exclusive > 0;
  }

  /** @param ended called once the step is no longer counted */
  add(step: Promise<void>, ended: () => void): void {
    const job: Promise<void> = step.finally(() => {
      this.#jobs.delete(job);
      ended();
    });
    this.#jobs.add(job);
  }

  /** Works once no step is in progress and while none starts. */
  async alone(work: () => Promise<void>): Promise<void> {
    this.#exclusive += 1;
    try {
      while (this.#jobs.size > 0) {
        await Promise.all(this.#jobs);
      }
      await work();
    } finally {
      this.#exclusive -= 1;
    }
  }

  /** Resolves when every step has ended, or after a time in milliseconds. */
  async settled(waitMs: number): Promise<void> {
    const limit = new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
    await Promise.race([Promise.allSettled(this.#jobs), limit]);
  }
}
