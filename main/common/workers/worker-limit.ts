import { Worker } from 'node:worker_threads';
import { Failure } from '../failure.ts';

/** Why a task did not finish: `busy` (not started, the queue is full), `time` or `memory` (terminated). */
export type WorkerLimitKind = 'busy' | 'time' | 'memory';

/** A task that exceeded a limit of its pool. The caller words the message. */
export class WorkerLimit extends Error {
  readonly kind: WorkerLimitKind;

  constructor(kind: WorkerLimitKind) {
    super(`a task in a worker met its limit: ${kind}`);
    this.name = 'WorkerLimit';
    this.kind = kind;
  }
}

interface LimitTexts {
  message: string;
  hint?: string;
}

/** Returns the failure that a limit is for the user, in the words of the caller; another error as it is. */
export function limitFailure(
  error: unknown,
  { busy, limit }: { busy?: LimitTexts; limit: LimitTexts | ((kind: WorkerLimitKind) => LimitTexts) },
): unknown {
  if (!(error instanceof WorkerLimit)) {
    return error;
  }
  return error.kind === 'busy' && busy !== undefined
    ? new Failure({ code: 'busy', ...busy, retryable: true })
    : new Failure({ code: 'limit-exceeded', ...(typeof limit === 'function' ? limit(error.kind) : limit) });
}

/** Returns a limit in place of the error of a worker that ran out of memory. */
export function limitOr(error: unknown): unknown {
  const isOutOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? new WorkerLimit('memory') : error;
}

/**
 * The most memory of new objects, in MB. The part of them that survives may pass the worker's limit at once by about a third of it; beyond the 16 MB that Node
 * allows a worker for its end, V8 ends the whole process instead of the worker.
 */
const newObjectsMb = 32;

/**
 * Starts a worker, which gets neither this process's environment nor its command line.
 * @param heapMb the most memory of its objects, in MB
 */
export function startWorker(url: URL, name: string, heapMb: number): Worker {
  return new Worker(url, {
    name,
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: heapMb,
      maxYoungGenerationSizeMb: newObjectsMb,
      stackSizeMb: 4,
    },
  });
}
