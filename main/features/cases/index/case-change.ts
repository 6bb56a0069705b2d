import {
  caseStates,
  decisionKinds,
  followUp,
  type SettlementKind,
  settlementKinds,
} from '../../../../preload/contract/cases.ts';
import type { EntryDetails } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import { teamRoles } from '../../../../preload/contract/team-roles.ts';
import { teamRoleLabels } from '../../../../preload/wording/team.ts';

/** Whom a case is assigned to: `to` is the id of a member of the team, or a role; `from` is the member from whom it was taken over. */
export interface Recipient {
  to: string;
  name: string;
  isOfOther: boolean;
  note?: string;
  from?: { id: string; name: string };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function decisionIn({ decision, reason }: EntryDetails) {
  return { decision: decisionKinds.find((one) => one === decision), reason: textOf(reason) };
}

const labelIn = ({ label }: EntryDetails) => ({ label: textOf(label) ?? '' });

/** The values that an entry of the journal sets of a case, by its kind. Without details it takes away what it would set. */
const changes = {
  /** Without `decision` it withdraws one. `isOfOther`: another member of the team decided. */
  decided: (details) => ({
    ...decisionIn(details),
    comment: textOf(details.comment),
    isOfOther: details.member !== undefined,
  }),
  /** Retention left only this of the case; without `decision` it says that an earlier one was withdrawn. */
  'decision-kept': (details) => ({
    ...decisionIn(details),
    decidedAt: typeof details.decidedAt === 'number' ? details.decidedAt : undefined,
    reviewer: textOf(details.reviewer),
  }),
  /** `key` names the finding with its values; without `settlement` an earlier one is withdrawn. */
  settled({ key, settlement, reason }): {
    key: string;
    settlement: { kind: SettlementKind; reason: string } | undefined;
  } {
    const kind = settlementKinds.find((one) => one === settlement);
    return { key: textOf(key) ?? '', settlement: kind && { kind, reason: textOf(reason) ?? '' } };
  },
  ticked: ({ item, ticked }) => ({ item: textOf(item) ?? '', ticked: ticked === true }),
  noted: ({ text }) => ({ text: textOf(text) ?? '' }),
  /** `note` is the number of the entry with the note. */
  'note-withdrawn': ({ note }) => ({ note: typeof note === 'number' ? note : 0 }),
  labelled: labelIn,
  unlabelled: labelIn,
  'state-set': ({ state, reason }) => ({
    state: caseStates.find((one) => one === state) ?? 'open',
    reason: textOf(reason),
  }),
  'follow-up-set': (details) => ({ followUp: followUp.safeParse(details).data }),
  /** Absent where nobody has the case. */
  assigned(details): { assigned: Recipient | undefined } {
    const role = teamRoles.find((one) => one === details.toRole);
    const to = role ?? textOf(details.to) ?? '';
    const name = role === undefined ? (textOf(details.assignee) ?? '') : teamRoleLabels[role];
    const id = textOf(details.from);
    const note = textOf(details.text);
    const from = id === undefined ? undefined : { id, name: textOf(details.former) ?? '' };
    const isOfOther = details.member !== undefined;
    return { assigned: to === '' ? undefined : { to, isOfOther, ...omitUndefined({ name, note, from }) } };
  },
  watched: ({ watched }) => ({ watched: watched === true }),
  reviewed: ({ reviewed }) => ({ reviewed: reviewed === true }),
} satisfies Record<string, (details: EntryDetails) => object>;

/** The kinds of journal entries that set values of a case. */
export type ChangeKind = keyof typeof changes;
export const changeKinds = Object.keys(changes) as ChangeKind[];

/** The values that a journal entry sets. */
export type CaseChange<K extends ChangeKind = ChangeKind> = {
  [Kind in K]: { kind: Kind } & ReturnType<(typeof changes)[Kind]>;
}[K];

/** Returns undefined for entries that set no value of a case. */
export function caseChange<K extends string>(
  kind: K,
  details: EntryDetails,
): K extends ChangeKind ? CaseChange<K> : CaseChange | undefined {
  const change = Object.hasOwn(changes, kind) ? { kind, ...changes[kind as ChangeKind](details) } : undefined;
  return change as ReturnType<typeof caseChange<K>>;
}

/** The values of a case that come from the journal alone, each with the kinds of the entries that set it. */
export const kindsOf = {
  decision: ['decided', 'decision-kept'],
  state: ['state-set'],
  followUp: ['follow-up-set'],
  assignment: ['assigned'],
  watched: ['watched'],
  reviewed: ['reviewed'],
  labels: ['labelled', 'unlabelled'],
  notes: ['noted', 'note-withdrawn'],
  settlements: ['settled'],
  ticks: ['ticked'],
} as const satisfies Record<string, readonly ChangeKind[]>;

export type JournalField = keyof typeof kindsOf;
export const journalFields = Object.keys(kindsOf) as JournalField[];
export const fieldOf = new Map<ChangeKind, JournalField>(
  journalFields.flatMap((field) => kindsOf[field].map((kind) => [kind, field] as const)),
);

/** A field that several entries make up. */
export type ListField = 'labels' | 'notes' | 'settlements' | 'ticks';
export const isList = (field: JournalField): field is ListField =>
  ['labels', 'notes', 'settlements', 'ticks'].includes(field);

/** The beginning of a time in which a case waited for the user, and its end; milliseconds since the epoch. */
export type Wait = [from: number, to?: number];

/** Returns the times of waiting after an entry about the state; those of entries without a reason are not counted. */
export function waitsAfter(
  waits: readonly Wait[],
  { state, reason }: CaseChange<'state-set'>,
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
