import type { ReadingPace, ReadingRun } from '../../../../preload/contract/reading.ts';
import { Failure } from '../../../common/failure.ts';
import { type Notice, noticeOf } from '../../../common/notice.ts';
import type { Services } from '../../../service/port.ts';
import type { CaseStore } from '../case-store.ts';
import type { RunChange, StoredRun } from './reading-queue.ts';
import { Run } from './reading-run.ts';

export interface ReadingRunsDeps {
  cases: Pick<CaseStore, 'request' | 'write' | 'finishReadings'>;
  services: Services;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes back. */
  elapsed(): number;
  /** Called with the state of the runs, at most four times a second. */
  publish(runs: ReadingRun[]): void;
  log(error: unknown): void;
}

/** Conversations queued per transaction. */
const addedAtOnce = 5000;

/** The reading runs, at most one per environment. They continue whatever environment is selected, and after a restart. */
export class ReadingRuns {
  readonly #deps: ReadingRunsDeps;
  readonly #runs = new Map<string, Run>();
  readonly #notice: Notice;
  #isClosed = false;

  constructor(deps: ReadingRunsDeps) {
    this.#deps = deps;
    this.#notice = noticeOf(() => deps.publish(this.list()));
  }

  list(): ReadingRun[] {
    return [...this.#runs.values()].map((run) => run.view());
  }

  /** Continues the runs stored in the index. Call it at the start and whenever another index is opened. */
  async resume(): Promise<void> {
    // Items have other ids in another index, so running reads start again.
    for (const [environmentId, run] of this.#runs) {
      this.#runs.delete(environmentId);
      await run.close();
    }
    for (const row of await this.#deps.cases.request('readingRuns', {})) {
      this.#update(row);
    }
    this.#notice.soon();
  }

  /**
   * Queues conversations of an environment and starts reading them.
   * @throws Failure invalid-input if there are none
   */
  async start(environmentId: string, conversationIds: readonly string[], pace: ReadingPace): Promise<void> {
    if (conversationIds.length === 0) {
      throw new Failure({ code: 'invalid-input', message: 'There is no conversation to read.' });
    }
    for (let from = 0; from < conversationIds.length; from += addedAtOnce) {
      await this.#deps.cases.write('addReadings', {
        environmentId,
        conversationIds: conversationIds.slice(from, from + addedAtOnce),
        pace,
        at: this.#deps.now(),
      });
    }
    await this.#reload(environmentId);
  }

  async change(environmentId: string, change: RunChange): Promise<void> {
    const run = this.#runs.get(environmentId);
    if (run === undefined) {
      return;
    }
    if (change === 'stop') {
      this.#runs.delete(environmentId);
      await run.close();
    }
    await this.#deps.cases.request('changeRun', { environmentId, change });
    await this.#reload(environmentId);
  }

  /** Stops reading conversations of an environment that were deleted from the index. */
  forgotten(environmentId: string): void {
    if (this.#runs.has(environmentId)) {
      this.#reload(environmentId).catch(this.#deps.log);
    }
  }

  /** Called when the environment was deleted. */
  forget(environmentId: string): void {
    const run = this.#runs.get(environmentId);
    this.#runs.delete(environmentId);
    run?.close().catch(this.#deps.log);
    this.#notice.soon();
  }

  /** Resolves when what was read is recorded. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#notice.close();
    await Promise.all([...this.#runs.values()].map((run) => run.close()));
    this.#runs.clear();
  }

  async #reload(environmentId: string): Promise<void> {
    const all = await this.#deps.cases.request('readingRuns', {});
    const row = all.find((one) => one.environmentId === environmentId);
    if (row !== undefined) {
      this.#update(row);
    }
    this.#notice.soon();
  }

  #update(row: StoredRun): void {
    if (this.#isClosed) {
      return;
    }
    const { environmentId } = row;
    const current = this.#runs.get(environmentId);
    if (current !== undefined) {
      current.update(row);
      return;
    }
    const { cases, services, now, elapsed, log } = this.#deps;
    const run = new Run({
      environmentId,
      row,
      client: () => services.client(environmentId),
      next: (after, count) => cases.request('nextReadings', { environmentId, after, count }),
      finish: (outcomes) => cases.finishReadings(environmentId, outcomes),
      now,
      elapsed,
      changed: () => this.#notice.soon(),
      log,
    });
    this.#runs.set(environmentId, run);
    run.start();
  }
}
