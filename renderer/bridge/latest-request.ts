import type { FailureView } from '../../preload/contract/envelope.ts';
import { failureOf } from './bridge-client.ts';

/** The outcome of a request for a store. Neither is called for a request that another one has replaced. */
interface Outcome<T> {
  done(value: T): void | Promise<void>;
  /** Called for any error, so that a store never stays busy. */
  failed(failure: FailureView): void;
}

/** Keeps only the latest request: an earlier one is cancelled and its outcome dropped. */
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

  /** Cancels the request. Its outcome is still reported. */
  abort(): void {
    this.#current.abort();
  }

  /** Cancels the request and drops its outcome, which is not needed any more. */
  discard(): void {
    this.begin();
  }
}
