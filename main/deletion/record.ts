import { z } from 'zod';
import { deletionMode, deletionOutcome } from '../../preload/contract/deletion.ts';
import { environmentId } from '../../preload/contract/environments.ts';

/** Members of the answer, which may be of any length there and are shortened here. */
const shortened = { failedBy: 64, statusDetail: 500, requestId: 500 } as const;

/**
 * What is kept on disk of a deletion that was sent: ids, times and the answer. No personal data and nothing of the reply's text.
 */
export const deletionRecord = z.object({
  deletionId: z.string().max(64),
  environmentId,
  /** The service it was sent to: an environment whose address was changed since is another service. */
  baseUrl: z.string().max(2048),
  conversationId: z.string().max(512),
  mode: deletionMode,
  /** Of the API key's login it was sent with, as login-digest.ts makes it: another login may see other conversations. */
  loginDigest: z.string().max(100).optional(),
  /** Whether the conversation held data just before, so that its absence proves something. */
  hadData: z.boolean(),
  /** ISO 8601. */
  sentAt: z.string().max(40),
  /** ISO 8601: when the answer came, or it was clear that none would. */
  answeredAt: z.string().max(40).optional(),
  /** Of the answer to the DELETE, where one came. */
  httpStatus: z.number().int().optional(),
  /** The error code where no usable answer came; `closed` where the console was closed first. */
  failedBy: z.string().max(shortened.failedBy).optional(),
  statusDetail: z.string().max(shortened.statusDetail).optional(),
  requestId: z.string().max(shortened.requestId).optional(),
  /** Undefined while no answer has come. */
  outcome: deletionOutcome.optional(),
  /** ISO 8601. */
  settledAt: z.string().max(40).optional(),
});
export type DeletionRecord = z.infer<typeof deletionRecord>;

/**
 * The record as it can be read back: what the answer gave is shortened to its bounds.
 * @throws ZodError for anything else that is beyond its bounds
 */
export function writable(record: DeletionRecord): DeletionRecord {
  const bounded = { ...record };
  for (const [member, length] of Object.entries(shortened) as [keyof typeof shortened, number][]) {
    const text = bounded[member];
    if (text !== undefined) {
      bounded[member] = text.slice(0, length);
    }
  }
  return deletionRecord.parse(bounded);
}

/** Whether it is proved what became of it. */
export function isSettled({ outcome }: DeletionRecord): boolean {
  return outcome !== undefined && outcome !== 'accepted' && outcome !== 'unknown';
}
