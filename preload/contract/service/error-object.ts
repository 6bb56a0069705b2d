import { z } from 'zod';

/** Interface 7.2 names three; treated as an open list. */
export const statusDetail = z.string();

/** The values of `status` (interface 7.2). */
export const errorStatuses: ReadonlySet<string> = new Set([
  'BAD_REQUEST',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'GONE',
]);

/** Interface 7.2; violations as in the field notes. */
export const errorObject = z.looseObject({
  status: z.string().optional(),
  message: z.string().optional(),
  violations: z
    .array(z.looseObject({ field: z.string().optional(), message: z.string().optional() }))
    .optional(),
  statusDetail: statusDetail.optional(),
});
export type ErrorObject = z.infer<typeof errorObject>;
