import { expect as assert, describe, test } from 'vitest';
import { effectIsSeen, expect, subscriptionIsActive } from '../../../main/deletion/rules.ts';

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
      const expected = expect(mode, status, subscription);
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

describe('whether the effect is seen', () => {
  const full = {
    status: 'FINISHED',
    result: { identity: { user: { person: { name: { firstName: 'Ada' } } } } },
  };
  const emptied = { status: 'FINISHED', result: { identity: { user: { person: { name: {} } } } } };

  test('EXPIRE is seen by the status alone', () => {
    assert(effectIsSeen('EXPIRE', full, { ...full, status: 'EXPIRED' })).toBe(true);
    assert(effectIsSeen('EXPIRE', full, full)).toBe(false);
  });

  test('DELETE_DATA is seen when data given before is no longer given', () => {
    assert(effectIsSeen('DELETE_DATA', full, emptied)).toBe(true);
    assert(effectIsSeen('DELETE_DATA', full, full)).toBe(false);
  });

  test('the absence of data that was never there proves nothing', () => {
    assert(effectIsSeen('DELETE_DATA', emptied, emptied)).toBe(false);
  });
});
