import { expect, test } from 'vitest';
import type { Send } from '../../../../main/common/workers/request-worker.ts';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { JournalComparison } from '../../../../main/features/cases/journal-comparison.ts';

test('while cases are left to compare, the window says so, until none is left', async () => {
  const turns: (() => void)[] = [];
  let left = 2;
  const changed: string[] = [];
  const comparison = new JournalComparison({
    request: (async (name: keyof IndexRequests) => {
      if (name === 'prepareSearch') {
        return true;
      }
      await new Promise<void>((resolve) => turns.push(resolve));
      left -= 1;
      return { isDone: left <= 0, corrected: left === 1 ? ['corrected'] : [], entries: [] };
    }) as unknown as Send<IndexRequests>,
    changed: (environmentId) => changed.push(environmentId),
    log: (error) => {
      throw error;
    },
  });
  const nextTurn = () =>
    expect
      .poll(() => turns.length)
      .toBeGreaterThan(0)
      .then(() => turns.shift()?.());
  const first = comparison.notices('shown', { isDone: false, corrected: [], entries: [] });
  expect(first).toEqual([expect.stringContaining('still being compared with the journal')]);
  expect(changed).toEqual([]);
  await nextTurn();
  await nextTurn();
  await expect.poll(() => changed).toEqual(['corrected', 'shown']);
  expect(comparison.notices('shown', { isDone: true, corrected: [], entries: [] })).toEqual([]);
});
