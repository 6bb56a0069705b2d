import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { subjectOf } from '../../../../main/features/deletion/subject.ts';
import { FakeCase } from './fake-case.ts';
import { DeletionHarness } from './harness.ts';

let harness: DeletionHarness;
let fake: FakeCase;
beforeEach(async () => {
  harness = await DeletionHarness.start();
  fake = new FakeCase(harness.service);
});
afterEach(() => harness.close());

test('a preview shows whose data it is, what was verified, and the result', async () => {
  fake.user = { person: { name: { firstName: 'Ada', lastName: 'Byron' }, info: { age: 36 } } };
  fake.more = { created: '2026-11-01T10:00:00Z' };
  const { subject, requestId } = await harness.preview('c1', 'DELETE_DATA');
  expect(subject).toMatchObject({
    userKey: 'canary-user-key',
    name: 'Ada Byron',
    age: 36,
    verdict: expect.stringMatching(/^Finished\./),
    products: [{ name: 'identity', status: 'FINISHED' }],
    moreProducts: 0,
    createdAt: '2026-11-01T10:00:00.000Z',
    lastOpenedAt: '2026-11-20T09:00:00.000Z',
  });
  expect(requestId).toBe('request-200');
});

test('a reply with many products lists a dozen and counts the rest', async () => {
  const result = Object.fromEntries(Array.from({ length: 1900 }, (_, at) => [`p${at}`, { status: 'X' }]));
  fake.more = { result };
  const { subject } = await harness.preview('c1', 'DELETE_DATA');
  expect(subject.products).toHaveLength(12);
  expect(subject.moreProducts).toBe(1888);
});

test.each([
  ['1990-06-15', '2026-06-14T12:00:00Z', 35],
  ['1990-06-15', '2026-06-15T12:00:00Z', 36],
  ['2090-01-01', '2026-06-15T12:00:00Z', undefined],
  ['15.06.1990', '2026-06-15T12:00:00Z', undefined],
])('born %s, at %s: %s years', (birthDate, now, age) => {
  const conversation = { result: { identity: { user: { person: { info: { birthDate } } } } } };
  const facts = { conversation, notes: {}, lastOpenedAt: undefined, now: Date.parse(now) };
  expect(subjectOf(facts).age).toBe(age);
});

describe('the forecast', () => {
  test.each([
    ['IN_PROGRESS', 'EXPIRE', 'accepted', undefined, 'The verification is blocked'],
    ['FINISHED', 'DELETE_DATA', 'accepted', undefined, 'The service deletes the data'],
    ['FINISHED', 'EXPIRE', 'refused', 'ConversationAlreadyFinished', 'delete its data instead'],
    ['IN_PROGRESS', 'DELETE_DATA', 'refused', 'ConversationNotYetFinished', 'Expire it to block it now'],
    ['CANCELED', 'DELETE_DATA', 'unknown', undefined, 'The service decides'],
    ['EXPIRED', 'EXPIRE', 'unknown', undefined, 'already expired'],
  ] as const)('%s, %s: %s', async (status, mode, expectation, statusDetail, words) => {
    fake.status = status;
    const preview = await harness.preview('c1', mode);
    expect(preview).toMatchObject({ expectation, status, subscriptionActive: false });
    expect(preview.statusDetail).toBe(statusDetail);
    expect(preview.sentences.join(' ')).toContain(words);
    expect(preview.confirmation).toBeUndefined();
  });

  test('active AML monitoring prevents deleting data', async () => {
    fake.more = { result: { aml: { status: 'FINISHED', subscription: { active: true } } } };
    const preview = await harness.preview('c1', 'DELETE_DATA');
    expect(preview).toMatchObject({ statusDetail: 'ActiveSubscriptionExists', subscriptionActive: true });
    expect(preview.sentences.join(' ')).toContain('End the monitoring first');
  });
});
