import { z } from 'zod';

/** A page of the headless flow (interface 2.4). `args` is an array in the interface and an object in the field. */
export const headlessPage = z.looseObject({
  component: z.string().optional(),
  next: z.string().optional(),
  args: z.union([z.array(z.string()), z.looseObject({})]).optional(),
  errors: z.array(z.looseObject({ field: z.string().optional(), code: z.string().optional() })).optional(),
});
export type HeadlessPage = z.infer<typeof headlessPage>;
