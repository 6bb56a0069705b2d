import { z } from 'zod';
import { user } from '../../preload/contract/service/user.ts';

/** Members of an address, which is documented as open (field notes, "result.identity.user"). */
const addressMembers = [
  'addressLine1',
  'addressLine2',
  'apartment',
  'building',
  'city',
  'country',
  'countryCode',
  'county',
  'district',
  'flat',
  'flatNumber',
  'fullAddress',
  'houseNumber',
  'municipality',
  'postalCode',
  'postCode',
  'province',
  'region',
  'state',
  'street',
  'streetName',
  'streetNumber',
  'town',
  'zip',
  'zipCode',
];

const documented: ReadonlySet<string> = new Set([...addressMembers, ...namesOf(user)]);

/**
 * Names of members for a masked report. A name that is not documented may itself be personal data, such as a person's name, so it is
 * replaced by a number: the same one for the same name within one report.
 */
export class MemberNames {
  readonly #numbers = new Map<string, number>();

  /** The number of a name that is not documented, counted from 1; undefined for the others. */
  numberOf(name: string): number | undefined {
    if (documented.has(name)) {
      return undefined;
    }
    const number = this.#numbers.get(name) ?? this.#numbers.size + 1;
    this.#numbers.set(name, number);
    return number;
  }
}

function namesOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodOptional) {
    return namesOf(schema.unwrap() as z.ZodType);
  }
  if (schema instanceof z.ZodArray) {
    return namesOf(schema.element as z.ZodType);
  }
  if (schema instanceof z.ZodUnion) {
    return (schema.options as z.ZodType[]).flatMap(namesOf);
  }
  if (!(schema instanceof z.ZodObject)) {
    return [];
  }
  const shape = schema.shape as Record<string, z.ZodType>;
  return Object.entries(shape).flatMap(([name, member]) => [name, ...namesOf(member)]);
}
