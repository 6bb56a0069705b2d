import {
  type CaseState,
  caseStates,
  type DecisionKind,
  decisionKinds,
  type FollowUp,
  followUp,
  type SettlementKind,
  settlementKinds,
} from '../../../../preload/contract/cases.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { teamRoles } from '../../../../preload/contract/team-roles.ts';
import { teamRoleLabels } from '../../../../preload/wording/team.ts';

/** The kinds of journal entries that set values of a case. */
export const changeKinds = [
  'decided',
  'decision-kept',
  'settled',
  'ticked',
  'noted',
  'note-withdrawn',
  'labelled',
  'unlabelled',
  'state-set',
  'follow-up-set',
  'assigned',
  'watched',
  'reviewed',
] as const;

/** The values that a journal entry sets. A withdrawn decision has no `decision`. */
export type CaseChange =
  | {
      kind: 'decided';
      decision?: DecisionKind;
      reason?: string | undefined;
      comment?: string | undefined;
      /** True if another member of the team decided. */
      isOfOther?: boolean;
    }
  /** Retention left only this of the case; without `decision` it says that an earlier one was withdrawn. */
  | {
      kind: 'decision-kept';
      decision?: DecisionKind;
      reason?: string | undefined;
      decidedAt?: number | undefined;
      reviewer?: string | undefined;
    }
  /** `key` names the finding with its values; without `settlement` an earlier one is withdrawn. */
  | { kind: 'settled'; key: string; settlement?: { kind: SettlementKind; reason: string } }
  | { kind: 'ticked'; item: string; ticked: boolean }
  | { kind: 'noted'; text: string }
  /** `note` is the number of the entry with the note. */
  | { kind: 'note-withdrawn'; note: number }
  | { kind: 'labelled' | 'unlabelled'; label: string }
  | { kind: 'state-set'; state: CaseState; reason?: string | undefined }
  /** Without `followUp` an earlier one is withdrawn. */
  | { kind: 'follow-up-set'; followUp: FollowUp | undefined }
  /** Absent where nobody has the case. */
  | { kind: 'assigned'; assigned?: Recipient }
  | { kind: 'watched'; watched: boolean }
  | { kind: 'reviewed'; reviewed: boolean };

/** Whom a case is assigned to: `to` is the id of a member of the team, or a role; `from` is the member from whom it was taken over. */
export interface Recipient {
  to: string;
  name: string;
  isOfOther: boolean;
  note?: string;
  from?: { id: string; name: string };
}

/** Returns undefined for entries that set no value of a case. */
export function caseChange(kind: string, details: EntryDetails): CaseChange | undefined {
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : undefined);
  switch (changeKinds.find((one) => one === kind)) {
    case 'decided': {
      const decision = decisionKinds.find((one) => one === details.decision);
      return decision === undefined
        ? { kind: 'decided' }
        : {
            ...{ kind: 'decided', decision, reason: text('reason'), comment: text('comment') },
            isOfOther: details.member !== undefined,
          };
    }
    case 'decision-kept': {
      const decision = decisionKinds.find((one) => one === details.decision);
      const decidedAt = typeof details.decidedAt === 'number' ? details.decidedAt : undefined;
      return decision === undefined
        ? { kind: 'decision-kept' }
        : { kind: 'decision-kept', decision, reason: text('reason'), decidedAt, reviewer: text('reviewer') };
    }
    case 'settled': {
      const settlement = settlementKinds.find((one) => one === details.settlement);
      const key = text('key') ?? '';
      return settlement === undefined
        ? { kind: 'settled', key }
        : { kind: 'settled', key, settlement: { kind: settlement, reason: text('reason') ?? '' } };
    }
    case 'ticked':
      return { kind: 'ticked', item: text('item') ?? '', ticked: details.ticked === true };
    case 'noted':
      return { kind: 'noted', text: text('text') ?? '' };
    case 'note-withdrawn':
      return { kind: 'note-withdrawn', note: typeof details.note === 'number' ? details.note : 0 };
    case 'labelled':
      return { kind: 'labelled', label: text('label') ?? '' };
    case 'unlabelled':
      return { kind: 'unlabelled', label: text('label') ?? '' };
    case 'state-set':
      return {
        kind: 'state-set',
        state: caseStates.find((one) => one === details.state) ?? 'open',
        reason: text('reason'),
      };
    case 'follow-up-set':
      return { kind: 'follow-up-set', followUp: followUp.safeParse(details).data };
    case 'assigned': {
      const role = teamRoles.find((one) => one === details.toRole);
      const to = role ?? text('to') ?? '';
      const name = role === undefined ? (text('assignee') ?? '') : teamRoleLabels[role];
      const [id, note] = [text('from'), text('text')];
      const from = id === undefined ? undefined : { id, name: text('former') ?? '' };
      const isOfOther = details.member !== undefined;
      return to === ''
        ? { kind: 'assigned' }
        : { kind: 'assigned', assigned: { to, isOfOther, ...omitUndefined({ name, note, from }) } };
    }
    case 'watched':
      return { kind: 'watched', watched: details.watched === true };
    case 'reviewed':
      return { kind: 'reviewed', reviewed: details.reviewed === true };
    case undefined:
      return undefined;
  }
}

/** The beginning of a time in which a case waited for the user, and its end; milliseconds since the epoch. */
export type Wait = [from: number, to?: number];

/** Returns the times of waiting after an entry about the state; those of entries without a reason are not counted. */
export function waitsAfter(
  waits: readonly Wait[],
  { state, reason }: CaseChange & { kind: 'state-set' },
  at: number,
): Wait[] {
  const last = waits.at(-1);
  const isRunning = last !== undefined && last.length === 1;
  if (isRunning && last[0] === at) {
    return [...waits];
  }
  const others: Wait[] = isRunning ? [...waits.slice(0, -1), [last[0], at]] : [...waits];
  return state === 'waiting' && reason !== undefined ? [...others, [at]] : others;
}

/** Returns the items that are ticked after an entry about one. */
export function ticksAfter(
  ticks: readonly string[],
  { item, ticked }: CaseChange & { kind: 'ticked' },
): string[] {
  const others = ticks.filter((one) => one !== item);
  return ticked ? [...others, item] : others;
}
