import { cancelledFailure } from '../../../common/failure.ts';
import { RequestWorker } from '../../../common/workers/request-worker.ts';
import { limitFailure, WorkerLimit } from '../../../common/workers/worker-limit.ts';
import type { RawRequests } from './worker.ts';

/** Milliseconds for one question about the largest response. */
const timeoutMs = 30_000;
const heapMb = 1024;
/** The thread holds a copy of a response; it ends when nothing was asked for this long. Milliseconds. */
const idleMs = 60_000;

export type RawQuestion = Exclude<keyof RawRequests, 'load'>;
type Input<Name extends RawQuestion> = Omit<Parameters<RawRequests[Name]>[0], 'readingId'>;
type Answer<Name extends RawQuestion> = Exclude<ReturnType<RawRequests[Name]>, 'missing'>;

/** Questions about raw responses: paths, folds, searches, filters. They are answered in a thread that can be ended. */
export class RawWork {
  #worker: RequestWorker<RawRequests> | undefined;
  #idle: NodeJS.Timeout | undefined;

  /**
   * @throws Failure cancelled when the signal is aborted; a search or a filter is ended with the thread
   * @throws Failure limit-exceeded when a limit of the thread is met
   */
  async ask<Name extends RawQuestion>(
    name: Name,
    readingId: string,
    raw: Uint8Array,
    input: Input<Name>,
    signal: AbortSignal,
  ): Promise<Answer<Name>> {
    for (;;) {
      signal.throwIfAborted();
      const worker = this.#start();
      const end = () => void this.#end(worker);
      if (name === 'search' || name === 'filter') {
        signal.addEventListener('abort', end, { once: true });
      }
      try {
        const question = { ...input, readingId } as Parameters<RawRequests[Name]>[0];
        const request = worker.request as (name: string, input: unknown) => Promise<unknown>;
        let answer = await request(name, question);
        if (answer === 'missing') {
          await request('load', { readingId, raw });
          answer = await request(name, question);
        }
        if (answer !== 'missing') {
          return answer as Answer<Name>;
        }
      } catch (error) {
        if (signal.aborted) {
          throw cancelledFailure();
        }
        if (error instanceof WorkerLimit) {
          throw limitFailure(error, {
            limit: (kind) => ({
              message:
                kind === 'memory'
                  ? 'This takes more memory than the console allows for one response.'
                  : 'This took longer than 30 seconds and was ended.',
              hint: 'Use a narrower path or a longer text.',
            }),
          });
        }
        // Another question was ended, and the thread with it: this one is asked again.
        if (this.#worker === worker) {
          throw error;
        }
      } finally {
        signal.removeEventListener('abort', end);
      }
    }
  }

  /** Ends the thread and what it holds; the next question starts another. */
  async forget(): Promise<void> {
    if (this.#worker) {
      await this.#end(this.#worker);
    }
  }

  #start(): RequestWorker<RawRequests> {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.forget(), idleMs).unref();
    this.#worker ??= new RequestWorker<RawRequests>({
      url: new URL('./worker.ts', import.meta.url),
      name: 'raw-responses',
      timeoutMs,
      heapMb,
    });
    return this.#worker;
  }

  async #end(worker: RequestWorker<RawRequests>): Promise<void> {
    if (this.#worker === worker) {
      this.#worker = undefined;
      clearTimeout(this.#idle);
    }
    await worker.close();
  }
}
