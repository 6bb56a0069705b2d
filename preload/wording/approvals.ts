import type { ProposalState, ProposalView } from '../contract/approvals.ts';
import type { PreviewRow } from '../contract/deletion-runs.ts';
import { visibleText } from '../contract/service/visible-text.ts';
import { conversationStatusTerm } from './statuses.ts';
import { counted } from './terms.ts';

export const proposalStateLabels: Readonly<Record<ProposalState, string>> = {
  waiting: 'Waits for approval',
  approved: 'Approved',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  ended: 'Ended',
  begun: 'Carried out',
};

/** The label of the button that asks a second person. */
export const proposeLabel = 'Propose deletion';

export const approvalAsked =
  'Your company’s policy asks for a second person: somebody else in your team, with the role Approver or Admin, approves this before anything is sent.';
export const approvalWithoutTeam =
  'Your company’s policy asks for a second person, and this console is in no team: nothing can be sent from here. Join your team in Settings.';

/** Says that conversations are not as they were proposed. */
export function changedText(changed: number): string {
  return changed === 1
    ? 'The case changed after the proposal.'
    : `${counted(changed, 'case')} changed after the proposal.`;
}

/** Says how a conversation of a proposal differs now. */
export function sinceText({
  status = '',
  proposedStatus = '',
}: Pick<PreviewRow, 'status' | 'proposedStatus'>): string {
  const label = (value: string) => (value === '' ? 'not readable' : conversationStatusTerm(value).label);
  return status === proposedStatus ? 'New result since' : `Changed since: was ${label(proposedStatus)}`;
}

/** Returns what is proposed, such as “Delete the data of 3 conversations”. */
export function proposalText({ mode, count }: Pick<ProposalView, 'mode' | 'count'>): string {
  const what = counted(count, 'conversation');
  return mode === 'EXPIRE' ? `Expire ${what}` : `Delete the data of ${what}`;
}

/** Returns a member's name, which is the user's own where it is theirs. */
export function memberText({ name, isMe }: { name: string; isMe: boolean }): string {
  return isMe ? 'You' : visibleText(name);
}

/** Returns whether this console’s user can do something with a proposal: answer it, or carry it out. */
export function isForMe({ state, mayAnswer, carrier }: ProposalView): boolean {
  return mayAnswer || (state === 'approved' && carrier?.isMe === true);
}

/** Says what of the menu’s count is what, such as “2 due, 1 proposal for you”. */
export function deletionCountText(due: number, proposals: number): string {
  return [
    ...(due > 0 ? [`${due.toLocaleString('en')} due`] : []),
    ...(proposals > 0 ? [`${counted(proposals, 'proposal')} for you`] : []),
  ].join(', ');
}
