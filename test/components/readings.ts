import { type ReadingRun, readingRun } from '../../preload/contract/reading.ts';

/** A run that reads many cases. */
export function newReading(change: Partial<ReadingRun> & Pick<ReadingRun, 'total' | 'state'>): ReadingRun {
  return readingRun.parse({
    environmentId: 'sandbox',
    pace: { concurrency: 4 },
    done: 0,
    failed: 0,
    added: 0,
    changed: 0,
    gone: 0,
    rate: 0,
    startedAt: Date.UTC(2026, 0, 15, 12),
    ...change,
  });
}
