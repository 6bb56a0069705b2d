import type { Assignment, CaseRow, Finding, shownStates, Verdict } from '../contract/cases.ts';
import { visibleText } from '../contract/service/visible-text.ts';
import { findingText, findingTone } from './cases.ts';
import { amlListTerm } from './results.ts';
import { findingLines } from './settlements.ts';
import { counted, type PlainTerm, type Tone } from './terms.ts';

/** Returns whom a case is assigned to or was taken over from, and by whom. */
export function assignmentText({ name, isRole, isMe, by, note, from }: Assignment): string {
  const nameOf = (one: string, isThis: boolean) => (isThis ? 'you' : visibleText(one, 80));
  const whom = isRole ? `everybody with the role ${name}` : nameOf(name, isMe);
  const what = from ? `Taken over from ${nameOf(from.name, from.isMe)}` : `Assigned to ${whom}`;
  return `${what} by ${nameOf(by ?? '', by === undefined)}${note === undefined ? '' : `: ${note}`}`;
}

const verdicts: Readonly<Record<Verdict, PlainTerm>> = {
  review: {
    label: 'Issues',
    tone: 'warn',
    sentence: 'At least one finding is negative or inconclusive.',
  },
  failed: { label: 'Failed', tone: 'bad', sentence: 'At least one product ended without a result.' },
  'in-progress': {
    label: 'Incomplete',
    tone: 'progress',
    sentence: 'The verification is not finished. Its values may still change.',
  },
  ended: {
    label: 'Incomplete, ended',
    tone: 'neutral',
    sentence: 'It expired or was cancelled before it finished.',
  },
  clear: {
    label: 'No issues',
    tone: 'good',
    sentence: 'All requested products finished without negative findings.',
  },
  gone: { label: 'Gone', tone: 'neutral', sentence: 'The service no longer has this conversation.' },
  unread: { label: 'Not read', tone: 'neutral', sentence: 'Only the id is known so far.' },
};

/** The part of a case that its assessment is made of. */
export interface AssessedCase {
  verdict: Verdict;
  /** The weightiest first, and those that are settled last. */
  findings?: readonly Finding[] | undefined;
  /** The number of findings that differ, where not all are given. */
  findingCount?: number | undefined;
}

/**
 * Returns the assessment of a case, everywhere the same: short for a list (“Sanctions”, “5 issues”), and `text` where there is room (“Sanctions hit,
 * 2 more”). Without findings it is that of the verdict alone. Its colour is that of the first finding.
 */
export function assessmentTerm({
  verdict,
  findings = [],
  findingCount,
}: AssessedCase): PlainTerm & { text: string } {
  const term = verdicts[verdict];
  const [first] = findings;
  if (verdict !== 'review' || first === undefined) {
    return { ...term, text: term.label };
  }
  const count = findingCount ?? findingLines(findings).length;
  const text = findingText(first);
  return {
    label: first.kind === 'aml' ? amlListTerm(first.code).label : counted(count, 'issue'),
    tone: findingTone(first) === 'bad' ? 'bad' : 'warn',
    sentence: term.sentence,
    text: count > 1 ? `${text}, ${count - 1} more` : text,
  };
}

/** The words of a state and their colour. */
export const states = {
  'to-review': { label: 'To review', tone: 'neutral' },
  'follow-up': { label: 'Follow-up', tone: 'progress' },
  waiting: { label: 'Waiting', tone: 'progress' },
  clear: { label: 'Approved', tone: 'good' },
  reject: { label: 'Rejected', tone: 'bad' },
  escalate: { label: 'Escalated', tone: 'warn' },
} as const satisfies Readonly<Record<(typeof shownStates)[number], { label: string; tone: Tone }>>;

/**
 * Returns the state of a case, everywhere the same. Undefined where nobody has decided and nothing needs a review. A case whose results changed after
 * its decision, whose day has come, that awaits somebody in a second review, or that has decisions made without knowledge of each other, is to be
 * reviewed again, unless its day is to come; one for which a resubmission was requested waits for the user.
 */
export function stateTerm({
  verdict,
  decision,
  sinceDecided,
  conflict,
  secondReview,
  question,
  state,
  followUp,
}: Pick<
  CaseRow,
  'verdict' | 'decision' | 'sinceDecided' | 'conflict' | 'secondReview' | 'question' | 'state' | 'followUp'
>): { label: string; tone: Tone } | undefined {
  const isDue = followUp?.isDue === true;
  if (state === 'waiting' && !isDue) {
    return states.waiting;
  }
  if (secondReview !== undefined) {
    return secondReview === 'second'
      ? { label: 'Second review', tone: 'neutral' }
      : { label: 'Differs', tone: 'warn' };
  }
  if (question !== undefined) {
    return question === 'mine'
      ? { label: 'Question', tone: 'warn' }
      : { label: 'Answered', tone: 'progress' };
  }
  if (conflict !== undefined) {
    return { label: 'In conflict', tone: 'warn' };
  }
  if (decision !== undefined && sinceDecided === undefined && !isDue) {
    return states[decision.kind === 'ask-again' ? 'waiting' : decision.kind];
  }
  const isToReview = isDue || sinceDecided !== undefined || verdict === 'review' || verdict === 'failed';
  return isToReview ? states[followUp?.isAwaited ? 'follow-up' : 'to-review'] : undefined;
}
