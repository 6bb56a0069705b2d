import { z } from 'zod';
import type { EntryDetails } from '../../../preload/contract/new-entry.ts';
import { rolesAtService, type TeamRole } from '../../../preload/contract/team-roles.ts';
import {
  digestOf,
  isSameName,
  isSignedText,
  maxProposed,
  proposalMs,
  proposedItem,
  readAnswer,
  readProposal,
  signedText,
} from '../../common/approval.ts';
import type { TeamProposal, TeamState } from '../records/journal/team-state.ts';

/** The roles whose members approve what others propose. */
const approvers: readonly TeamRole[] = ['admin', 'approver'];
/** How far the clocks of two consoles may differ, in milliseconds. */
const clockMs = 10 * 60_000;
/** The proposals that are remembered; older ones count as ended. */
const maxProposals = 200;

/** When the author wrote an entry, by their clock. */
const at = z.number().int().min(0).max(4_102_444_800_000).optional();

/** The contents of entries about proposals. */
export const approvalContents = [
  z.object({
    kind: z.literal('proposed'),
    at,
    statement: signedText,
    /** The items under the root in the statement; empty in an export. */
    items: z.array(proposedItem).max(maxProposed),
    /** Why data is deleted that must still be kept. */
    early: z.string().max(1000).optional(),
  }),
  z.object({
    kind: z.literal('answered'),
    at,
    statement: signedText,
    comment: z.string().max(1000).optional(),
  }),
  z.object({ kind: z.literal('claimed'), at, proposal: z.uuid(), claim: z.uuid() }),
] as const;
export type ApprovalContent = z.infer<(typeof approvalContents)[number]>;

/** Applies an entry about a proposal. Returns false if its author may not do that, there and then. */
export function applyApproval(
  state: TeamState,
  seq: number,
  author: string,
  content: ApprovalContent,
): boolean {
  state.proposals ??= {};
  const { proposals } = state;
  switch (content.kind) {
    case 'proposed': {
      const proposal = readProposal(content.statement.text);
      const isNew = proposal !== undefined && proposals[proposal.id] === undefined;
      if (!isNew || proposal.by !== author || !isStatedBy(state, author, content.statement, proposal)) {
        return false;
      }
      if (!hasRole(state, author, rolesAtService)) {
        return false;
      }
      const cases = new Set(content.items.map(({ conversationId }) => caseIn(proposal.id, conversationId)));
      proposals[proposal.id] = {
        seq,
        statement: content.statement,
        ...(proposal.mode === 'APPROVE' && { cases: [...cases] }),
      };
      forgetOldest(proposals);
      return true;
    }
    case 'answered':
      return applyAnswer(state, seq, author, content);
    default: {
      const proposal = proposals[content.proposal];
      if (
        proposal === undefined ||
        proposal.claim !== undefined ||
        !mayClaim(state, author, proposal, content.at)
      ) {
        return false;
      }
      proposal.claim = { seq, at: content.at ?? 0, claim: content.claim };
      return true;
    }
  }
}

function applyAnswer(
  state: TeamState,
  seq: number,
  author: string,
  { statement, comment }: Extract<ApprovalContent, { kind: 'answered' }>,
): boolean {
  const answer = readAnswer(statement.text);
  const match = Object.values(state.proposals ?? {}).find(
    (one) => digestOf(one.statement.text) === answer?.proposal,
  );
  const proposal = match && readProposal(match.statement.text);
  if (answer === undefined || match === undefined || proposal === undefined || match.answer !== undefined) {
    return false;
  }
  if (answer.by !== author || !isStatedBy(state, author, statement, answer)) {
    return false;
  }
  const isAnswered =
    answer.verdict === 'approved'
      ? mayApprove(state, author, proposal.by) &&
        isInTime(proposal.at, answer.at) &&
        [proposal.by, author].includes(answer.carrier)
      : author === proposal.by || hasRole(state, author, approvers);
  if (isAnswered) {
    match.answer = { seq, statement, ...(comment === undefined ? {} : { comment }) };
  }
  return isAnswered;
}

/** Names a case in a proposal, without its id: what a console forgets is nowhere in the state of its team. */
function caseIn(proposal: string, conversationId: string): string {
  return digestOf(proposal, ' ', conversationId).slice(0, 32);
}

/** Returns the details of an entry without the approval that it names. */
export function withoutApproval(details: EntryDetails): EntryDetails {
  const {
    proposal: _proposal,
    proposedBy: _proposedBy,
    proposedAt: _proposedAt,
    approvedBy: _approvedBy,
    approvedAt: _approvedAt,
    ...rest
  } = details;
  return rest;
}

/** Returns whether the log has the approval that an entry about a case names: of this act, begun by its author, and not used for the case before. Uses it up. */
export function takeApproval(
  { proposals = {}, members }: TeamState,
  author: string,
  {
    entry,
    environment,
    conversation,
    details,
  }: { entry: string; environment: string; conversation: string; details: EntryDetails },
): boolean {
  const stored = Object.hasOwn(proposals, String(details.proposal))
    ? proposals[String(details.proposal)]
    : undefined;
  const proposal = stored && readProposal(stored.statement.text);
  const answer = stored?.answer && readAnswer(stored.answer.statement.text);
  const cases = stored?.cases ?? [];
  const at = cases.indexOf(caseIn(String(details.proposal), conversation));
  // The member who begins it is the one for whom somebody else with the role approved it.
  const isOfAuthor = stored?.claim !== undefined && answer?.carrier === author;
  const isSaid =
    details.proposedBy === members[proposal?.by ?? '']?.name &&
    details.approvedBy === members[answer?.by ?? '']?.name &&
    details.proposedAt === proposal?.at &&
    details.approvedAt === answer?.at;
  const isThis = entry === 'decided' && details.decision === 'clear' && proposal?.environment === environment;
  if (at < 0 || !isOfAuthor || !isSaid || !isThis) {
    return false;
  }
  cases.splice(at, 1);
  return true;
}

/** Returns whether a member may approve what another one proposes: both with a role for that, and two people. */
export function mayApprove(state: TeamState, approver: string, proposer: string): boolean {
  const one = state.members[approver];
  const other = state.members[proposer];
  return (
    one !== undefined &&
    other !== undefined &&
    approver !== proposer &&
    !isSameName(one.name, other.name) &&
    hasRole(state, approver, approvers) &&
    hasRole(state, proposer, rolesAtService)
  );
}

/** Returns whether a member may begin what was approved, at a time by their clock: both of the two must still have their roles. */
function mayClaim(state: TeamState, author: string, { statement, answer }: TeamProposal, when = 0): boolean {
  const proposal = readProposal(statement.text);
  const approval = answer && readAnswer(answer.statement.text);
  return (
    proposal !== undefined &&
    approval?.verdict === 'approved' &&
    approval.carrier === author &&
    mayApprove(state, approval.by, proposal.by) &&
    isInTime(approval.at, when)
  );
}

/** Returns whether something happened within the day after another, by clocks that may differ a little. */
export function isInTime(since: number, now: number): boolean {
  return now >= since - clockMs && now <= since + proposalMs;
}

function isStatedBy(
  { team, members }: TeamState,
  author: string,
  statement: z.infer<typeof signedText>,
  stated: { team: string },
): boolean {
  return stated.team === team && isSignedText(statement, members[author]?.publicKey ?? '');
}

function hasRole({ members }: TeamState, id: string, roles: readonly TeamRole[]): boolean {
  const member = members[id];
  return member !== undefined && member.removed === undefined && roles.includes(member.role);
}

function forgetOldest(proposals: Record<string, TeamProposal>): void {
  const sorted = Object.entries(proposals).sort(([, one], [, other]) => other.seq - one.seq);
  for (const [id] of sorted.slice(maxProposals)) {
    delete proposals[id];
  }
}

/** Returns what the journal says about an entry. */
export function proposalDetails(content: ApprovalContent): EntryDetails {
  if (content.kind === 'claimed') {
    return { change: 'claimed', proposal: content.proposal };
  }
  if (content.kind === 'answered') {
    const { comment } = content;
    const change = readAnswer(content.statement.text)?.verdict ?? 'rejected';
    return { change, ...(comment === undefined ? {} : { text: comment }) };
  }
  const { id = '', count = 0, mode = '', ticket } = readProposal(content.statement.text) ?? {};
  return { change: 'proposed', proposal: id, count, mode, ...(ticket ? { ticket } : {}) };
}
