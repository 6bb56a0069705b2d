import { expect as assert, describe, test } from 'vitest';
import { forecastOutcome, proofOf, subscriptionIsActive } from '../../../main/deletion/rules.ts';

describe('what the service will answer to a deletion (interface 3.3)', () => {
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
    assert(subscriptionIsActive({})).toBe(false);
  });
});

describe('what a read afterwards proves', () => {
  const full = {
    status: 'FINISHED',
    result: { identity: { user: { person: { name: { firstName: 'Ada' } } } } },
  };
  const emptied = { status: 'FINISHED', result: { identity: { user: { person: { name: {} } } } } };

  test('EXPIRE is proved by the status alone', () => {
    assert(proofOf('EXPIRE', true, { ...full, status: 'EXPIRED' }, true)).toBe('confirmed');
    assert(proofOf('EXPIRE', true, { ...full, status: 'IN_PROGRESS' }, true)).toBe('none');
  });

  test('a conversation that is finished was not expired', () => {
    assert(proofOf('EXPIRE', true, full, true)).toBe('finished');
  });

  test('DELETE_DATA is proved when data given before is no longer given', () => {
    assert(proofOf('DELETE_DATA', true, emptied, true)).toBe('confirmed');
    assert(proofOf('DELETE_DATA', true, full, true)).toBe('none');
  });

  test('the absence of data that was never there, or that could not be read, proves nothing', () => {
    assert(proofOf('DELETE_DATA', false, emptied, true)).toBe('none');
    assert(proofOf('DELETE_DATA', true, emptied, false)).toBe('none');
  });
});
