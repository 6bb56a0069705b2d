import { expect as assert, describe, test } from 'vitest';
import { type FailedRequest, Failure } from '../../../../main/common/failure.ts';
import { answerOf } from '../../../../main/features/deletion/answer.ts';
import {
  forecastOutcome,
  holdsData,
  isOtherUserKey,
  monitoringEnded,
  proofOf,
  subscriptionIsActive,
} from '../../../../main/features/deletion/rules.ts';
import { userKeyHash } from '../../../../main/features/records/receipts/receipt.ts';
import type { DeletionMode } from '../../../../preload/contract/deletion.ts';
import type { ErrorCode } from '../../../../preload/contract/envelope.ts';

const failed = (code: ErrorCode, request?: Partial<FailedRequest>) =>
  new Failure({ code, message: 'It failed.', request: { performed: 'no', transient: false, ...request } });

describe('the service’s response to a deletion (interface 3.3)', () => {
  test.each([
    ['EXPIRE', 'CREATED', false, 'accepted', undefined],
    ['EXPIRE', 'IN_PROGRESS', false, 'accepted', undefined],
    ['EXPIRE', 'FINISHED', false, 'refused', 'ConversationAlreadyFinished'],
    ['EXPIRE', 'EXPIRED', false, 'unknown', undefined],
    ['EXPIRE', 'SOMETHING_NEW', false, 'unknown', undefined],
    ['DELETE_DATA', 'CREATED', false, 'refused', 'ConversationNotYetFinished'],
    ['DELETE_DATA', 'IN_PROGRESS', true, 'refused', 'ConversationNotYetFinished'],
    ['DELETE_DATA', 'FINISHED', true, 'refused', 'ActiveSubscriptionExists'],
    ['DELETE_DATA', 'FINISHED', false, 'accepted', undefined],
    ['DELETE_DATA', 'CANCELED', false, 'unknown', undefined],
    ['DELETE_DATA', undefined, false, 'unknown', undefined],
  ] as const)(
    '%s on %s with subscription %s is %s',
    (mode, status, subscription, expectation, statusDetail) => {
      const expected = forecastOutcome(mode, status, subscription);
      assert(expected.expectation).toBe(expectation);
      assert(expected.statusDetail).toBe(statusDetail);
    },
  );

  test('only a subscription that says active: true is active', () => {
    assert(subscriptionIsActive({ result: { aml: { subscription: { active: true } } } })).toBe(true);
    assert(subscriptionIsActive({ result: { aml: { subscription: {} } } })).toBe(false);
    assert(subscriptionIsActive({ result: { aml: {} } })).toBe(false);
    assert(subscriptionIsActive({ result: {} })).toBe(false);
    assert(subscriptionIsActive({})).toBe(false);
  });
});

test.each([
  ['a subscription that is not active', { aml: { subscription: { active: false } } }, true],
  ['no subscription', { aml: { status: 'FINISHED' } }, true],
  ['a subscription that says nothing', { aml: { subscription: {} } }, false],
  ['an active one', { aml: { subscription: { active: true } } }, false],
  ['no result of the product', {}, false],
  ['no result', undefined, false],
])('%s: whether monitoring has ended', (_what, result, hasEnded) => {
  assert(monitoringEnded({ result }, true)).toBe(hasEnded);
  // The part that could not be read may have been the subscription.
  assert(monitoringEnded({ result }, false)).toBe(false);
});

describe('proof by a later read', () => {
  const sent = (mode: DeletionMode, hadData: boolean) => ({ mode, hadData, conversationId: 'c1' });
  const full = {
    status: 'FINISHED',
    result: { identity: { user: { person: { name: { firstName: 'Ada' } } } } },
  };
  const emptied = { status: 'FINISHED', result: { identity: { user: { person: { name: {} } } } } };

  test('EXPIRE is proved only by the status', () => {
    assert(proofOf(sent('EXPIRE', true), { ...full, status: 'EXPIRED' }, true)).toBe('confirmed');
    assert(proofOf(sent('EXPIRE', true), { ...full, status: 'IN_PROGRESS' }, true)).toBe('none');
  });

  test('a finished conversation was not expired', () => {
    assert(proofOf(sent('EXPIRE', true), full, true)).toBe('finished');
  });

  test('DELETE_DATA is proved when data that was present is missing', () => {
    assert(proofOf(sent('DELETE_DATA', true), emptied, true)).toBe('confirmed');
    assert(proofOf(sent('DELETE_DATA', true), full, true)).toBe('none');
  });

  test('a response that writes the id in the other case is about this conversation', () => {
    const id = '7F0C9D5E-1B6A-4C3D-9E8F-0A1B2C3D4E5F';
    const expiring = { mode: 'EXPIRE' as const, hadData: true, conversationId: id.toLowerCase() };
    assert(proofOf(expiring, { id, status: 'EXPIRED' }, true)).toBe('confirmed');
    assert(proofOf({ ...expiring, mode: 'DELETE_DATA' }, { ...emptied, id }, true)).toBe('confirmed');
  });

  test('a response with an empty id is about this conversation if it has a status', () => {
    assert(proofOf(sent('EXPIRE', true), { id: '', status: 'EXPIRED' }, true)).toBe('confirmed');
    assert(proofOf(sent('DELETE_DATA', true), { id: '' }, true)).toBe('none');
  });

  test('missing data that was never present, or could not be read, proves nothing', () => {
    assert(proofOf(sent('DELETE_DATA', false), emptied, true)).toBe('none');
    assert(proofOf(sent('DELETE_DATA', true), emptied, false)).toBe('none');
  });

  test.each([
    ['an empty object', {}],
    ['only what is not of the interface', { message: 'OK' }],
    ['another conversation', { id: 'c2', status: 'FINISHED' }],
    ['another conversation that is expired', { id: 'c2', status: 'EXPIRED' }],
  ])('%s proves nothing', (_, response) => {
    assert(proofOf(sent('DELETE_DATA', true), response, true)).toBe('none');
    assert(proofOf(sent('EXPIRE', true), response, true)).toBe('none');
  });

  test.each([
    { bankTransactions: { status: 'FINISHED', transactions: [{ iban: 'DE1' }] } },
    { databaseVerification: { status: 'FINISHED', record: { name: 'Ada' } } },
    { affordability: { status: 'FINISHED', income: 0 } },
    { identity: { status: 'FINISHED', documents: [{ number: '1' }] } },
    { aml: { status: 'FINISHED', found: ['PEP'] } },
    { verify: { status: 'FINISHED', reliability: 0.9 } },
    { productOfTomorrow: { data: 'x' } },
    { productOfTomorrow: ['x'] },
    { productOfTomorrow: 'x' },
    { productOfTomorrow: 7 },
    { identity: { status: 'FINISHED' }, affordability: { income: 0 } },
  ])('data left in any product: not deleted %j', (result) => {
    assert(proofOf(sent('DELETE_DATA', true), { id: 'c1', status: 'FINISHED', result }, true)).toBe('none');
  });

  test('the statuses of products are not data', () => {
    const result = {
      identity: { status: 'FAILED', errors: ['X'], checks: [{ name: 'a', result: 'FAILED' }], user: {} },
      aml: { status: 'FINISHED', found: [], causes: ['Y'] },
      productOfTomorrow: null,
      productOfTheDayAfter: '',
      productWithNothing: { reliability: null, record: undefined },
    };
    assert(proofOf(sent('DELETE_DATA', true), { id: 'c1', result }, true)).toBe('confirmed');
    assert(holdsData({ result })).toBe(false);
  });
});

test.each([
  ['the same', 'user-1', false],
  ['another', 'user-2', true],
  ['none', undefined, false],
  ['an empty one', '', false],
  ['spaces only', ' ', false],
])(
  'a response with %s: whether the user key is another than the preview showed',
  (_what, userKey, isOther) => {
    assert(isOtherUserKey(userKeyHash('user-1'), { userKey })).toBe(isOther);
    assert(isOtherUserKey(undefined, { userKey })).toBe(false);
  },
);

describe('the recorded answer', () => {
  test('of something that is no failure is an unknown outcome', () => {
    assert(answerOf(new TypeError('a defect'))).toEqual({ outcome: 'unknown', failedBy: 'internal' });
  });

  test('holds the status and its detail', () => {
    assert(answerOf(failed('conflict', { status: 409, statusDetail: 'x' }))).toEqual({
      outcome: 'refused',
      requestId: undefined,
      httpStatus: 409,
      statusDetail: 'x',
    });
  });

  test('of a failure that proves that nothing was done is not-done', () => {
    assert(answerOf(failed('forbidden', { status: 403 }))).toEqual({
      outcome: 'not-done',
      failedBy: 'forbidden',
      requestId: undefined,
      httpStatus: 403,
    });
  });

  test.each([
    ['the reason where it is known', { behind: 'timeout-total' }, 'timeout-total'],
    ['that nothing is known', {}, 'outcome-unknown'],
  ] as const)('of a failure that proves nothing is unknown, with %s', (_what, request, failedBy) => {
    const answer = answerOf(failed('outcome-unknown', { performed: 'unknown', ...request }));
    assert(answer).toEqual({ outcome: 'unknown', failedBy, requestId: undefined });
  });
});
