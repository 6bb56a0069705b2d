import { expect, test } from 'vitest';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { fieldFacts } from '../../../../renderer/features/conversations/findings/field-facts.ts';

const nationalId = 'result.identity.user.person.ids.nationalId';

function factsOf(identity: Record<string, unknown>, verify?: Record<string, unknown>) {
  const result = { identity: { status: 'FINISHED', ...identity }, ...(verify ? { verify } : {}) };
  return fieldFacts({ status: 'FINISHED', result } as unknown as Conversation);
}

function checks(count: number, failedAt: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `CHECK_${index}`,
    result: index === failedAt ? 'FAILED' : 'ACCEPTED',
    details: { field: 'PERSON_IDS_NATIONAL_ID' },
  }));
}

test('a check that failed comes first at its field, however many others there are, and the rest are counted', () => {
  const facts = factsOf({ checks: checks(500, 411) }).get(nationalId);
  expect(facts?.first[0]).toMatchObject({ tone: 'bad', label: 'Check 411: failed' });
  expect(facts?.first).toHaveLength(6);
  expect(facts?.more).toBe(494);
});

test('a check in another form than the documented one says nothing at its field', () => {
  const [check] = checks(1, 0);
  expect(factsOf({ checks: [check] }).size).toBe(1);
  expect(factsOf({ checks: [{ ...check, result: 1 }, { ...check, name: 1 }, 'FAILED'] }).size).toBe(0);
});

test('equal facts of a field are said once', () => {
  const same = Array.from({ length: 3 }, () => ({
    name: 'CONSISTENCY_CHECK',
    result: 'ACCEPTED',
    details: { field: 'PERSON_IDS_NATIONAL_ID' },
  }));
  const facts = factsOf({ checks: same }).get(nationalId);
  expect(facts?.first.map(({ label }) => label)).toEqual(['Consistency']);
  expect(facts?.more).toBe(0);
});

test('causes and similarities are ranked with the checks', () => {
  const facts = factsOf(
    { checks: checks(1, -1), errors: ['SCAN_DOCUMENT_READ_FAILED_NATIONAL_ID'] },
    { status: 'FINISHED', details: [{ field: 'PERSON_IDS_NATIONAL_ID', similarity: 0.1 }] },
  ).get(nationalId);
  expect(facts?.first.map(({ tone }) => tone)).toEqual(['bad', 'warn', 'good']);
});
