import { expect, test } from 'vitest';
import { detailCounts, isWrongEnvironment } from '../../../preload/wording/deletion-runs.ts';

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

test.each([
  [0, 5, false],
  [1, 5, false],
  [2, 5, false],
  [3, 5, true],
  [2, 4, true],
  [1, 1, true],
])('%i not found of %i read: another environment is probable: %j', (missing, read, expected) => {
  const groups = { works: read - missing, refused: 0, missing, gone: 0, unclear: 0, unread: 9 };
  expect(isWrongEnvironment({ groups, read })).toBe(expected);
});
