/** Limits how many bytes are held at once. A caller that needs more than is left waits; callers are served in order. */
export class ByteBudget {
  #free: number;
  readonly #waiting: { bytes: number; take(): void }[] = [];

  /** @param bytes the most that is held at once */
  constructor(bytes: number) {
    this.#free = bytes;
  }

  /** Returns whether a caller waits for bytes that others hold. */
  get isAwaited(): boolean {
    return this.#waiting.length > 0;
  }

  /** Takes bytes if they are left and no caller waits; false otherwise. */
  tryTake(bytes: number): boolean {
    if (this.isAwaited || bytes > this.#free) {
      return false;
    }
    this.#free -= bytes;
    return true;
  }

  /** Takes bytes, and waits until they are left. False if the signal was aborted before. */
  async take(bytes: number, signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) {
      return false;
    }
    if (this.tryTake(bytes)) {
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const entry = { bytes, take: () => resolve(true) };
    const leave = () => {
      const at = this.#waiting.indexOf(entry);
      if (at >= 0) {
        this.#waiting.splice(at, 1);
        resolve(false);
        this.#serve();
      }
    };
    this.#waiting.push(entry);
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Returns bytes that were taken. */
  give(bytes: number): void {
    this.#free += bytes;
    this.#serve();
  }

  #serve(): void {
    for (
      let next = this.#waiting[0];
      next !== undefined && next.bytes <= this.#free;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#free -= next.bytes;
      next.take();
    }
  }
}
