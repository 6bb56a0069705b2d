import type { ApprovalRule, CaseDetails, CaseRow } from '../contract/cases.ts';
import { findingText } from './cases.ts';
import { findingLines } from './settlements.ts';
import { hasFinalResults } from './verdict.ts';

/** The most findings that are named. */
const maxNamed = 3;

/** Returns what an environment's rule still lacks before a case may be approved, in a few words each; none where it may be. */
export function missingForApproval(
  rule: ApprovalRule | undefined,
  { findings, settlements, row }: Pick<CaseDetails, 'findings' | 'settlements'> & { row: CaseRow },
): string[] {
  if (rule === undefined) {
    return [];
  }
  const { settledFrom, finalResults, notRejectedBefore } = rule;
  const open = findingLines(findings, settlements).filter(
    ({ finding, settlement }) =>
      settlement === undefined && settledFrom !== null && finding.weight >= settledFrom,
  );
  const named = open.slice(0, maxNamed).map(({ finding }) => findingText(finding));
  const more = open.length - named.length;
  const isRejected = findings.some(({ kind, code }) => kind === 'seen-before' && code.startsWith('REJECTED'));
  return [
    ...(open.length > 0 ? [`not settled: ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`] : []),
    ...(finalResults && !hasFinalResults(row) ? ['the results are not final'] : []),
    ...(notRejectedBefore && isRejected ? ['seen before, rejected'] : []),
  ];
}
