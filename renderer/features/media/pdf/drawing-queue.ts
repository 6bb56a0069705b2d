interface Waiting {
  /** The lowest is drawn first. */
  order: number;
  start(): void;
}

/** Draws one page at a time: pages in view first, and never those that are not wanted any more. */
export class DrawingQueue {
  #waiting: Waiting[] = [];
  #isBusy = false;

  /** Rejects with the signal's reason where it was aborted before the drawing began. */
  run<T>(order: number, signal: AbortSignal, draw: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        order,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          this.#isBusy = true;
          draw()
            .then(resolve, reject)
            .finally(() => {
              this.#isBusy = false;
              this.#next();
            });
        },
      };
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal.reason);
      };
      if (signal.aborted) {
        giveUp();
        return;
      }
      signal.addEventListener('abort', giveUp, { once: true });
      const at = this.#waiting.findIndex((one) => one.order > order);
      this.#waiting.splice(at < 0 ? this.#waiting.length : at, 0, waiting);
      this.#next();
    });
  }

  #next(): void {
    if (!this.#isBusy) {
      this.#waiting.shift()?.start();
    }
  }
}
