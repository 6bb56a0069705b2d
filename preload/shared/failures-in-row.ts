import type { ErrorCode, FailureView } from '../contract/envelope.ts';

/** Failures after which other requests to the same service would fail, too. */
const forAll: ReadonlySet<ErrorCode> = new Set([
  'credentials-rejected',
  'credentials-missing',
  'plan-exhausted',
  'token-refused',
  'name-not-found',
  'unreachable',
  'connection-refused',
  'timeout-connect',
  'proxy-failed',
  'tls-untrusted',
  'tls-expired',
  'tls-failed',
  'connection-lost',
]);
/** After so many in a row the service is not asked any more. */
const maxInRow = 2;

type FailedRequest = Pick<FailureView, 'code' | 'message'>;

/** Counts the failures of requests that are made one after the other, and says when the rest need not be tried. */
export class FailuresInRow {
  #last: FailedRequest | undefined;
  #count = 0;

  succeeded(): void {
    this.#last = undefined;
    this.#count = 0;
  }

  failed(failure: FailedRequest): void {
    this.#count = this.#last?.code === failure.code ? this.#count + 1 : 1;
    this.#last = failure;
  }

  /** Returns why the next request would fail; undefined when it should be tried. */
  get reason(): string | undefined {
    const isCertain = this.#last && forAll.has(this.#last.code) && this.#count >= maxInRow;
    return isCertain ? this.#last?.message : undefined;
  }
}
