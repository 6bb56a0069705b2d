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

/** What a fresh read says of a deletion not yet asked for. */
export const deletionForecast = z.object({
  /** `unknown` where the read shows nothing the rules of 3.3 speak of. */
  expectation: z.enum(['accepted', 'refused', 'unknown']),
  /** The refusal to expect (interface 3.3). */
  statusDetail: statusDetail.optional(),
  /** The conversation's status and whether its AML subscription is active, as just read. */
  status: z.string().optional(),
  subscriptionActive: z.boolean(),
  /** What it will do, what it will not, and, where refused, the way out; in that order. */
  sentences: z.array(z.string()),
  /** ISO 8601. */
  readAt: z.string(),
  requestId: z.string().optional(),
  /** What must be typed to go on: the environment's name in production, nothing elsewhere. */
  confirmation: z.string().optional(),
});
export type DeletionForecast = z.infer<typeof deletionForecast>;

export const deletionStep = z.object({
  step: z.enum(['asking', 'accepted', 'refused', 'unknown', 'reading', 'seen', 'not-seen']),
  message: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** How often the effect has been looked for. */
  attempt: z.number().int().optional(),
});
export type DeletionStep = z.infer<typeof deletionStep>;

/** How a deletion ended. 202 is only an acceptance: `done` means the effect was read back. */
export const deletionOutcome = z.object({
  outcome: z.enum(['done', 'accepted-not-seen', 'refused', 'not-done', 'unknown']),
  message: z.string(),
  hint: z.string().optional(),
  statusDetail: statusDetail.optional(),
  requestId: z.string().optional(),
  steps: z.array(deletionStep),
  /** The service's own refusal or the failure behind `refused` and `unknown`. */
  failure: failureView.optional(),
});
export type DeletionOutcome = z.infer<typeof deletionOutcome>;

export const deletionOperations = {
  'deletion.forecast': operation({
    input: target,
    output: deletionForecast,
    environmentBinding: 'reading',
  }),
  /** DELETE conversation (interface 4.3), once, then reads until the effect is seen. Cancelling stops only the watching. */
  'deletion.run': operation({
    input: target.extend({ confirmation: z.string().max(200).optional() }),
    output: deletionOutcome,
    progress: deletionStep,
    environmentBinding: 'starting',
  }),
};
