import { caseStates, decisionKinds, type HistoryEntry } from '../contract/cases.ts';
import { caseStateLabels, decisionLabels } from './cases.ts';
import { reasonLabel } from './decisions.ts';
import { literalTerm } from './terms.ts';

/** Returns the difference between the list of cases and the journal, in a sentence or two. */
export function correctionText(details: HistoryEntry['details']): string {
  if (details.missing === true) {
    return 'This case was removed from the list outside Assay. It was restored from the journal.';
  }
  const said = saidIn(details).join(', ');
  const counts =
    typeof details.entry === 'number' && details.entry > 0
      ? `Entry ${details.entry} of the journal counts.`
      : 'No entry of the journal says so.';
  return `This case was changed outside Assay. The list said: ${said}. ${counts}`;
}

function saidIn(details: HistoryEntry['details']): string[] {
  const text = (name: string) => (typeof details[name] === 'string' ? literalTerm(details[name]) : undefined);
  const said: string[] = [];
  if (details.decision !== undefined) {
    const kind = decisionKinds.find((one) => one === details.decision);
    const reason =
      kind === undefined || typeof details.reason !== 'string'
        ? ''
        : `: ${literalTerm(reasonLabel(kind, details.reason, []))}`;
    const comment = text('comment') === undefined ? '' : ` with the comment “${text('comment')}”`;
    const at = typeof details.decidedAt === 'number' ? ` on ${timeText(details.decidedAt)}` : '';
    said.push(kind === undefined ? 'no decision' : `“${decisionLabels[kind]}${reason}”${at}${comment}`);
  }
  if (details.state !== undefined) {
    const state = caseStates.find((one) => one === details.state);
    said.push(`state “${state === undefined ? text('state') : caseStateLabels[state]}”`);
  }
  if (details.followUp !== undefined) {
    said.push(details.followUp === '' ? 'no follow-up' : `follow-up on ${text('followUp')}`);
  }
  if (details.assigned !== undefined) {
    said.push(details.assigned === '' ? 'assigned to nobody' : `assigned to ${text('assigned')}`);
  }
  if (details.watched !== undefined) {
    said.push(details.watched === true ? 'watched' : 'not watched');
  }
  if (details.reviewedAt !== undefined) {
    said.push(details.reviewedAt === 0 ? 'not reviewed in a queue' : 'reviewed in a queue');
  }
  if (details.labels !== undefined) {
    said.push(details.labels === '' ? 'no labels' : `labels “${text('labels')}”`);
  }
  if (details.settlements !== undefined) {
    said.push(details.settlements === 0 ? 'no settled findings' : 'other settled findings');
  }
  if (details.ticks !== undefined) {
    said.push('another checklist');
  }
  if (details.relationshipEnd !== undefined) {
    const on = text('relationshipEnd');
    said.push(
      details.relationshipEnd === '' ? 'no end of the relationship' : `end of the relationship on ${on}`,
    );
  }
  if (details.hold !== undefined) {
    said.push(details.hold === '' ? 'not kept on purpose' : `kept on purpose: ${text('hold')}`);
  }
  if (details.notes !== undefined) {
    said.push(details.notes === '' ? 'other notes' : `notes “${text('notes')}”`);
  }
  return said;
}

const latestTime = 8.64e15;

function timeText(at: number): string {
  return Math.abs(at) <= latestTime ? new Date(at).toISOString() : 'an impossible date';
}
