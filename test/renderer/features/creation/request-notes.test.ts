import { describe, expect, test } from 'vitest';
import type { EnvironmentKind } from '../../../../preload/contract/environments.ts';
import type { CreateConversation } from '../../../../preload/contract/service/create.ts';
import { requestNotes, withExamples } from '../../../../renderer/features/creation/request-notes.ts';

const complete: CreateConversation = {
  userKey: 'u1',
  strategy: 'default:identity',
  returnUrl: 'https://shop.example/back?c={conversationId}',
  callbackUrl: 'https://shop.example/{target}/{event}?c={conversationId}',
  query: { identity: { requireOneOf: [['PERSON_NAME_LASTNAME']] } },
};
const notesOf = (change: Partial<CreateConversation>, kind: EnvironmentKind = 'test', defaults = {}) =>
  requestNotes({ ...complete, ...change }, defaults, kind).map(({ field, tone }) => `${tone} ${field}`);

describe('before a request is sent', () => {
  test('nothing is said of a complete one', () => {
    expect(notesOf({})).toEqual([]);
  });

  test.each([
    ['a missing value without a default', { returnUrl: '' }, ['note returnUrl']],
    [
      'a placeholder the service does not know',
      { returnUrl: 'https://x.example/{event}' },
      ['note returnUrl'],
    ],
    ['an address without a scheme', { callbackUrl: 'shop.example/hook' }, ['refused callbackUrl']],
    ['an address of another kind', { returnUrl: 'javascript:alert(1)' }, ['refused returnUrl']],
    ['AML without lists', { query: { identity: {}, aml: {} } }, ['note query.aml']],
    ['verify without data', { query: { identity: {}, verify: {} } }, ['note query.verify']],
    ['an empty alternative', { query: { identity: { requireOneOf: [[]] } } }, ['note query.identity']],
    [
      'affordability without its user',
      { query: { identity: {}, affordability: { user: { country: 'PL' } } } },
      ['note query.affordability'],
    ],
  ])('%s is named', (_, change, expected) => {
    expect(notesOf(change)).toEqual(expected);
  });

  test('a value the account has a default for is not missing', () => {
    expect(notesOf({ returnUrl: '' }, 'test', { returnUrl: 'https://shop.example/' })).toEqual([]);
  });

  test('production refuses a callback address without HTTPS, also one that is the default (interface 1.7)', () => {
    expect(notesOf({ callbackUrl: 'http://shop.example/' }, 'production')).toEqual(['refused callbackUrl']);
    expect(notesOf({ callbackUrl: 'http://shop.example/' }, 'test')).toEqual(['note callbackUrl']);
    expect(notesOf({ callbackUrl: '' }, 'production', { callbackUrl: 'http://shop.example/' })).toEqual([
      'refused callbackUrl',
    ]);
  });
});

test('the example of an address has a value for each placeholder', () => {
  expect(withExamples(complete.callbackUrl ?? '')).toMatch(
    /^https:\/\/shop\.example\/CONVERSATION\/FINISHED\?c=[0-9a-f-]{36}$/,
  );
});
