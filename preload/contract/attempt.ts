import { z } from 'zod';

/** Where a read of the service is: its attempt, of at most `attempts`, each of which lasts at most `limitMs`. */
export const attemptProgress = z.object({
  attempt: z.number().int(),
  attempts: z.number().int(),
  limitMs: z.number(),
  /** Milliseconds until this attempt begins, because the one before failed; absent once it has begun. */
  beginsInMs: z.number().optional(),
});
export type AttemptProgress = z.infer<typeof attemptProgress>;
