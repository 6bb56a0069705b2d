import type { OwnReason } from '../contract/case-settings.ts';
import type { AgreementGroup, DecisionGroup, ReportedKind, ReportGrouping } from '../contract/reports.ts';
import { wilsonInterval } from '../shared/wilson.ts';
import { decisionLabels } from './cases.ts';
import { reasonLabel } from './decisions.ts';

export const withdrawnLabel = 'Withdrawn';

export function reportedKindText(kind: ReportedKind): string {
  return kind === 'withdrawn' ? withdrawnLabel : decisionLabels[kind];
}

export const groupingLabels: Readonly<Record<ReportGrouping, string>> = {
  day: 'Day',
  week: 'Week',
  reviewer: 'Reviewer',
  'day-reviewer': 'Day and reviewer',
  decision: 'Decision',
  reason: 'Reason',
};

/** Returns what a group of decisions has in common. Days and weeks are dates as `YYYY-MM-DD`. */
export function groupText(
  { key, kind, reason }: DecisionGroup,
  by: ReportGrouping,
  own: readonly OwnReason[],
): string {
  switch (by) {
    case 'decision':
      return reportedKindText(key as ReportedKind);
    case 'reason': {
      const of = reportedKindText(kind ?? 'withdrawn');
      // A withdrawal has no code, and says why in its comment.
      if (kind === undefined || kind === 'withdrawn') {
        return of;
      }
      return reason === undefined ? `${of}, without a reason` : `${of}: ${reasonLabel(kind, reason, own)}`;
    }
    case 'week':
      return `From ${key}`;
    default:
      return key;
  }
}

/** Returns the first decision of second reviews. */
export function agreementGroupText(group: AgreementGroup, own: readonly OwnReason[]): string {
  return group.key === 'all' ? 'All' : groupText({ ...group, counts: {} }, 'reason', own);
}

/** Returns the share of those that agree with its interval, such as `90 % (70 to 97 %)`. */
export function agreementText({ total, agreed }: Pick<AgreementGroup, 'total' | 'agreed'>): string {
  const percent = (share: number) => Math.round(share * 100);
  const { low, high } = wilsonInterval(agreed, total);
  return `${percent(agreed / total)} % (${percent(low)} to ${percent(high)} %)`;
}

/** Returns a duration in its two largest units, such as `2 h 5 min`; a dash where it is not known. @param ms milliseconds */
export function durationText(ms: number | undefined): string {
  if (ms === undefined) {
    return '–';
  }
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) {
    return 'Under a minute';
  }
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  const rest = minutes % 60;
  const parts = days > 0 ? [days, 'd', hours, 'h'] : [hours, 'h', rest, 'min'];
  const [large, largeUnit, small, smallUnit] = parts;
  return [large === 0 ? '' : `${large} ${largeUnit}`, small === 0 ? '' : `${small} ${smallUnit}`]
    .filter((part) => part !== '')
    .join(' ');
}

/** Returns an age of open cases, such as `1 to 3 days`. */
export function ageText({ from, to }: { from: number; to?: number | undefined }): string {
  if (to === undefined) {
    return `${from} days and more`;
  }
  return from === 0 ? `Under ${to} day` : `${from} to ${to} days`;
}
