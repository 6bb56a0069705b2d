import type { Worker } from 'node:worker_threads';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { cancelledFailure, Failure } from '../failure.ts';
import { limitOr, startWorker, WorkerLimit } from './worker-limit.ts';

/** The requests of a long-lived worker: a function for each name, with one input and one output. */
export type Requests<R> = { [N in keyof R]: (input: never) => unknown };

type Input<R, N extends keyof R> = R[N] extends (input: infer I) => unknown ? I : never;
type Output<R, N extends keyof R> = R[N] extends (input: never) => infer O ? Awaited<O> : never;

export interface RequestMessage {
  id: number;
  name: string;
  input: unknown;
  now: number | undefined;
}
export type RequestReply =
  | { id: number; type: 'done'; output: unknown }
  | { id: number; type: 'refused'; failure: FailureView }
  | { id: number; type: 'failed'; error: unknown };

export interface RequestWorkerOptions<R extends Requests<R>> {
  /** The module that calls `serveRequests`. */
  url: URL;
  /** Shown by debuggers. */
  name: string;
  /** The default time limit of a request, in milliseconds, from when those before it have been answered. */
  timeoutMs: number;
  /** The largest heap, in MiB. */
  heapMb: number;
  /** The clock of a thread that has none of its own: each request says the time. */
  now?(): number;
  /** Prepares each new thread before its first request. */
  prepare?(send: Send<R>): Promise<void>;
  /** Called when a request has failed, before its caller is told. */
  onFailure?(error: unknown): Promise<void>;
}

/** @throws Failure as thrown by the worker; WorkerLimit time, memory; otherwise the worker's error */
export type Send<R extends Requests<R>> = <N extends keyof R & string>(
  name: N,
  input: Input<R, N>,
  options?: { timeoutMs?: number },
) => Promise<Output<R, N>>;

/**
 * A thread that lives as long as the process and handles requests in order. When a request takes too long or the thread
 * ends, its pending requests fail, and the next request starts a new thread.
 */
export class RequestWorker<R extends Requests<R>> {
  readonly #options: RequestWorkerOptions<R>;
  #thread: Thread | undefined;
  #closed = false;
  #lastId = 0;

  constructor(options: RequestWorkerOptions<R>) {
    this.#options = options;
  }

  /**
   * @param of.prepared the thread that is being prepared, for its first requests
   * @throws as `Send`; Failure cancelled after `close`
   */
  readonly request = async <N extends keyof R & string>(
    name: N,
    input: Input<R, N>,
    of: { timeoutMs?: number; prepared?: Thread } = {},
  ): Promise<Output<R, N>> => {
    const thread = of.prepared ?? this.#start();
    try {
      if (of.prepared === undefined) {
        await thread.ready;
      }
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const id = ++this.#lastId;
      thread.expect(id, { timeoutMs: of.timeoutMs ?? this.#options.timeoutMs, resolve, reject });
      try {
        thread.worker.postMessage({ id, name, input, now: this.#options.now?.() } satisfies RequestMessage);
      } catch (error) {
        thread.settle({ id, type: 'failed', error });
      }
      return (await promise) as Output<R, N>;
    } catch (error) {
      if (of.prepared === undefined) {
        await this.#options.onFailure?.(error);
      }
      throw error;
    }
  };

  /** Resolves when a thread is ready. @throws errors of `prepare`; Failure cancelled after `close` */
  async ready(): Promise<void> {
    await this.#start().ready;
  }

  /** True while a thread is being prepared: none of the requests that wait for it has begun. */
  get isPreparing(): boolean {
    return this.#thread?.isPreparing ?? false;
  }

  /** True if a thread is running, or being prepared. */
  get isRunning(): boolean {
    return this.#thread !== undefined && this.#thread.endedBy === undefined;
  }

  /** Resolves when the thread has ended; running requests and those that wait for it fail as cancelled. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread?.end(cancelledFailure());
  }

  #start(): Thread {
    if (this.#closed) {
      throw cancelledFailure();
    }
    if (this.#thread === undefined || !this.isRunning) {
      const { url, name, heapMb, prepare } = this.#options;
      const prepared = new Thread(url, name, heapMb);
      this.#thread = prepared;
      const send: Send<R> = (request, input, options) =>
        this.request(request, input, { ...options, prepared });
      prepared.prepare(prepare?.(send) ?? Promise.resolve());
    }
    return this.#thread;
  }
}

interface Pending {
  timeoutMs: number;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

class Thread {
  readonly worker: Worker;
  readonly #pending = new Map<number, Pending>();
  ready: Promise<void> = Promise.resolve();
  /** The reason why it ended. */
  endedBy: unknown;
  isPreparing = true;
  /** The deadline of the request that is being handled. */
  #deadline: { id: number; timer: NodeJS.Timeout } | undefined;

  constructor(url: URL, name: string, heapMb: number) {
    this.worker = startWorker(url, name, heapMb);
    this.worker.on('message', (reply: RequestReply) => this.settle(reply));
    this.worker.once('error', (error: unknown) => this.#fail(limitOr(error)));
    this.worker.once('exit', () => this.#fail(new Error('A worker ended before it answered.')));
  }

  /** Is ready when its first requests are answered, and ends where they fail. */
  prepare(prepared: Promise<void>): void {
    this.ready = prepared
      .catch(async (error: unknown) => {
        await this.end(error);
        throw error;
      })
      .finally(() => {
        this.isPreparing = false;
      });
    // Callers that wait receive the error; without callers it must not be an unhandled rejection.
    this.ready.catch(() => undefined);
  }

  /** @throws the reason why it ended */
  expect(id: number, pending: Pending): void {
    if (this.endedBy !== undefined) {
      throw this.endedBy;
    }
    this.#pending.set(id, pending);
    this.#startDeadline();
  }

  settle(reply: RequestReply): void {
    const pending = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    this.#startDeadline();
    if (reply.type === 'done') {
      pending?.resolve(reply.output);
    } else {
      pending?.reject(reply.type === 'refused' ? new Failure(reply.failure) : reply.error);
    }
  }

  async end(reason: unknown): Promise<void> {
    this.#fail(reason);
    await this.worker.terminate();
  }

  #fail(reason: unknown): void {
    this.endedBy ??= reason;
    for (const { reject } of this.#pending.values()) {
      reject(reason);
    }
    this.#pending.clear();
    this.#startDeadline();
  }

  /**
   * Requests are handled in order, so the limit of one begins when those before it have been answered: a short request that waits
   * behind a long one must not end the thread.
   */
  #startDeadline(): void {
    const [first] = this.#pending;
    if (first?.[0] === this.#deadline?.id) {
      return;
    }
    clearTimeout(this.#deadline?.timer);
    this.#deadline =
      first === undefined
        ? undefined
        : {
            id: first[0],
            timer: setTimeout(() => void this.end(new WorkerLimit('time')), first[1].timeoutMs),
          };
  }
}
