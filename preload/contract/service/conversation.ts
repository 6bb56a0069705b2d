import { z } from 'zod';
import { user } from './user.ts';

// The conversation as the service sends it (interface 2.2 and the field notes). Statuses and codes are open lists:
// `preload/wording` names the known ones, unknown ones are shown as they are. Every object keeps unknown members.

const text = z.string().optional();
const status = text;
const causeCodes = z.array(z.string()).optional();

/** An additional validation (field notes): result ACCEPTED, FAILED or ERROR. */
export const check = z.looseObject({ name: text, result: text, details: z.looseObject({}).optional() });
export type Check = z.infer<typeof check>;

/** The similarity of one field; member names vary between deployments (field notes). */
export const similarity = z.looseObject({
  field: text,
  name: text,
  similarity: z.number().optional(),
  reliability: z.number().optional(),
  value: z.number().optional(),
});

const common = { status, errors: causeCodes, checks: z.array(check).optional() };

/** Any product: the common members. Used for unknown products. */
export const product = z.looseObject(common);
export type Product = z.infer<typeof product>;

export const result = z
  .object({
    identity: z.looseObject({ ...common, user: user.optional() }).optional(),
    aml: z
      .looseObject({
        ...common,
        found: z.array(z.string()).optional(),
        subscription: z.looseObject({ active: z.boolean().optional(), lastChanged: text }).optional(),
      })
      .optional(),
    verify: z
      .looseObject({
        ...common,
        reliability: z.number().min(0).max(1).optional(),
        details: z.array(similarity).optional(),
      })
      .optional(),
    auth: z.looseObject({ ...common, token: text, challenge: text }).optional(),
    bankTransactions: z.looseObject(common).optional(),
    affordability: z.looseObject(common).optional(),
    databaseVerification: z.looseObject(common).optional(),
  })
  .catchall(z.unknown());
export type Result = z.infer<typeof result>;

export const dataSource = z.looseObject({ country: text, method: text });

export const conversation = z.looseObject({
  id: text,
  userKey: text,
  url: text,
  status,
  result: result.optional(),
  info: z.array(dataSource).optional(),
});
export type Conversation = z.infer<typeof conversation>;
