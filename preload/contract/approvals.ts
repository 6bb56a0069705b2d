import { z } from 'zod';
import { caseRow, time } from './cases.ts';
import { deletionMode, deletionReason, ticketNumber } from './deletion.ts';
import { confirmation, draftRef } from './deletion-runs.ts';
import { earlyReason } from './due.ts';
import { environmentId } from './environments.ts';
import { cancelOnSwitch, operation, runToEnd } from './operation.ts';
import { rolesAtService } from './team-roles.ts';

/** `ended`: nobody answered within a day, or nobody began within a day after the approval. `begun`: it was or is carried out. */
export const proposalState = z.enum(['waiting', 'approved', 'rejected', 'withdrawn', 'ended', 'begun']);
export type ProposalState = z.infer<typeof proposalState>;

/** The act that is proposed: a deletion, saving data of cases (`EXPORT`), or approving cases in spite of a finding (`APPROVE`). */
export const proposalMode = z.enum([...deletionMode.options, 'EXPORT', 'APPROVE']);

const who = z.object({ name: z.string(), isMe: z.boolean() });

/** A proposal that a second person of the team answers. */
export const proposalView = z.object({
  id: z.string(),
  state: proposalState,
  /** Absent where this console does not have the environment. */
  environmentId: environmentId.optional(),
  /** The environment as all consoles name it. */
  environment: z.string(),
  mode: proposalMode,
  /** Operation and input without the cases, as JSON. Absent for a deletion. */
  act: z.string().optional(),
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
  /** The member whose console carries it out. */
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
  /**
   * Proposes what was refused because a second person must approve it. Nothing is done.
   * @throws Failure invalid-input, limit-exceeded, team-unreachable, team-not-allowed; as reading its cases
   */
  'approvals.proposeAct': runToEnd({
    roles: rolesAtService,
    input: z.object({
      environmentId,
      refused: z.string().max(64),
      reason: earlyReason,
      ticket: ticketNumber.optional(),
    }),
    output: done,
  }),
  /** Reads the cases of a proposal that is no deletion, as they are now. @throws Failure team-unreachable, team-not-allowed; as reading its cases */
  'approvals.readAct': cancelOnSwitch({
    input: z.object({ environmentId, id: z.string().max(64) }),
    output: z.object({
      reason: z.string(),
      cases: z.array(
        z.object({
          conversationId: z.string(),
          isChanged: z.boolean(),
          /** The person as the service describes them, where it has the case. Mask name and birth date. */
          userKey: z.string().optional(),
          name: z.string().optional(),
          birthDate: z.string().optional(),
          products: z.array(z.string()),
          /** Absent where the case is not in the list of this console. */
          assessment: caseRow.pick({ verdict: true, findings: true, findingCount: true }).optional(),
        }),
      ),
    }),
  }),
  /** Approves a proposal whose cases were read on this console. @throws Failure preview-outdated, team-unreachable, team-not-allowed */
  'approvals.approveAct': runToEnd({
    roles: ['admin', 'approver'],
    input: z.object({ environmentId, id: z.string().max(64), comment }),
    output: done,
  }),
  /** Rejects a proposal, or withdraws one's own. @throws Failure team-unreachable, team-not-allowed */
  'approvals.reject': operation({
    roles: rolesAtService,
    input: z.object({ id: z.string().max(64), comment }),
    output: done,
  }),
};
