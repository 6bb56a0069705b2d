import { z } from 'zod';

/** Interface 3.3. */
export const deletionMode = z.enum(['EXPIRE', 'DELETE_DATA']);
export type DeletionMode = z.infer<typeof deletionMode>;

export const deletionReasons = [
  'data-subject-request',
  'retention-ended',
  'consent-withdrawn',
  'opened-by-mistake',
  'duplicate',
  'test-data',
  'other',
] as const;
export const deletionReason = z.enum(deletionReasons);
export type DeletionReason = z.infer<typeof deletionReason>;

/** The number of a ticket in another system. Its characters are restricted, so that it is not used for remarks about people. */
export const ticketNumber = z
  .string()
  .trim()
  .max(40)
  .regex(/^[A-Za-z0-9][A-Za-z0-9#/_.:-]*$/);
