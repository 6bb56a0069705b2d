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

/** Returns a limit in place of the error of a worker that ran out of memory. */
export function limitOr(error: unknown): unknown {
  const isOutOfMemory =
    error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? new WorkerLimit('memory') : error;
}
