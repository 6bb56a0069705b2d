import { z } from 'zod';
import { time } from './cases.ts';
import { deletionMode, deletionReason } from './deletion.ts';
import { confirmation, draftRef } from './deletion-runs.ts';
import { environmentId } from './environments.ts';
import { operation, runToEnd } from './operation.ts';
import { rolesAtService } from './team-roles.ts';

/** `ended`: nobody answered within a day, or nobody began within a day after the approval. `begun`: it was or is carried out. */
export const proposalState = z.enum(['waiting', 'approved', 'rejected', 'withdrawn', 'ended', 'begun']);
export type ProposalState = z.infer<typeof proposalState>;

const who = z.object({ name: z.string(), isMe: z.boolean() });

/** A proposal to delete or expire that a second person of the team answers. */
export const proposalView = z.object({
  id: z.string(),
  state: proposalState,
  /** Absent where this console does not have the environment. */
  environmentId: environmentId.optional(),
  /** The environment as all consoles name it. */
  environment: z.string(),
  mode: deletionMode,
  reason: deletionReason,
  ticket: z.string().optional(),
  /** The number of conversations. */
  count: z.number().int(),
  /** The time for which it is planned. */
  startsAt: time.optional(),
  by: who,
  at: time,
  /** The end of the time to answer, or to begin. */
  endsAt: time,
  answer: who.extend({ at: time, comment: z.string().optional() }).optional(),
  /** Whose console carries it out. */
  carrier: who.optional(),
  begunAt: time.optional(),
  /** True if this console’s member may approve and reject it. */
  mayAnswer: z.boolean(),
});
export type ProposalView = z.infer<typeof proposalView>;

const comment = z.string().trim().max(1000).optional();
const done = z.object({});

export const approvalOperations = {
  /** The proposals of the team, the newest first. None without a team. */
  'approvals.list': operation({ input: done, output: z.object({ proposals: z.array(proposalView) }) }),
  /**
   * Proposes what a preview shows to a second person. Nothing is sent to the service.
   * @throws Failure as `deletionRuns.start`, team-unreachable, team-not-allowed, limit-exceeded
   */
  'approvals.propose': runToEnd({
    roles: rolesAtService,
    policy: 'delete',
    input: draftRef.extend(confirmation),
    output: done,
  }),
  /**
   * Approves a proposal by its preview, which was read on this console.
   * @throws Failure preview-outdated if the preview is not what was proposed, team-unreachable, team-not-allowed
   */
  'approvals.approve': runToEnd({
    roles: ['admin', 'approver'],
    input: draftRef.extend({ comment, carrier: z.enum(['proposer', 'approver']) }),
    output: done,
  }),
  /** Rejects a proposal, or withdraws one's own. @throws Failure team-unreachable, team-not-allowed */
  'approvals.reject': operation({
    roles: rolesAtService,
    input: z.object({ id: z.string().max(64), comment }),
    output: done,
  }),
};
