import { expect, test } from 'vitest';
import { type DeletionRecord, deletionRecord, isSettled } from '../../../../main/features/deletion/record.ts';

const record: DeletionRecord = {
  deletionId: 'd-1',
  environmentId: 'sandbox',
  baseUrl: 'http://127.0.0.1:1',
  conversationId: 'c-1',
  mode: 'EXPIRE',
  hadData: false,
  sentAt: '2026-01-01T00:00:00.000Z',
};

test('every text may be short, and each has a limit with which it can still be read', () => {
  const limits = {
    loginDigest: 100,
    environmentName: 80,
    environmentKind: 20,
    ticket: 40,
    userKeyHash: 100,
    answeredAt: 40,
    failedBy: 64,
    statusDetail: 500,
    requestId: 500,
    settledAt: 40,
  };
  for (const [member, limit] of Object.entries(limits)) {
    for (const length of [1, limit]) {
      expect(deletionRecord.parse({ ...record, [member]: 'x'.repeat(length) })).toHaveProperty(member);
    }
    expect(() => deletionRecord.parse({ ...record, [member]: 'x'.repeat(limit + 1) })).toThrow(member);
  }
});

test.each([
  [undefined, false],
  ['accepted', false],
  ['unknown', false],
  ['refused', true],
  ['confirmed', true],
  ['finished', true],
] as const)('the outcome %s: its effect is proved: %s', (outcome, proved) => {
  expect(isSettled({ ...record, outcome })).toBe(proved);
});
