import { z } from 'zod';

/** The progress of a read of the service: its attempt, of at most `attempts`, each of at most `limitMs`. */
export const attemptProgress = z.object({
  attempt: z.number().int(),
  attempts: z.number().int(),
  limitMs: z.number(),
  /** Milliseconds until this attempt begins, because the one before failed; absent once it has begun. */
  beginsInMs: z.number().optional(),
});
export type AttemptProgress = z.infer<typeof attemptProgress>;
