import type { ApprovalRule, ChecklistItem } from '../contract/case-settings.ts';
import { findingText } from './cases.ts';
import { type CheckedCase, checklistOf, isRejectedBefore } from './checklist.ts';
import { findingLines } from './settlements.ts';
import { hasFinalResults } from './verdict.ts';

/** The most findings, or items of the checklist, that are named. */
const maxNamed = 3;

/** Returns what an environment's rule still lacks before a case may be approved, in a few words each; none where it may be. */
export function missingForApproval(
  rule: ApprovalRule | undefined,
  details: CheckedCase,
  checklist?: readonly ChecklistItem[],
): string[] {
  if (rule === undefined) {
    return [];
  }
  const { findings, settlements, row } = details;
  const { settledFrom, finalResults, notRejectedBefore, checklistDone } = rule;
  const asked = checklistDone ? checklistOf(checklist, details).filter(({ isDone }) => !isDone) : [];
  const open = findingLines(findings, settlements).filter(
    ({ finding, settlement }) =>
      settlement === undefined && settledFrom !== null && finding.weight >= settledFrom,
  );
  return [
    ...(open.length > 0 ? [`not settled: ${some(open.map(({ finding }) => findingText(finding)))}`] : []),
    ...(finalResults && !hasFinalResults(row) ? ['the results are not final'] : []),
    ...(notRejectedBefore && isRejectedBefore(findings) ? ['seen before, rejected'] : []),
    ...(asked.length > 0 ? [`checklist: ${some(asked.map(({ item }) => item.label))}`] : []),
  ];
}

function some(names: readonly string[]): string {
  const more = names.length - maxNamed;
  return `${names.slice(0, maxNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
