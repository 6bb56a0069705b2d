import { expect, test } from 'vitest';
import { type PreviewGroup, previewGroups } from '../../../preload/contract/deletion-runs.ts';
import {
  detailCounts,
  detailText,
  isWrongEnvironment,
  linesText,
  paceText,
  runOutcome,
} from '../../../preload/wording/deletion-runs.ts';

test('the reasons why conversations cannot be deleted have the same order whichever response came first', () => {
  const counts = [
    ['not-found', 1],
    ['timeout-idle', 2],
    ['ActiveSubscriptionExists', 1_000],
    ['connection-reset', 3],
    ['ConversationNotYetFinished', 4],
  ] as const;
  const expected = ['4 still active', '1,000 monitored'];
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
  const none = Object.fromEntries(previewGroups.map((group) => [group, 0])) as Record<PreviewGroup, number>;
  const groups = { ...none, works: read - missing, missing, unread: 9 };
  expect(isWrongEnvironment({ groups, read })).toBe(expected);
});

test('the parts of a list add up to its lines', () => {
  const report = { unit: 'line', lines: 39, conversations: 31, isCut: false } as const;
  const text = (sums: object, more: object = {}) => linesText({ ...report, ...more, sums } as never);
  expect(text({ useful: 31, repeated: 4, elsewhere: 1, useless: 3 })).toBe(
    '39 lines: 31 conversations · 4 repeated · 1 in another environment · 3 without an id',
  );
  expect(text({ useful: 1, repeated: 0, elsewhere: 0, useless: 0 }, { lines: 1, conversations: 1 })).toBe(
    '1 line: 1 conversation',
  );
  // A user key brings every conversation known for it.
  expect(text({ useful: 2, repeated: 0, elsewhere: 0, useless: 0 }, { lines: 2, conversations: 5 })).toBe(
    '2 lines: 2 with 5 conversations',
  );
});

test('a run of the register says what became of each of its conversations and lines', () => {
  const run = (mode: string, total: number, outcomes: object, leftOut = 0, expired = 0) =>
    runOutcome({ mode, total, outcomes, leftOut, expired } as never);
  expect(run('DELETE_DATA', 2, { confirmed: 2 })).toBe('2 of 2 deleted');
  expect(run('DELETE_DATA', 5, { confirmed: 3, withdrawn: 2 })).toBe('Cancelled, 3 of 5 deleted');
  expect(run('EXPIRE', 2, { confirmed: 1, refused: 1 }, 7, 1)).toBe(
    '1 of 2 expired; refused: 1; left out: 7',
  );
  // Conversations that were only to be expired are not said to be deleted.
  expect(run('DELETE_DATA', 6, { confirmed: 5, refused: 1 }, 0, 2)).toBe(
    '3 of 6 deleted, 2 expired; refused: 1',
  );
});

test.each([
  ['plan-exhausted', 'The plan of the account is used up, or a payment is missing.'],
  ['reply-html', 'It could not be read or changed: The response was a web page'],
  ['newer-code', 'It could not be read or changed: newer-code'],
])(
  'why a conversation could not be read or changed is said in words where it is known: %s',
  (detail, expected) => {
    expect(detailText(detail)).toBe(expected);
  },
);

test('the normal pace is named, any other one is said', () => {
  expect(paceText({ concurrency: 4, stopAfter: 10 })).toBe('Pace: normal');
  expect(paceText({ concurrency: 4, perSecond: 10, stopAfter: 1 })).toBe(
    '4 at once · at most 10 per second · pauses after one failure',
  );
});
