import type { DueBasis, DueGroup, DueRow, DueRule, DueStart, EarlyDeletions } from '../contract/due.ts';
import { daysBetween } from '../shared/calendar.ts';
import { conversationStatusTerm } from './statuses.ts';
import { counted } from './terms.ts';

type Preset = Pick<DueRule, 'count' | 'unit' | 'startsAt'>;

const fiveYears: Preset = { count: 5, unit: 'years', startsAt: 'relationship' };

/** The presets of a rule, each with its source. They are not legal advice: a national law may ask for more. */
export const duePresets: Readonly<Record<DueBasis, { label: string; source: string; rule: Preset }>> = {
  'not-aml': {
    label: 'Not covered by AML law',
    source: 'GDPR Art. 5(1)(e): no longer than necessary. You choose the period.',
    rule: { count: 30, unit: 'days', startsAt: 'status' },
  },
  amld: {
    label: 'EU: AMLD Art. 40',
    source:
      'Directive (EU) 2015/849, Art. 40(1): five years after the end of the business relationship or the occasional transaction, then deleted. National law may extend it by five years.',
    rule: fiveYears,
  },
  amlr: {
    label: 'EU from 10 July 2027: AMLR Art. 77',
    source:
      'Regulation (EU) 2024/1624, Art. 77, applies from 10 July 2027: five years from the end of the business relationship, the occasional transaction or the refusal, then deleted.',
    rule: fiveYears,
  },
  pl: {
    label: 'Poland: Art. 49',
    source:
      'Ustawa z dnia 1 marca 2018 r. o przeciwdziałaniu praniu pieniędzy, Art. 49(1): five years from the day on which the business relationship ended.',
    rule: fiveYears,
  },
  de: {
    label: 'Germany: § 8 GwG',
    source:
      'Geldwäschegesetz § 8(4): five years from the end of the calendar year in which the business relationship ended; ten years at most.',
    rule: { ...fiveYears, startsAt: 'end-of-year' },
  },
  uk: {
    label: 'United Kingdom: reg. 40',
    source:
      'Money Laundering Regulations 2017 (SI 2017/692), reg. 40(3): five years from the end of the business relationship or the occasional transaction, then deleted.',
    rule: fiveYears,
  },
  own: {
    label: 'Own rule',
    source: 'Note why you chose the period where your records of processing are kept.',
    rule: { count: 90, unit: 'days', startsAt: 'status' },
  },
};

export const dueStartLabels: Readonly<Record<DueStart, string>> = {
  status: 'the day the status was first seen here',
  relationship: 'the end of the relationship',
  'end-of-year': 'the end of the year in which the relationship ended',
};

export const dueGroupLabels: Readonly<Record<DueGroup, string>> = {
  due: 'Due',
  soon: 'Within 30 days',
  unknown: 'Start unknown',
  held: 'Kept on purpose',
  missing: 'Not at the service',
};

/** `5 years after the end of the relationship` */
export function dueRuleText({ count, unit, startsAt }: Preset): string {
  const noun = count === 1 ? unit.slice(0, -1) : unit;
  return `${count.toLocaleString('en')} ${noun} after ${dueStartLabels[startsAt]}`;
}

/** Returns what a rule is for, and where it comes from, such as `Finished, Expired · Own rule`. */
export function dueRuleScope({ statuses, basis }: DueRule): string {
  const labels = statuses.map((status) => conversationStatusTerm(status).label);
  return `${labels.join(', ')} · ${duePresets[basis].label}`;
}

/** `Due`, `Overdue by 3 days`, `In 12 days` or `Start unknown`, for a conversation of a rule. */
export function dueText({ endsOn }: Pick<DueRow, 'endsOn'>, today: string): string {
  if (endsOn === undefined) {
    return dueGroupLabels.unknown;
  }
  const late = daysBetween(endsOn, today) - 1;
  if (late <= 0) {
    return late === 0 ? 'Due today' : `In ${counted(-late, 'day')}`;
  }
  return `Overdue by ${counted(late, 'day')}`;
}

/** The causes for which a deletion needs a reason. */
export const earlyTerms: Readonly<Record<keyof EarlyDeletions, string>> = {
  held: 'Kept on purpose',
  early: 'Before the end of the period',
  unknown: 'With a period whose start is not known here',
};

/** Returns why a deletion needs a reason; undefined where it needs none. */
export function earlyText(counts: EarlyDeletions): string | undefined {
  const named = (['held', 'early', 'unknown'] as const)
    .filter((why) => counts[why] > 0)
    .map((why) => `${counts[why].toLocaleString('en')} ${earlyTerms[why].toLowerCase()}`);
  return named.length === 0 ? undefined : `${named.join(', ')}.`;
}
