import type { FailureView } from '../../preload/contract/envelope.ts';
import { failureOf } from './bridge-client.ts';

/** What a request did, as a store shows it. Neither is called for a request that another one has replaced. */
interface Outcome<T> {
  done(value: T): void | Promise<void>;
  /** Also for an error that is no failure of a call, so that a store never stays busy. */
  failed(failure: FailureView): void;
}

/** Of the requests made through it, only the latest one counts: an earlier one is cancelled and its outcome dropped. */
export class LatestRequest {
  #current = new AbortController();

  /** Replaces the request before. The signal is aborted as soon as another request begins, or on `abort` and `discard`. */
  begin(): AbortSignal {
    this.#current.abort();
    this.#current = new AbortController();
    return this.#current.signal;
  }

  isLatest(signal: AbortSignal): boolean {
    return this.#current.signal === signal;
  }

  /** Makes a request, and reports its outcome unless another one has begun meanwhile. */
  async run<T>(request: (signal: AbortSignal) => Promise<T>, { done, failed }: Outcome<T>): Promise<void> {
    const signal = this.begin();
    try {
      const value = await request(signal);
      if (this.isLatest(signal)) {
        await done(value);
      }
    } catch (error) {
      if (this.isLatest(signal)) {
        failed(failureOf(error));
      }
    }
  }

  /** Cancels the request. How it ended is still reported. */
  abort(): void {
    this.#current.abort();
  }

  /** Cancels the request and drops its outcome: what it was for is gone. */
  discard(): void {
    this.begin();
  }
}
