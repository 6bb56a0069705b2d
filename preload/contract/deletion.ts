import { z } from 'zod';
import { attemptProgress } from './attempt.ts';
import { earlyDeletions, earlyReason } from './due.ts';
import { failureView } from './envelope.ts';
import { environmentId } from './environments.ts';
import type { NewEntry } from './new-entry.ts';
import { cancelOnSwitch, operation, runToEnd } from './operation.ts';
import { statusDetail } from './service/error-object.ts';
import { conversationId } from './service/reading.ts';

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

const target = z.object({ environmentId, conversationId, mode: deletionMode });

/** The person whose data a deletion concerns and what was verified, as far as the reply says. `userKey` and `name` are personal data. */
export const deletionSubject = z.object({
  userKey: z.string().optional(),
  name: z.string().optional(),
  /** The applicant's age in years: as given, or computed from the birth date. */
  age: z.number().int().optional(),
  /** The summary of the conversation. */
  verdict: z.string(),
  products: z.array(z.object({ name: z.string(), status: z.string().optional() })),
  /** The number of products that are not listed. */
  moreProducts: z.number().int(),
  /** ISO 8601: when the conversation was created, if the reply says so (a member beyond the interface document). */
  createdAt: z.string().optional(),
  /** ISO 8601: when it was last opened in Assay. */
  lastOpenedAt: z.string().optional(),
});
export type DeletionSubject = z.infer<typeof deletionSubject>;

/** The expected effect of a deletion, from a current read; nothing was sent. */
export const deletionPreview = z.object({
  /** Starts the deletion of exactly this conversation, mode and read, in this environment. */
  previewId: z.string(),
  /** `unknown` when the rules of interface 3.3 do not cover what was read. */
  expectation: z.enum(['accepted', 'refused', 'unknown']),
  /** The expected refusal (interface 3.3). */
  statusDetail: statusDetail.optional(),
  /** The conversation's status and whether its AML subscription is active, as just read. */
  status: z.string().optional(),
  subscriptionActive: z.boolean(),
  /** The effects, or the reason why it will be refused and what to do instead, in that order. */
  sentences: z.array(z.string()),
  subject: deletionSubject,
  /** ISO 8601. */
  readAt: z.string(),
  /**
   * The reason why the conversation could not be read although a deletion may work, such as 500. The owner of the data cannot be checked then,
   * `subject` is empty, and `deletion.run` needs `unread`.
   */
  unreadable: failureView.optional(),
  requestId: z.string().optional(),
  /** Present where the deletion needs a reason (`earlyReason`). */
  early: earlyDeletions.optional(),
  /** The number of its files, where that could be read. */
  files: z.number().int().optional(),
  /** The text to type for confirmation: the environment's name in production; absent elsewhere. */
  confirmation: z.string().optional(),
  /** The text whose last four characters are to be typed, in production; the id where there is no user key. */
  identityOf: z.enum(['user-key', 'id']).optional(),
});
export type DeletionPreview = z.infer<typeof deletionPreview>;

/**
 * The known outcome of a sent deletion. `confirmed`: its effect was read. `refused`: 409 (interface 3.3). `finished`:
 * the user finished before it could be expired. `not-done`: the response proves that nothing was done. `accepted`: the
 * response was a success, the effect was not read yet. `unknown`: no usable response.
 */
export const deletionOutcome = z.enum([
  'confirmed',
  'refused',
  'finished',
  'not-done',
  'accepted',
  'unknown',
]);
export type DeletionOutcome = z.infer<typeof deletionOutcome>;

/**
 * `sending`: no response yet. `checking`: the conversation is read until the effect is proved. `unsettled`: not proved
 * and not being checked. `settled`: proved.
 */
export const deletionPhase = z.enum(['sending', 'checking', 'unsettled', 'settled']);

export const deletionStep = z.object({
  kind: z.enum(['neutral', 'active', 'good', 'caution', 'bad']),
  message: z.string(),
  /** ISO 8601. */
  at: z.string(),
});
export type DeletionStep = z.infer<typeof deletionStep>;

/** A sent deletion. It belongs to main: it continues without the window, and is checked again after a restart. */
export const deletionView = z.object({
  deletionId: z.string(),
  environmentId,
  conversationId: z.string(),
  mode: deletionMode,
  phase: deletionPhase,
  outcome: deletionOutcome.optional(),
  message: z.string(),
  hint: z.string().optional(),
  steps: z.array(deletionStep),
  statusDetail: statusDetail.optional(),
  /** The request id of the response to the DELETE. */
  requestId: z.string().optional(),
  /** ISO 8601: when it is read next, while it is being checked. */
  nextReadAt: z.string().optional(),
  /** The reason why nothing was deleted (`not-done`), or why the conversation cannot be read. */
  failure: failureView.optional(),
  /** True if the result of a settled deletion was on screen. */
  acknowledged: z.boolean(),
});
export type DeletionView = z.infer<typeof deletionView>;

/** Newest first. */
export const deletionList = z.object({
  deletions: z.array(deletionView),
  /** The reason why deletions of an earlier session could not be read from disk. */
  problem: failureView.optional(),
});
export type DeletionList = z.infer<typeof deletionList>;

const one = z.object({ deletionId: z.string().max(64) });

/** Enters what became of a deletion. */
export function deletionEntry(
  { environmentId, conversationId, mode, deletionId }: DeletionView,
  outcome: string,
): NewEntry {
  const kind = mode === 'EXPIRE' ? 'expired' : 'data-deleted';
  return { kind, environmentId, conversationId, details: { outcome, deletionId } };
}

export const deletionOperations = {
  /** Reads the conversation (interface 4.2) and says what a deletion would do. */
  'deletion.preview': cancelOnSwitch({ input: target, output: deletionPreview, progress: attemptProgress }),
  /**
   * Reads again, records the deletion on this computer, then sends DELETE (interface 4.3) once. Returns when the request
   * has been sent; when it fails or is cancelled before, nothing was sent. A second call with the same preview returns
   * the same deletion.
   */
  'deletion.run': runToEnd({
    input: z.object({
      environmentId,
      previewId: z.string().max(64),
      confirmation: z.string().max(200).optional(),
      /** The last four characters of the user key, or of the id; in production. */
      identity: z.string().max(20).optional(),
      /** Confirmed although the conversation could not be read. */
      unread: z.boolean().optional(),
      reason: deletionReason.optional(),
      ticket: ticketNumber.optional(),
      /** Why data is deleted that is kept on purpose or must still be kept. */
      earlyReason: earlyReason.optional(),
    }),
    output: deletionView,
    entries: (_input, deletion) => [deletionEntry(deletion, 'sent')],
  }),
  'deletion.list': operation({ input: z.object({}), output: deletionList }),
  /** Checks an unsettled deletion now, then at growing intervals, in the environment in which it was started. */
  'deletion.check': operation({ input: one, output: deletionView }),
  /** Stops the check; the request itself cannot be recalled. */
  'deletion.stopChecking': operation({ input: one, output: deletionView }),
  /** Records that the result of a settled deletion was on screen: it is not shown as new again, nor after a restart. */
  'deletion.acknowledge': operation({ input: one, output: deletionList }),
  /** Removes a deletion that is neither being sent nor checked from the list. */
  'deletion.dismiss': operation({ input: one, output: deletionList }),
};
