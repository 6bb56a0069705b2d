import type { ChecklistCheck, ChecklistItem } from '../contract/case-settings.ts';
import type { CaseDetails } from '../contract/cases.ts';
import { findingLines } from './settlements.ts';
import { hasFinalResults } from './verdict.ts';

export const checklistCheckLabels: Readonly<Record<ChecklistCheck, string>> = {
  'final-results': 'The results are final',
  'findings-settled': 'All findings are settled',
  'not-rejected-before': 'No case seen before was rejected',
  'no-list-hit': 'No hit on a list',
};

/** The parts of a case that a checklist is about. */
export type CheckedCase = Pick<CaseDetails, 'row' | 'findings' | 'settlements'> & {
  ticks?: readonly string[];
};

const checks: Readonly<Record<ChecklistCheck, (details: CheckedCase) => boolean>> = {
  'final-results': ({ row }) => hasFinalResults(row),
  'findings-settled': ({ findings, settlements }) =>
    findingLines(findings, settlements).every(({ settlement }) => settlement !== undefined),
  'not-rejected-before': ({ findings }) => !isRejectedBefore(findings),
  'no-list-hit': ({ findings }) => findings.every(({ kind }) => kind !== 'aml'),
};

export function isRejectedBefore(findings: CheckedCase['findings']): boolean {
  return findings.some(({ kind, code }) => kind === 'seen-before' && code.startsWith('REJECTED'));
}

/** An item of the checklist of one case. */
export interface CaseChecklistItem {
  item: ChecklistItem;
  isDone: boolean;
}

/** Returns the items that are asked for a case, by its products. */
export function checklistOf(
  checklist: readonly ChecklistItem[] | undefined,
  details: CheckedCase,
): CaseChecklistItem[] {
  const products = details.row.products.map(({ name }) => name);
  return (checklist ?? [])
    .filter(
      ({ retired, products: of }) =>
        !retired && (of.length === 0 || of.some((name) => products.includes(name))),
    )
    .map((item) => ({
      item,
      isDone:
        item.check === undefined ? details.ticks?.includes(item.code) === true : checks[item.check](details),
    }));
}
