import type { DatabaseSync } from 'node:sqlite';
import type { ReadingPace, ReadingRun } from '../../../../preload/contract/reading.ts';
import { prepareAll } from '../../../store/prepare-all.ts';
import type { RecordedReading } from '../case-recorder.ts';
import type { InEnvironment } from '../index/results.ts';

/** A conversation to read. */
export interface QueuedReading {
  id: number;
  conversationId: string;
}

/** The outcome of a queued reading. `recorded` ones are written to the index in the same transaction. */
export type ReadingOutcome = { itemId: number; conversationId: string } & (
  | { kind: 'read'; reading: RecordedReading }
  | { kind: 'gone' }
  /** `isMissing`: the service itself answered that it does not know it. */
  | { kind: 'failed'; code: string; isMissing?: boolean }
);

type RunCounts = Pick<ReadingRun, 'done' | 'added' | 'changed' | 'gone'>;

/** The stored state of a run. */
export type StoredRun = Pick<ReadingRun, 'environmentId' | 'startedAt' | 'pace' | 'total' | 'failed'> &
  RunCounts & { isPaused: boolean; waiting: number };

export type RunChange = 'pause' | 'resume' | 'retry' | 'stop';

interface ReadingsToAdd {
  environmentId: string;
  conversationIds: readonly string[];
  pace: ReadingPace;
  at: number;
}

/** The reading runs of all environments in the index. The caller opens the transactions. */
export class ReadingQueue {
  readonly #sql;

  constructor(database: DatabaseSync) {
    const waiting =
      'SELECT count(*) FROM reading_item AS item WHERE item.environment_id = run.environment_id';
    this.#sql = prepareAll(database, {
      startRun: `INSERT INTO reading_run (environment_id, started_at, concurrency, per_second) VALUES (:environmentId, :at, :concurrency, :perSecond)
       ON CONFLICT DO UPDATE SET is_paused = 0, concurrency = :concurrency, per_second = :perSecond`,
      addItem: 'INSERT OR IGNORE INTO reading_item (environment_id, conversation_id) VALUES (?, ?)',
      renewItem: `UPDATE reading_item SET failure_code = NULL
       WHERE environment_id = ? AND conversation_id = ? AND failure_code IS NOT NULL`,
      countAdded: 'UPDATE reading_run SET total = total + ? WHERE environment_id = ?',
      runs: `SELECT environment_id AS environmentId, started_at AS startedAt, is_paused, concurrency, per_second, total, done, added, changed, gone,
         (${waiting} AND failure_code IS NULL) AS waiting, (${waiting} AND failure_code IS NOT NULL) AS failed FROM reading_run AS run`,
      next: `SELECT id, conversation_id AS conversationId FROM reading_item
       WHERE environment_id = ? AND failure_code IS NULL AND id > ? ORDER BY id LIMIT ?`,
      failed: `SELECT conversation_id AS conversationId, failure_code AS code FROM reading_item
       WHERE environment_id = ? AND failure_code IS NOT NULL ORDER BY id LIMIT ? OFFSET ?`,
      dropItem: 'DELETE FROM reading_item WHERE id = ? AND conversation_id = ?',
      failItem: 'UPDATE reading_item SET failure_code = ? WHERE id = ? AND conversation_id = ?',
      count: `UPDATE reading_run SET done = done + :done, added = added + :added, changed = changed + :changed,
         gone = gone + :gone WHERE environment_id = :environmentId`,
      pause: 'UPDATE reading_run SET is_paused = ? WHERE environment_id = ?',
      retry:
        'UPDATE reading_item SET failure_code = NULL WHERE environment_id = ? AND failure_code IS NOT NULL',
      dropWaiting: 'DELETE FROM reading_item WHERE environment_id = ? AND failure_code IS NULL',
      dropRun: 'DELETE FROM reading_run WHERE environment_id = ?',
    });
  }

  /** Adds conversations to the environment's run and starts one if needed. */
  addReadings({ environmentId, conversationIds, pace, at }: ReadingsToAdd): void {
    const { concurrency, perSecond = null } = pace;
    this.#sql.startRun.run({ environmentId, at, concurrency, perSecond });
    let addedCount = 0;
    for (const conversationId of conversationIds) {
      const isNew = Number(this.#sql.addItem.run(environmentId, conversationId).changes);
      addedCount += isNew;
      if (isNew === 0) {
        this.#sql.renewItem.run(environmentId, conversationId);
      }
    }
    this.#sql.countAdded.run(addedCount, environmentId);
  }

  readingRuns(): StoredRun[] {
    return this.#sql.runs.all().map(({ is_paused, concurrency, per_second, ...run }) => ({
      ...(run as unknown as Omit<StoredRun, 'isPaused' | 'pace'>),
      isPaused: is_paused === 1,
      pace: {
        concurrency: Number(concurrency),
        ...(per_second === null ? {} : { perSecond: Number(per_second) }),
      },
    }));
  }

  /** Returns the next items to read after a given one, in the order they were added. */
  nextReadings({
    environmentId,
    after,
    count,
  }: InEnvironment & { after: number; count: number }): QueuedReading[] {
    return this.#sql.next.all(environmentId, after, count) as unknown as QueuedReading[];
  }

  failedReadings({
    environmentId,
    from,
    count,
  }: InEnvironment & { from: number; count: number }): { conversationId: string; code: string }[] {
    return this.#sql.failed.all(environmentId, count, from) as { conversationId: string; code: string }[];
  }

  /** Removes an item that was read or is gone. Returns false if it is no longer queued because the conversation was deleted meanwhile. */
  finish(itemId: number, conversationId: string): boolean {
    return Number(this.#sql.dropItem.run(itemId, conversationId).changes) > 0;
  }

  fail(itemId: number, conversationId: string, code: string): void {
    this.#sql.failItem.run(code, itemId, conversationId);
  }

  count(environmentId: string, counts: RunCounts): void {
    this.#sql.count.run({ environmentId, ...counts });
  }

  changeRun({ environmentId, change }: InEnvironment & { change: RunChange }): void {
    switch (change) {
      case 'pause':
      case 'resume':
        this.#sql.pause.run(change === 'pause' ? 1 : 0, environmentId);
        return;
      case 'retry':
        this.#sql.retry.run(environmentId);
        this.#sql.pause.run(0, environmentId);
        return;
      case 'stop':
        // Failed items stay visible until the run is stopped a second time.
        if (
          Number(this.#sql.dropWaiting.run(environmentId).changes) === 0 ||
          !this.#hasFailed(environmentId)
        ) {
          this.#sql.dropRun.run(environmentId);
        }
    }
  }

  #hasFailed(environmentId: string): boolean {
    return this.failedReadings({ environmentId, from: 0, count: 1 }).length > 0;
  }
}
