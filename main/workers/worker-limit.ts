/**
 * Why a task in a worker did not finish: `busy` (never begun, too many were waiting), `time` or `memory` (ended by force).
 */
export type WorkerLimitKind = 'busy' | 'time' | 'memory';

/** A task that met a limit of its pool. The caller says in its own words what that means. */
export class WorkerLimit extends Error {
  readonly kind: WorkerLimitKind;

  constructor(kind: WorkerLimitKind) {
    super(`a task in a worker met its limit: ${kind}`);
    this.name = 'WorkerLimit';
    this.kind = kind;
  }
}
