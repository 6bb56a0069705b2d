import { expect, test } from 'vitest';
import { detailCounts } from '../../../preload/wording/deletion-runs.ts';

test('the counts of a preview have the same order whichever reply came first', () => {
  const counts = [
    ['not-found', 1],
    ['timeout-idle', 2],
    ['ActiveSubscriptionExists', 1_000],
    ['connection-reset', 3],
    ['ConversationNotYetFinished', 4],
  ] as const;
  const expected = [
    '4 still active',
    '1,000 monitored',
    '1 not found (404)',
    '3 connection-reset',
    '2 timeout-idle',
  ];
  expect(detailCounts(Object.fromEntries(counts))).toEqual(expected);
  expect(detailCounts(Object.fromEntries(counts.toReversed()))).toEqual(expected);
});
