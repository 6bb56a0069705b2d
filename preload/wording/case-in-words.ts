import type { CaseDetails } from '../contract/cases.ts';
import { assessmentTerm, stateTerm } from './case-terms.ts';
import { findingText } from './cases.ts';
import { findingLines, settlementLabels } from './settlements.ts';
import { counted } from './terms.ts';

/** The most findings that are said. */
const maxSaid = 8;

/** Returns a case as sentences for a screen reader: assessment, state, findings in their order, and what was noted. Without personal data. */
export function caseInWords({ row, findings, settlements, notes }: CaseDetails): string {
  const lines = findingLines(findings, settlements);
  const said = lines.slice(0, maxSaid).map(({ finding, settlement }, index) => {
    const text = `${index + 1}: ${findingText(finding)}`;
    return settlement ? `${text}, ${settlementLabels[settlement.kind].toLowerCase()}` : text;
  });
  return [
    [
      assessmentTerm({ verdict: row.verdict, findings: lines.map(({ finding }) => finding) }).text,
      stateTerm(row)?.label,
    ]
      .filter(Boolean)
      .join(', '),
    lines.length > 0 ? `${counted(lines.length, 'finding')}. ${said.join('. ')}` : 'No findings',
    lines.length > maxSaid ? `${lines.length - maxSaid} more` : '',
    notes.length > 0 ? counted(notes.length, 'note') : '',
  ]
    .filter(Boolean)
    .join('. ');
}
