import { z } from 'zod';

/** The request for a new conversation (interface 2.1). Members without a value use the account's defaults. */
export const createConversation = z.looseObject({
  userKey: z.string().optional(),
  strategy: z.string().optional(),
  returnUrl: z.string().optional(),
  callbackUrl: z.string().optional(),
  query: z.looseObject({
    /** The interface demands it, but the service also creates conversations for authentication or affordability alone. */
    identity: z
      .looseObject({
        requireOneOf: z.array(z.array(z.string())).optional(),
        optional: z.array(z.looseObject({ list: z.array(z.string()) })).optional(),
      })
      .optional(),
    aml: z
      .looseObject({ checks: z.array(z.string()).optional(), subscription: z.looseObject({}).optional() })
      .optional(),
    auth: z.looseObject({}).optional(),
    bankTransactions: z
      .looseObject({ type: z.string().optional(), flags: z.unknown().optional() })
      .optional(),
    verify: z.looseObject({ user: z.looseObject({}).optional() }).optional(),
    affordability: z
      .looseObject({
        user: z.looseObject({ country: z.string().optional(), email: z.string().optional() }).optional(),
      })
      .optional(),
    databaseVerification: z.looseObject({}).optional(),
  }),
});
export type CreateConversation = z.infer<typeof createConversation>;
