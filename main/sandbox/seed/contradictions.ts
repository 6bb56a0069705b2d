import type { JsonObject } from '../json.ts';
import { specimens } from '../media/specimens.ts';
import { inventedPeople, type Person } from '../people.ts';
import { contactOf } from '../user-data.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

const { estonian, polish } = inventedPeople;

/** Records that a reviewer should doubt although the service accepted them. All others are consistent. */
export const contradictionPlans: readonly Plan[] = [
  planOf('contradicting-record', 'A record whose values contradict each other', polish, contradicting()),
  planOf('misread-number', 'A national id with a misread digit', estonian, misread()),
];

function planOf(slug: string, title: string, person: Person, user: JsonObject): Plan {
  const conversation = outcome(person, { identity: 'FINISHED' });
  return {
    slug,
    title,
    ...conversation,
    result: { identity: { status: 'FINISHED', user, errors: [], checks: [] } },
    collected: (id, { assetsDir }) => specimens(id, person, assetsDir, ['idCardFront', 'idCardBack', 'face']),
  };
}

/** Day and month of birth swapped, another gender, a wrong check digit, a passport from before the birth, a wrong IBAN, a phone of a country not named. */
function contradicting(): JsonObject {
  const issue = { issueCountry: 'PL', issuer: 'Specimen Issuing Office' };
  return {
    person: {
      name: {
        firstName: polish.firstName,
        lastName: polish.lastName,
        fullName: `${polish.latin[0]} ${polish.latin[1]}`.toUpperCase(),
      },
      ids: {
        nationalId: polish.nationalId,
        idCard: { id: 'XYZ000000', issueDate: '2022-05-10', expiryDate: '2032-05-10', ...issue },
        passport: { id: 'ZZ0000000', issueDate: '1978-11-30', expiryDate: '2035-11-30', ...issue },
        accounts: [
          { swiftbic: 'SPECPL00', accountId: 'PL00 0000 0000 0000 0000 0000 0000', currency: 'PLN' },
        ],
      },
      info: {
        gender: 'FEMALE',
        nationality: 'PL',
        birthDate: '1979-02-11',
        birthCity: polish.birthCity,
        birthCountry: 'PL',
      },
      address: { fullAddress: polish.address, country: 'PL' },
      contact: { ...contactOf(polish), phone: '+44 20 7946 0123' },
    },
  };
}

function misread(): JsonObject {
  const { firstName, lastName, gender, birthDate, birthCity, address } = estonian;
  const nationalId = estonian.nationalId.replace('9990', '8990');
  return {
    person: {
      name: { firstName, lastName, fullName: `${firstName} ${lastName}` },
      ids: {
        nationalId,
        idCard: {
          id: 'ID0000000',
          issueDate: '2022-05-10',
          expiryDate: '2032-05-10',
          issueCountry: 'EE',
          issuer: 'Specimen Issuing Office',
        },
      },
      info: { gender, nationality: 'EE', birthDate, birthCity, birthCountry: 'EE' },
      address: { fullAddress: address, country: 'EE' },
      contact: contactOf(estonian),
    },
  };
}
