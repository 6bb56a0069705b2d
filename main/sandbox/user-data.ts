import type { JsonObject } from './json.ts';
import type { Person } from './people.ts';

/** The share of a person's data that a verification found. */
export type Depth = 'full' | 'part' | 'none';

/** `result.identity.user` for a person (field notes, "result.identity.user"). */
export function userData(person: Person, depth: Depth): JsonObject {
  if (depth === 'none') {
    return {};
  }
  const name = nameOf(person);
  if (depth === 'part') {
    return { person: { name, info: { birthDate: person.birthDate } } };
  }
  const { country } = person;
  return {
    person: {
      name: { ...name, fullName: `${person.firstName} ${person.lastName}`.trim() },
      ids: {
        nationalId: person.nationalId,
        idCard: {
          id: documentNumber(person, 'ID'),
          type: 'NATIONAL_IDENTITY_CARD',
          issueDate: '2022-05-10',
          expiryDate: '2032-05-10',
          issueCountry: country,
          issuer: 'Specimen Issuing Office',
        },
      },
      info: {
        gender: person.gender,
        nationality: country,
        birthDate: person.birthDate,
        birthCity: person.birthCity,
        birthCountry: country,
      },
      address: { fullAddress: person.address, country },
      contact: contactOf(person),
    },
  };
}

/** Returns an invented document number, the same for the same person and kind. */
export function documentNumber(person: Person, kind: string): string {
  const digits = person.nationalId.replace(/\D/g, '').padStart(7, '0').slice(-7);
  return `${kind}${digits}`;
}

/** Returns an e-mail address and a telephone number that are not in use. */
export function contactOf(person: Person): { email: string; phone: string } {
  const local = person.latin
    .filter((part) => part !== '')
    .join('.')
    .toLowerCase()
    .replaceAll(' ', '.');
  return { email: `${local.slice(0, 60)}@specimen.example`, phone: '+999 555 0100' };
}

function nameOf({ firstName, lastName }: Person): JsonObject {
  return lastName === '' ? { firstName } : { firstName, lastName };
}
