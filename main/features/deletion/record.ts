import { z } from 'zod';
import { deletionMode, deletionOutcome, deletionReason } from '../../../preload/contract/deletion.ts';
import { environmentId } from '../../../preload/contract/environments.ts';

/** A sent deletion, as it is shown and as former versions kept it: ids, times and the outcome. No personal data and no text of the response. */
export const deletionRecord = z.object({
  deletionId: z.string().max(64),
  environmentId,
  /** The service it was sent to; if the environment's address changes, it is another service. */
  baseUrl: z.string().max(2048),
  conversationId: z.string().max(512),
  mode: deletionMode,
  /** A digest (login-digests.ts) of the API key's login it was sent with, since another login may see other conversations. */
  loginDigest: z.string().max(100).optional(),
  /** True if the conversation held data just before, so that its absence is a proof. */
  hadData: z.boolean(),
  /** For the receipt. The environment may be called otherwise later. */
  environmentName: z.string().max(80).optional(),
  environmentKind: z.string().max(20).optional(),
  reason: deletionReason.optional(),
  ticket: z.string().max(40).optional(),
  /** `salt:SHA-256(salt + user key)`, both in hexadecimal. */
  userKeyHash: z.string().max(100).optional(),
  /** ISO 8601. */
  sentAt: z.string().max(40),
  /** ISO 8601: when the response came, or when it was certain that none would come. */
  answeredAt: z.string().max(40).optional(),
  /** The status of the response to the DELETE, if there was one. */
  httpStatus: z.number().int().optional(),
  /** The error code when there was no usable response; `closed` when Assay was closed first. */
  failedBy: z.string().max(64).optional(),
  statusDetail: z.string().max(500).optional(),
  requestId: z.string().max(500).optional(),
  /** Undefined until there is a response. */
  outcome: deletionOutcome.optional(),
  /** ISO 8601. */
  settledAt: z.string().max(40).optional(),
});
export type DeletionRecord = z.infer<typeof deletionRecord>;

/** Returns whether the effect is proved. */
export function isSettled({ outcome }: DeletionRecord): boolean {
  return outcome !== undefined && outcome !== 'accepted' && outcome !== 'unknown';
}
