import { Worker } from 'node:worker_threads';
import { cancelledFailure } from '../failure.ts';
import { WorkerLimit } from './worker-limit.ts';

export interface WorkerPoolOptions {
  /** The file that calls `serveTask`: a source under plain Node, its built form in a bundle. */
  url: URL;
  /** Shown by debuggers. */
  name: string;
  /** Tasks that run at the same time, each in a worker of its own. */
  concurrency: number;
  /** Tasks that may wait for one to end; more are refused. */
  queueLength: number;
  /** How long a task may run, in milliseconds. */
  timeoutMs: number;
  /** How large the heap of a worker may grow, in MiB. Bytes of an `ArrayBuffer` are not part of it. */
  heapMb: number;
}

/** What is sent to a worker. `transfer` names the buffers of `input` that are handed over and not copied. */
export interface TaskInput<Input> {
  input: Input;
  transfer?: readonly ArrayBuffer[];
}

export interface TaskOptions<Event> {
  signal?: AbortSignal | undefined;
  onEvent?: ((event: Event) => void) | undefined;
  /**
   * Where given, an aborted task is asked to stop and may still answer within so many milliseconds; otherwise its worker is ended
   * at once.
   */
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
 * Runs tasks off this thread, a bounded number at a time, each in a new worker that is ended when the task is done, stopped or
 * over a limit. A new worker costs some 40 ms: only work that takes longer belongs here.
 */
export class WorkerPool<Input, Output, Event = never> {
  readonly #options: WorkerPoolOptions;
  readonly #waiting = new Set<Waiting>();
  readonly #closing = new AbortController();
  readonly #ended = new Set<Promise<unknown>>();
  #running = 0;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /**
   * Runs one task. `prepare` is called when its worker begins, so that a task that waits holds no copy of its input.
   *
   * @throws WorkerLimit busy, time, memory
   * @throws Failure cancelled when the signal is aborted or the pool is closed
   * @throws what the task threw, copied as `structuredClone` copies errors
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

  /** Ends every task; resolves when no worker is left. Tasks that come later are refused. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#ended);
  }

  /** Resolves when the task may begin; its place is then taken. */
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

  /** A place is free only once its worker has really ended, so that there are never more workers than places. */
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
      worker = new Worker(url, {
        name,
        // Nothing of this process's environment or command line is a task's business.
        env: {},
        argv: [],
        execArgv: [],
        resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
      });
    } catch (error) {
      this.#release();
      throw error;
    }
    const ended = new Promise<void>((done) => {
      worker.once('exit', () => {
        reject(new Error('A worker ended before its task was done.'));
        this.#ended.delete(ended);
        this.#release();
        done();
      });
    });
    this.#ended.add(ended);
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
    worker.once('error', (error: unknown) =>
      reject(isOutOfMemory(error) ? new WorkerLimit('memory') : error),
    );
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
      // Not waited for: whoever stopped a task must not wait for native code to notice.
      void worker.terminate();
    });
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
