import { z } from 'zod';

/** An id as it goes into a path: not empty, no control characters (they are refused before any call). */
export const conversationId = z
  .string()
  .trim()
  .min(1, 'The conversation id is empty')
  .max(512, 'The conversation id is longer than 512 characters')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  .regex(/^[^\u0000-\u001f\u007f]+$/, 'The conversation id holds control characters');

/** A known member whose value is not of the type the interface gives; it is left out of the view and shown as it came. */
export const flag = z.object({
  /** Path in the reply, such as `result.verify.reliability`. */
  path: z.string(),
  expected: z.string(),
  /** What came instead, as short JSON. */
  found: z.string(),
});
export type Flag = z.infer<typeof flag>;

/** A part too long to show whole; all of it is in the raw reply. */
export const cut = z.object({
  path: z.string(),
  kept: z.number().int(),
  total: z.number().int(),
  unit: z.enum(['items', 'characters', 'levels']),
});
export type Cut = z.infer<typeof cut>;

/** How a reply was read. */
export const readingNotes = z.object({
  flags: z.array(flag),
  cuts: z.array(cut),
  requestId: z.string().optional(),
  /** ISO 8601. */
  receivedAt: z.string(),
  bytes: z.number().int(),
  /** Milliseconds from the first attempt to the last byte. */
  ms: z.number(),
  /** How many attempts it took, where more than one. */
  attempts: z.number().int(),
});
export type ReadingNotes = z.infer<typeof readingNotes>;
