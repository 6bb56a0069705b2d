import { cancelledFailure } from '../../common/failure.ts';
import type { ReportProgress } from './index/case-acts.ts';

export interface ForgetOptions {
  /** Milliseconds for which it can be cancelled. */
  afterMs?: number;
  signal?: AbortSignal;
  /** Aborted when the window closes, which cancels nothing. */
  closed?: AbortSignal;
  progress?: ReportProgress;
}

/** Forgettings that can still be cancelled: each begins after its time, or when the console closes. */
export class HeldForgettings {
  readonly #waiting = new Set<() => void>();
  readonly #running = new Set<Promise<unknown>>();
  #isClosing = false;

  /** Runs a forgetting, which calls `hold` before it removes anything. @throws Failure cancelled */
  async run<T>(forget: (hold: (options: ForgetOptions) => Promise<void>) => Promise<T>): Promise<T> {
    const result = forget((options) => this.#hold(options));
    const settlement = result.catch(() => undefined);
    this.#running.add(settlement);
    void settlement.then(() => this.#running.delete(settlement));
    return result;
  }

  /** Begins those that are held, and waits for all. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const begin of this.#waiting) {
      begin();
    }
    await Promise.all(this.#running);
  }

  #hold({ afterMs = 0, signal, closed }: ForgetOptions): Promise<void> {
    if (this.#isClosing || afterMs === 0) {
      return Promise.resolve();
    }
    if (signal?.aborted && !closed?.aborted) {
      return Promise.reject(cancelledFailure());
    }
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        this.#waiting.delete(end);
        resolve();
      };
      const cancel = () => {
        if (!closed?.aborted) {
          // Before it ends: the first of both counts.
          reject(cancelledFailure());
          end();
        }
      };
      const timer = setTimeout(end, afterMs);
      this.#waiting.add(end);
      signal?.addEventListener('abort', cancel);
    });
  }
}
