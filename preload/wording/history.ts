import { proposalMode } from '../contract/approvals.ts';
import { enteredItems, type OwnReason, type WaitingReason } from '../contract/case-settings.ts';
import {
  attachedFile,
  type CaseState,
  caseStates,
  type DecisionKind,
  decisionKinds,
  finding,
  type HistoryEntry,
  settlementKinds,
} from '../contract/cases.ts';
import { dueRule } from '../contract/due.ts';
import type { EntryKind } from '../contract/new-entry.ts';
import { omitUndefined } from '../contract/objects.ts';
import type { PlausibilityRule } from '../contract/plausibility.ts';
import { visibleText } from '../contract/service/visible-text.ts';
import { teamRoles } from '../contract/team-roles.ts';
import { testOutcome } from '../contract/test-cases.ts';
import { attempt } from '../shared/attempt.ts';
import { localDay } from '../shared/calendar.ts';
import { proposalText } from './approvals.ts';
import { withAttachment } from './attachments.ts';
import { caseStateLabels, decisionLabels, findingText } from './cases.ts';
import { correctionText } from './corrections.ts';
import { reasonLabel } from './decisions.ts';
import { dueRuleScope, dueRuleText } from './due.ts';
import { ownCheckLabels } from './plausibility.ts';
import { settlementLabels } from './settlements.ts';
import { teamRoleLabels } from './team.ts';
import { counted, literalTerm } from './terms.ts';
import { testOutcomeText } from './test-cases.ts';
import { waitingReasonLabel } from './waiting.ts';

/** The names that a company gives its reasons. */
export interface CompanyReasons {
  reasons: readonly OwnReason[];
  waitingReasons?: readonly WaitingReason[] | undefined;
}

/** Returns an entry of a case's history in a few words, with its approval by a second person, and the text that was entered with it. */
export function historyText(entry: HistoryEntry, company: CompanyReasons): { label: string; text?: string } {
  const { label, ...rest } = textOf(entry, company);
  const { proposedBy, proposedAt, approvedBy, approvedAt } = entry.details;
  const approval =
    proposedBy === undefined || approvedBy === undefined
      ? ''
      : ` (proposed by ${whoAndWhen(proposedBy, proposedAt)}; approved by ${whoAndWhen(approvedBy, approvedAt)})`;
  return { label: `${label}${approval}`, ...rest };
}

function whoAndWhen(who: string | number | boolean, at: string | number | boolean | undefined): string {
  const time = typeof at === 'number' ? new Date(at) : undefined;
  const isTime = time !== undefined && !Number.isNaN(time.getTime());
  return `${literalTerm(String(who))}${isTime ? `, ${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''}`;
}

function textOf(
  { kind, details }: HistoryEntry,
  { reasons: own, waitingReasons }: CompanyReasons,
): { label: string; text?: string } {
  const value = (name: string) => (typeof details[name] === 'string' ? String(details[name]) : undefined);
  const named = (name: string) => `${entryKindText(kind)}: ${literalTerm(value(name) ?? '')}`;
  switch (kind) {
    case 'decided':
      return decided(details, own);
    case 'decision-kept':
      return {
        label: `${decided(details, own).label} (kept by retention; data deleted)`,
        ...keptBy(details),
      };
    case 'tested': {
      const { data } = testOutcome.safeParse(details);
      return omitUndefined({ label: entryKindText(kind), text: data && testOutcomeText(data) });
    }
    case 'settled': {
      const settlement = settlementKinds.find((one) => one === value('settlement'));
      const about = settledFinding(value('finding'));
      return omitUndefined({
        label: `${settlement === undefined ? 'No longer settled' : settlementLabels[settlement]}: ${about}`,
        text: value('reason'),
      });
    }
    case 'noted': {
      const text = value('text');
      const file = attachedFile.safeParse(details).data;
      return omitUndefined({ label: 'Note', text: text === undefined ? text : withAttachment(text, file) });
    }
    case 'ticked':
      return {
        label: `${details.ticked === true ? 'Ticked' : 'No longer ticked'}: ${literalTerm(value('label') ?? '')}`,
      };
    case 'note-withdrawn':
      return { label: `Note withdrawn: entry ${typeof details.note === 'number' ? details.note : '?'}` };
    case 'labelled':
    case 'unlabelled':
      return { label: named('label') };
    case 'state-set': {
      const state = caseStates.find((one): one is CaseState => one === value('state'));
      const reason = value('reason');
      if (state === 'waiting' && reason !== undefined) {
        return { label: `Waiting for the user: ${waitingReasonLabel(reason, waitingReasons)}` };
      }
      return { label: state === undefined ? named('state') : `State: ${caseStateLabels[state]}` };
    }
    case 'follow-up-set':
      return value('on')
        ? omitUndefined({ label: `Follow-up on ${literalTerm(value('on') ?? '')}`, text: value('reason') })
        : { label: 'No follow-up any more' };
    case 'assigned':
      return omitUndefined({
        label:
          value('from') !== undefined
            ? `Taken over from ${literalTerm(value('former') ?? '')}`
            : value('to') || value('toRole')
              ? `Assigned to ${recipientOf(details)}`
              : 'No longer assigned',
        text: value('text'),
      });
    case 'answered':
    case 'saved':
    case 'deleted-early':
      return omitUndefined({
        label: entryKindText(kind),
        text: value('text') ?? value('name') ?? value('reason'),
      });
    case 'exported':
      return omitUndefined({ label: `${entryKindText(kind)}${exportedText(details)}`, text: value('name') });
    case 'reviewed':
      return { label: details.reviewed === false ? 'No longer marked as reviewed' : entryKindText(kind) };
    case 'watched': {
      const why = details.reason === 'not-found' ? ': the service does not know this conversation' : '';
      return { label: details.watched === false ? `No longer watched${why}` : 'Watched' };
    }
    case 'relationship-ended':
      return { label: named('on') };
    case 'held':
      return omitUndefined({
        label: `${entryKindText(kind)}${value('until') === undefined ? '' : ` until ${value('until')}`}`,
        text: value('reason'),
      });
    case 'erasure-request':
      return omitUndefined({
        label: `${entryKindText(kind)}: ${erasureSteps[value('step') ?? ''] ?? literalTerm(value('step') ?? '')}`,
        text: value('reason'),
      });
    case 'corrected':
      return { label: entryKindText(kind), text: correctionText(details) };
    case 'expired':
    case 'data-deleted':
    case 'monitoring-ended':
      return { label: deletionLabel(kind, value('outcome') ?? 'confirmed') };
    case 'due-rule-set':
      return { label: entryKindText(kind), text: dueRuleEntered(details) };
    case 'team-changed':
      return omitUndefined({ label: teamChange(details), text: value('text') });
    case 'settings-changed': {
      const list = value('list');
      return list === undefined
        ? { label: entryKindText(kind), text: `Now: ${settingsText(details)}` }
        : {
            label: `${entryKindText(kind)}: ${ownListNames[list] ?? literalTerm(list)}`,
            text: listText(details),
          };
    }
    case 'team-went-back':
      return {
        label: entryKindText(kind),
        text: `It lost ${counted(Number(details.lost), 'entry', 'entries')} after entry ${Number(details.entry)}, of which this console sends ${Number(details.own)} again`,
      };
    case 'environment-changed':
    case 'credentials-changed': {
      const change = value('change')?.replaceAll('-', ' ').replace(/^api/, 'API');
      return { label: entryKindText(kind) + (change === undefined ? '' : `: ${literalTerm(change)}`) };
    }
    default:
      return { label: entryKindText(kind) };
  }
}

/** Returns what an export contains. */
function exportedText({ what, cases, receipts, format, withUserKeys }: HistoryEntry['details']): string {
  if (typeof what === 'string') {
    return `: ${literalTerm(what)}`;
  }
  if (typeof cases === 'number') {
    const keys = withUserKeys === true ? 'with' : 'without';
    return `: ${counted(cases, 'case')}, ${keys} user keys`;
  }
  if (typeof receipts === 'number') {
    return `: ${counted(receipts, 'receipt')}`;
  }
  // Only the journal's entry has nothing else.
  return format === undefined ? '' : ': journal';
}

const ownListNames: Readonly<Record<string, string>> = {
  reasons: 'your own decision reasons',
  waitingReasons: 'reasons to wait for the user',
  noteTemplates: 'templates of notes',
  checklist: 'checklist before Approve',
};

/** Returns what an entry says of the items of a list that are new, changed or removed. */
function listText({ items, removed }: HistoryEntry['details']): string {
  const labels = (text: unknown, suffix: string) =>
    (enteredItems.safeParse(attempt(() => JSON.parse(String(text)))).data ?? []).map(
      ({ label, retired }) => `${label}${retired ? ' (no longer offered)' : suffix}`,
    );
  return [...labels(items, ''), ...labels(removed, ' (removed)')].join('; ');
}

/** Returns the rule for deletion that an entry says. */
function dueRuleEntered({ statuses, ...details }: HistoryEntry['details']): string {
  const { data } = dueRule.safeParse({ ...details, statuses: String(statuses).split(' ') });
  return data === undefined ? 'No rule any more' : `Now: ${dueRuleText(data)}: ${dueRuleScope(data)}`;
}

/** What an entry says about the members of the team, by the change. `who`: the member, and `role` in words. */
const teamChanges: Readonly<
  Record<string, (details: HistoryEntry['details'], who: string, role: string) => string>
> = {
  founded: () => 'Team created',
  admitted: (_, who, role) => `Admitted to the team: ${who}, ${role}`,
  'role-set': (_, who, role) => `Role in the team: ${who}, ${role}`,
  'access-granted': ({ hours, reason }, who) =>
    Number(hours) > 0
      ? `Access to personal data for ${counted(Number(hours), 'hour')}: ${who}: ${literalTerm(String(reason))}`
      : `Access to personal data ended: ${who}`,
  removed: (_, who) => `Removed from the team: ${who}`,
  'recovery-set': () => 'Recovery file of the team made',
  recovered: (_, who) => `Became an admin with the recovery file: ${who}`,
  brought: ({ entries }) =>
    `Brought ${counted(Number(entries), 'earlier entry', 'earlier entries')} into the team`,
  'copies-set': ({ forget }) =>
    `Consoles that leave the team ${forget === true ? 'forget' : 'keep'} its cases`,
  'policy-set': ({ company }) =>
    company === undefined
      ? 'Policy of the team taken back'
      : `Policy of the team signed: ${literalTerm(String(company))}`,
  left: ({ cases }) =>
    cases === undefined
      ? 'This console left the team'
      : `This console left the team and forgot ${counted(Number(cases), 'case')} of it`,
  proposed({ mode, count }) {
    const what = proposalText({ mode: proposalMode.catch('DELETE_DATA').parse(mode), count: Number(count) });
    return `Proposed to a second person: ${what.charAt(0).toLowerCase()}${what.slice(1)}`;
  },
  approved: () => 'Proposal approved',
  rejected: () => 'Proposal rejected or withdrawn',
  claimed: () => 'Approved proposal begun',
};

function teamChange(details: HistoryEntry['details']): string {
  const change = String(details.change);
  const role = teamRoleLabels[teamRoles.find((one) => one === details.role) ?? 'auditor'];
  const text = Object.hasOwn(teamChanges, change) ? teamChanges[change] : undefined;
  return text?.(details, literalTerm(String(details.name ?? '')), role) ?? entryKindText('team-changed');
}

/** Returns the decisions of others that the author of an entry did not know; undefined without any. */
export function unknownText(
  { unknown = [] }: HistoryEntry,
  history: readonly HistoryEntry[],
): string | undefined {
  const others = history.filter(({ seq }) => unknown.includes(seq)).map((entry) => decidedBy(entry));
  return others.length === 0 ? undefined : `Made without knowing of another decision: ${others.join(', ')}`;
}

/** Returns the person or the people to whom a case was escalated or assigned. */
function recipientOf({ assignee, toRole }: HistoryEntry['details']): string {
  const role = teamRoles.find((one) => one === toRole);
  return role === undefined
    ? literalTerm(String(assignee ?? ''))
    : `everybody with the role ${teamRoleLabels[role]}`;
}

/** Returns who decided, and what, in a few words. */
export function decidedBy({ actor, details }: HistoryEntry, who = visibleText(actor, 80)): string {
  const kind = decisionKinds.find((one) => one === details.decision);
  return `${who} (${kind === undefined ? 'withdrawn' : decisionLabels[kind].toLowerCase()})`;
}

/** Returns all the settings that an entry says, of which one or more were changed. */
function settingsText(details: HistoryEntry['details']): string {
  const number = (name: string) => (typeof details[name] === 'number' ? details[name] : undefined);
  const [data, decisions, weight, hours] = [
    'retentionDays',
    'decisionDays',
    'settledFrom',
    'targetHours',
  ].map(number);
  const needs = [
    ...(weight === undefined ? [] : [`findings from weight ${weight} settled`]),
    ...(details.finalResults === true ? ['final results'] : []),
    ...(details.notRejectedBefore === true ? ['no rejection seen before'] : []),
    ...(details.checklistDone === true ? ['the checklist done'] : []),
  ];
  return [
    `data ${data === undefined ? 'kept' : `deleted after ${counted(data, 'day')}`}`,
    `decisions ${decisions === undefined ? 'kept' : `deleted after ${counted(decisions, 'day')}`}`,
    ...needs.map((need) => `Approve needs ${need}`),
    ...(hours === undefined ? [] : [`target of ${counted(hours, 'hour')}`]),
    ...Object.entries(details).flatMap(([name, to]) => {
      const rule = /^check:(.*)$/.exec(name)?.[1];
      return rule === undefined ? [] : [`${ownCheckLabel(rule)}: ${literalTerm(String(to))}`];
    }),
  ].join('; ');
}

/** Returns an own check in words; one of another version as it is written. */
function ownCheckLabel(rule: string): string {
  return Object.hasOwn(ownCheckLabels, rule) ? ownCheckLabels[rule as PlausibilityRule] : literalTerm(rule);
}

/** Returns the finding of an entry in words. */
function settledFinding(text = ''): string {
  const parsed = finding.safeParse(attempt(() => JSON.parse(text)));
  return parsed.success ? findingText(parsed.data) : 'a finding';
}

/** The steps of a request for erasure that are entered with a conversation. */
const erasureSteps: Readonly<Record<string, string>> = {
  found: 'found for the person',
  refused: 'refused',
  'refusal-withdrawn': 'no longer refused',
  'left-out': 'no longer in the request',
};

const deletions = {
  expired: { request: 'Expiry', confirmed: 'Expired at the service' },
  'data-deleted': { request: 'Deletion', confirmed: 'Data deleted at the service' },
  'monitoring-ended': { request: 'End of AML monitoring', confirmed: 'AML monitoring ended at the service' },
} as const;

const deletionOutcomes: Readonly<Record<string, string>> = {
  sent: 'sent',
  accepted: 'accepted, not confirmed',
  refused: 'refused',
  finished: 'sent, but the user finished first',
  'not-done': 'failed, nothing was done',
  unknown: 'sent, outcome not known',
};

/** Returns the label of a deletion; only a confirmed request has been carried out for certain. */
function deletionLabel(kind: keyof typeof deletions, outcome: string): string {
  const { request, confirmed } = deletions[kind];
  return outcome === 'confirmed'
    ? confirmed
    : `${request} ${deletionOutcomes[outcome] ?? literalTerm(outcome)}`;
}

/** The kind of an entry in the history that another program changed or added. */
export const changedOutside = 'changed-outside';

/** The kinds of entries as a filter names them. */
const kinds: Readonly<Record<EntryKind, string>> = {
  opened: 'Opened',
  revealed: 'Personal data shown',
  decided: 'Decision',
  'decision-kept': 'Decision kept by retention',
  tested: 'Test case decided',
  settled: 'Finding settled',
  ticked: 'Checklist',
  noted: 'Note',
  'note-withdrawn': 'Note withdrawn',
  labelled: 'Label added',
  unlabelled: 'Label removed',
  'state-set': 'State',
  'follow-up-set': 'Follow-up',
  assigned: 'Assigned',
  answered: 'Answer',
  watched: 'Watching',
  reviewed: 'Reviewed in a queue',
  'relationship-ended': 'End of the relationship',
  held: 'Kept on purpose',
  'hold-ended': 'No longer kept on purpose',
  'due-rule-set': 'Rule for deletion changed',
  'deleted-early': 'Deletion although it had to be kept',
  'erasure-request': 'Request for erasure',
  saved: 'File saved',
  expired: 'Expiry',
  'monitoring-ended': 'End of AML monitoring',
  created: 'Created at the service',
  'headless-answered': 'Headless step answered',
  'deletion-planned': 'Deletion planned',
  'data-deleted': 'Deletion',
  exported: 'Exported',
  forgotten: 'Forgotten',
  retention: 'Retention period ended',
  'credentials-changed': 'Key or password changed',
  'environment-changed': 'Environment changed',
  'settings-changed': 'Settings changed',
  'team-changed': 'Team',
  'key-rotated': 'Signing key of the console replaced',
  restored: 'Restored',
  corrected: 'Corrected from the journal',
  confirmed: 'Findings of a check confirmed',
  'team-went-back': 'The team’s database went back',
};

/** Returns a kind of entries in words; one of a later version as it is written. */
export function entryKindText(kind: string): string {
  if (kind === changedOutside) {
    return 'An entry changed or added outside Assay';
  }
  return Object.hasOwn(kinds, kind) ? kinds[kind as EntryKind] : literalTerm(kind);
}

/** Returns who decided and when, of a decision that retention kept. */
function keptBy({ reviewer, decidedAt }: HistoryEntry['details']): { text?: string } {
  return typeof reviewer === 'string' && typeof decidedAt === 'number'
    ? { text: `Decided by ${reviewer} on ${localDay(decidedAt)}` }
    : {};
}

function decided(
  details: HistoryEntry['details'],
  own: readonly OwnReason[],
): { label: string; text?: string } {
  const text = typeof details.comment === 'string' ? details.comment : undefined;
  if (details.withdrawn === true) {
    return omitUndefined({ label: 'Decision withdrawn', text });
  }
  const kind = decisionKinds.find((one): one is DecisionKind => one === details.decision);
  if (kind === undefined) {
    return { label: 'Decided' };
  }
  const reason = typeof details.reason === 'string' ? `: ${reasonLabel(kind, details.reason, own)}` : '';
  const to = details.to === undefined && details.toRole === undefined ? '' : `, to ${recipientOf(details)}`;
  const drawn = details.secondReview === true ? ' (drawn for a second review)' : '';
  const restored = details.restored === true ? ' (change undone)' : '';
  return omitUndefined({ label: `${decisionLabels[kind]}${to}${reason}${drawn}${restored}`, text });
}
