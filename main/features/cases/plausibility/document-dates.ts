import { dayOf, readDate } from '../../../../preload/shared/document-date.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { documentsOf, personPath, type Subject } from './subject.ts';

const birthPath = `${personPath}.info.birthDate`;

/** Checks the dates of each document against one another, against the date of birth and against the day of the reply. */
export function checkDocumentDates(subject: Subject, findings: PlausibilityFindings): void {
  const { today } = subject;
  const birth = realDate(subject.person.info?.birthDate, birthPath, findings);
  for (const { document, path } of documentsOf(subject)) {
    const [issuePath, expiryPath] = [`${path}.issueDate`, `${path}.expiryDate`];
    const issue = realDate(document.issueDate, issuePath, findings);
    const expiry = realDate(document.expiryDate, expiryPath, findings);
    if (issue !== undefined && expiry !== undefined) {
      findings.compared();
      if (issue > expiry) {
        findings.add({ rule: 'issue-after-expiry', severity: 'invalid', fields: [issuePath, expiryPath] });
      }
    }
    if (issue !== undefined && birth !== undefined) {
      findings.compared();
      if (issue < birth) {
        findings.add({ rule: 'issue-before-birth', severity: 'invalid', fields: [issuePath, birthPath] });
      }
    }
    if (issue !== undefined && issue > today.latest) {
      findings.add({ rule: 'issue-in-future', severity: 'invalid', fields: [issuePath] });
    }
  }
}

/** Returns the day of a date; one in the documented form that is no day of the calendar is reported. A part of `00` is unknown. */
function realDate(value: unknown, path: string, findings: PlausibilityFindings): string | undefined {
  const isDocumented =
    typeof value === 'string' && /^(?!0000)\d{4}-(?!00)\d\d-(?!00)\d\d(?:$|T)/.test(value.trim());
  if (isDocumented && readDate(value) === 'unreadable') {
    findings.add({ rule: 'date-impossible', severity: 'invalid', fields: [path] });
  }
  return dayOf(value);
}
