import { z } from 'zod';
import { conversation } from './conversation.ts';
import { databaseVerificationInfo } from './database-verification.ts';
import { metadata } from './metadata.ts';

/** A callback's body (interface 6.2). `id` is the callback's own; the conversation's is `payload.conversation.id`. */
export const callback = z.looseObject({
  id: z.string().optional(),
  created: z.string().optional(),
  target: z.string().optional(),
  event: z.string().optional(),
  payload: z.looseObject({ conversation: conversation.optional() }).optional(),
});

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

/** Members of products beyond those of the interface (field notes, "Shapes"). */
const otherProducts = ['formId', 'formData', 'over', 'result'];

/** Names of members of responses and callbacks that the interface or the field notes document. */
export const documentedNames: ReadonlySet<string> = new Set([
  ...addressMembers,
  ...otherProducts,
  ...[conversation, databaseVerificationInfo, metadata, callback].flatMap(namesOf),
]);

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
