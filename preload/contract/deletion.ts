import { z } from 'zod';
import { failureView } from './envelope.ts';
import { environmentId } from './environments.ts';
import { operation } from './operation.ts';
import { statusDetail } from './service/error-object.ts';
import { conversationId } from './service/reading.ts';

/** Interface 3.3. */
export const deletionMode = z.enum(['EXPIRE', 'DELETE_DATA']);
export type DeletionMode = z.infer<typeof deletionMode>;

const target = z.object({ environmentId, conversationId, mode: deletionMode });

/** Whose data it is and what was verified, as far as the reply says. `userKey` and `name` are personal data. */
export const deletionSubject = z.object({
  userKey: z.string().optional(),
  name: z.string().optional(),
  /** Of the person in years: as collected, or reckoned from the birth date. */
  age: z.number().int().optional(),
  /** The sentence that sums the conversation up. */
  verdict: z.string(),
  products: z.array(z.object({ name: z.string(), status: z.string().optional() })),
  /** Products beyond those listed. */
  moreProducts: z.number().int(),
  /** ISO 8601: when the conversation was created, where the reply says so (a member beyond the interface document). */
  createdAt: z.string().optional(),
  /** ISO 8601: when this console opened it last. */
  lastOpenedAt: z.string().optional(),
});
export type DeletionSubject = z.infer<typeof deletionSubject>;

/** What a fresh read says of a deletion that was not sent. */
export const deletionPreview = z.object({
  /** What a run is started by: it stands for exactly this conversation, mode and read, in this environment. */
  previewId: z.string(),
  /** `unknown` where the read shows nothing the rules of 3.3 speak of. */
  expectation: z.enum(['accepted', 'refused', 'unknown']),
  /** The refusal to expect (interface 3.3). */
  statusDetail: statusDetail.optional(),
  /** The conversation's status and whether its AML subscription is active, as just read. */
  status: z.string().optional(),
  subscriptionActive: z.boolean(),
  /** What it will do, or why it will be refused and what to do instead; in that order. */
  sentences: z.array(z.string()),
  subject: deletionSubject,
  /** ISO 8601. */
  readAt: z.string(),
  requestId: z.string().optional(),
  /** What must be typed to go on: the environment's name in production, nothing elsewhere. */
  confirmation: z.string().optional(),
});
export type DeletionPreview = z.infer<typeof deletionPreview>;

/**
 * What is known of a deletion that was sent. `confirmed`: its effect was read back. `refused`: 409 (interface 3.3).
 * `finished`: the user finished before it could be expired. `not-done`: the answer proves that nothing was done. `accepted`: answered with success, the effect not read back yet. `unknown`: no usable answer.
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
 * `sending`: no answer yet. `checking`: the conversation is read until the effect is proved. `unsettled`: not proved and not
 * being checked. `settled`: proved one way or the other.
 */
export const deletionPhase = z.enum(['sending', 'checking', 'unsettled', 'settled']);

export const deletionStep = z.object({
  kind: z.enum(['neutral', 'active', 'good', 'caution', 'bad']),
  message: z.string(),
  /** ISO 8601. */
  at: z.string(),
});
export type DeletionStep = z.infer<typeof deletionStep>;

/** A deletion that was sent. Main owns it: it goes on whatever the window does, and is looked at again after a restart. */
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
  /** Of the DELETE. */
  requestId: z.string().optional(),
  /** ISO 8601: the next read, while it is being checked. */
  nextReadAt: z.string().optional(),
  /** Why nothing was done (`not-done`), or why the conversation cannot be read to check it. */
  failure: failureView.optional(),
  /** A settled one whose end was on screen. */
  acknowledged: z.boolean(),
});
export type DeletionView = z.infer<typeof deletionView>;

/** The newest first. */
export const deletionList = z.object({
  deletions: z.array(deletionView),
  /** Why deletions of an earlier session could not be read back. */
  problem: failureView.optional(),
});
export type DeletionList = z.infer<typeof deletionList>;

const one = z.object({ deletionId: z.string().max(64) });

export const deletionOperations = {
  /** Reads the conversation (interface 4.2) and says what a deletion would do. */
  'deletion.preview': operation({ input: target, output: deletionPreview, environmentBinding: 'reading' }),
  /**
   * Reads once more, records the deletion on this computer, then sends DELETE (interface 4.3) once. Answers when the request is on
   * its way; fails where it could not be sent, and cancelled before that, nothing is sent. The same preview started again answers with the same deletion.
   */
  'deletion.run': operation({
    input: z.object({
      environmentId,
      previewId: z.string().max(64),
      confirmation: z.string().max(200).optional(),
    }),
    output: deletionView,
    environmentBinding: 'starting',
  }),
  'deletion.list': operation({ input: z.object({}), output: deletionList }),
  /** Checks one that is not settled, at once and then with growing pauses, in the environment it was begun in. */
  'deletion.check': operation({ input: one, output: deletionView }),
  /** Stops the checking; what was sent cannot be called back. */
  'deletion.stopChecking': operation({ input: one, output: deletionView }),
  /** The end of a settled one was on screen: it is not shown as new any more, nor after a restart. */
  'deletion.acknowledge': operation({ input: one, output: deletionList }),
  /** Removes one that is neither being sent nor checked from the list. */
  'deletion.dismiss': operation({ input: one, output: deletionList }),
};
