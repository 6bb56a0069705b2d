import type { ProposalState, ProposalView } from '../contract/approvals.ts';
import type { PreviewRow } from '../contract/deletion-runs.ts';
import { isObject } from '../contract/objects.ts';
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

/** Says how an approved act that is no deletion begins. */
export const approvedAct =
  'Approved. Do the same again, as it was asked for, before the time above ends: it is then done, once.';

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
export function proposalText({ mode, count, act }: Pick<ProposalView, 'mode' | 'count' | 'act'>): string {
  const what = counted(count, 'conversation');
  switch (mode) {
    case 'EXPIRE':
      return `Expire ${what}`;
    case 'DELETE_DATA':
      return `Delete the data of ${what}`;
    case 'APPROVE':
      return `Approve ${counted(count, 'case')} in spite of a finding`;
    case 'EXPORT': {
      const file = `Save ${actFiles[actOf(act).operation] ?? 'a file'}`;
      return count === 0 ? file : `${file}: ${counted(count, 'case')}`;
    }
  }
}

/** The files that operations with approval save. */
const actFiles: Readonly<Record<string, string>> = {
  'cases.saveAttachment': 'the file of a note',
  'cases.export': 'a list of cases',
  'evidence.saveReport': 'a case report',
  'evidence.savePack': 'an evidence pack',
  'evidence.saveAuditPack': 'a pack for an auditor',
  'evidence.saveFiles': 'the files of a case',
  'erasure.file': 'the file of a request for erasure',
  'media.save': 'a picture or file',
  'reports.export': 'the decisions of a time',
  'deletionRuns.report': 'the report of a deletion',
  'journal.export': 'the journal',
  'team.saveSample': 'a sample of the team’s log',
};

/** Returns the choices of a proposed act as it was asked for, such as “unmasked: yes, with files: no”. */
export function actChoicesText(act: string | undefined): string {
  return Object.entries(actOf(act))
    .filter(([name]) => name !== 'operation')
    .map(
      ([name, value]) =>
        `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${choiceText(value)}`,
    )
    .join(', ');
}

function choiceText(value: unknown): string {
  return typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : visibleText(typeof value === 'string' ? value : JSON.stringify(value), 200);
}

function actOf(act: string | undefined): Record<string, unknown> & { operation: string } {
  try {
    const value: unknown = JSON.parse(act ?? '');
    return { operation: '', ...(isObject(value) ? value : {}) };
  } catch {
    return { operation: '' };
  }
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
