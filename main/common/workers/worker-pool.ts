import type { Worker } from 'node:worker_threads';
import { cancelledFailure } from '../failure.ts';
import { limitOr, startWorker, WorkerLimit } from './worker-limit.ts';

export interface WorkerPoolOptions {
  /** The module that calls `serveTask`: a source under plain Node, its built form in a bundle. */
  url: URL;
  /** Shown by debuggers. */
  name: string;
  /** Tasks that run at the same time, each in its own worker. */
  concurrency: number;
  /** Tasks that may wait; more are refused. */
  queueLength: number;
  /** The longest run time of a task, in milliseconds. */
  timeoutMs: number;
  /** The largest heap of a worker, in MiB. `ArrayBuffer` bytes do not count. */
  heapMb: number;
}

/** The input of a worker. `transfer` lists the buffers of `input` that are transferred, not copied. */
export interface TaskInput<Input> {
  input: Input;
  transfer?: readonly ArrayBuffer[];
}

export interface TaskOptions<Event> {
  signal?: AbortSignal | undefined;
  onEvent?: ((event: Event) => void) | undefined;
  /** When given, an aborted task may still reply within this many milliseconds; otherwise its worker is terminated at once. */
  stopWithinMs?: number | undefined;
}

/** From the pool to a worker. */
export type TaskMessage<Input> = { type: 'task'; input: Input } | { type: 'stop' };
/** From a worker to the pool. */
export type TaskReply<Output, Event> =
  | { type: 'event'; event: Event }
  | { type: 'done'; output: Output }
  | { type: 'failed'; error: unknown };

interface Waiting {
  start(): void;
}

/**
 * Runs tasks in workers, a limited number at a time, each in a new worker that is terminated when the task ends or
 * exceeds a limit. Starting a worker takes about 40 ms, so only longer work belongs here.
 */
export class WorkerPool<Input, Output, Event = never> {
  readonly #options: WorkerPoolOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #closing = new AbortController();
  readonly #endings = new Set<Promise<unknown>>();
  #running = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs one task. `prepare` is called when its worker starts, so that a waiting task holds no copy of its input.
   *
   * @throws WorkerLimit busy, time, memory
   * @throws Failure cancelled when the signal is aborted or the pool is closed
   * @throws errors of the task, copied as by `structuredClone`
   */
  async run(prepare: () => TaskInput<Input>, options: TaskOptions<Event> = {}): Promise<Output> {
    const signals = options.signal ? [options.signal, this.#closing.signal] : [this.#closing.signal];
    const signal = AbortSignal.any(signals);
    if (signal.aborted) {
      throw cancelledFailure();
    }
    await this.#turn(signal);
    return this.#runNow(prepare, { ...options, signal });
  }

  /** Ends all tasks; resolves when no worker is left. Later tasks are refused. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#endings);
  }

  /** Resolves when the task may start and occupies one of the slots. */
  #turn(signal: AbortSignal): Promise<void> {
    if (this.#running < this.#options.concurrency) {
      this.#running += 1;
      return Promise.resolve();
    }
    if (this.#waiting.size >= this.#options.queueLength) {
      return Promise.reject(new WorkerLimit('busy'));
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', abort);
          resolve();
        },
      };
      const abort = () => {
        this.#waiting.delete(waiting);
        reject(cancelledFailure());
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.add(waiting);
    });
  }

  /** Frees a slot only once its worker has ended, so that there are never more workers than slots. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next.start();
  }

  #runNow(
    prepare: () => TaskInput<Input>,
    { signal, onEvent, stopWithinMs }: TaskOptions<Event> & { signal: AbortSignal },
  ): Promise<Output> {
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const { url, name, heapMb, timeoutMs } = this.#options;
    let worker: Worker;
    try {
      worker = startWorker(url, name, heapMb);
    } catch (error) {
      this.#release();
      throw error;
    }
    const ended = new Promise<void>((done) => {
      worker.once('exit', () => {
        reject(new Error('A worker ended before its task was done.'));
        this.#endings.delete(ended);
        this.#release();
        done();
      });
    });
    this.#endings.add(ended);
    const send = (message: TaskMessage<Input>, transfer: readonly ArrayBuffer[] = []) =>
      worker.postMessage(message, transfer);

    const deadline = setTimeout(() => reject(new WorkerLimit('time')), timeoutMs);
    let stopping: NodeJS.Timeout | undefined;
    const stop = () => {
      if (stopWithinMs === undefined || this.#closing.signal.aborted) {
        return reject(cancelledFailure());
      }
      send({ type: 'stop' });
      stopping = setTimeout(() => reject(cancelledFailure()), stopWithinMs);
    };
    worker.on('message', (reply: TaskReply<Output, Event>) => {
      if (reply.type === 'event') {
        onEvent?.(reply.event);
      } else if (reply.type === 'done') {
        resolve(reply.output);
      } else {
        reject(reply.error);
      }
    });
    worker.once('error', (error: unknown) => reject(limitOr(error)));
    signal.addEventListener('abort', stop, { once: true });
    try {
      const { input, transfer } = prepare();
      send({ type: 'task', input }, transfer);
      if (signal.aborted) {
        stop();
      }
    } catch (error) {
      reject(error);
    }
    return promise.finally(() => {
      clearTimeout(deadline);
      clearTimeout(stopping);
      signal.removeEventListener('abort', stop);
      // Not awaited: the caller must not wait for native code to notice.
      void worker.terminate();
    });
  }
}
