import { describe, expect, test } from 'vitest';
import { compareConversations } from '../../../../renderer/features/cases/comparing/difference.ts';

const conversation = (status: string, user: Record<string, unknown>, more: object = {}) => ({
  id: 'c1',
  status,
  result: { identity: { status: 'FINISHED', user, errors: [] }, ...more },
});

describe('two conversations', () => {
  test('that are equal have no differences', () => {
    const one = conversation('FINISHED', { person: { name: { lastName: 'Kowalska' } } });
    const fields = compareConversations(one, structuredClone(one));
    expect(fields).toHaveLength(3);
    expect(fields.every(({ isSame }) => isSame)).toBe(true);
  });

  test('show what differs and what only one of them has', () => {
    const one = conversation('IN_PROGRESS', { person: { name: { lastName: 'Kowalska' } } });
    const other = conversation(
      'FINISHED',
      { person: { name: { firstName: 'Ann' } } },
      { aml: { found: ['PEP'] } },
    );
    const different = compareConversations(one, other).filter(({ isSame }) => !isSame);
    expect(different.map(({ path, left, right }) => [path, left, right])).toEqual([
      ['status', 'IN_PROGRESS', 'FINISHED'],
      ['result.identity.user.person.name.lastName', 'Kowalska', undefined],
      ['result.identity.user.person.name.firstName', undefined, 'Ann'],
      ['result.aml.found', undefined, 'PEP'],
    ]);
  });

  test('with the same codes in another order are equal', () => {
    const one = conversation('FINISHED', {}, { aml: { found: ['PEP', 'SIP'] } });
    const other = conversation('FINISHED', {}, { aml: { found: ['SIP', 'PEP'] } });
    expect(compareConversations(one, other).every(({ isSame }) => isSame)).toBe(true);
  });

  test('are masked except for impersonal values', () => {
    const user = {
      person: {
        name: { lastName: 'Kowalska' },
        ids: { passport: { id: 'AA 123', type: 'P', expiryDate: '2030-01-01', issueCountry: 'PL' } },
        info: { gender: 'FEMALE', birthDate: '1979-11-02', nationality: 'PL' },
        contact: { email: 'a@b.test' },
      },
      company: { name: 'Kowalska Ltd' },
    };
    const one = {
      ...conversation('FINISHED', user, {
        verify: { status: 'FINISHED', details: [{ field: 'PERSON_NAME_LASTNAME', similarity: 0.3 }] },
        unheardOf: { status: 'FINISHED', anything: 'Kowalska', user: { name: 'Kowalska' } },
      }),
      userKey: 'u-1',
    };
    const shown = compareConversations(one, one).filter(({ isPersonal }) => !isPersonal);
    expect(shown.map(({ path }) => path).sort()).toEqual([
      'result.identity.status',
      'result.identity.user.person.ids.passport.expiryDate',
      'result.identity.user.person.ids.passport.issueCountry',
      'result.identity.user.person.ids.passport.type',
      'result.identity.user.person.info.gender',
      'result.identity.user.person.info.nationality',
      'result.unheardOf.status',
      'result.verify.details[0].field',
      'result.verify.details[0].similarity',
      'result.verify.status',
      'status',
    ]);
  });
});
