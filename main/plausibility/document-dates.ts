import { daysBetween, isCalendarDate, isoDate } from './dates.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { documentsOf, personPath, type Subject } from './subject.ts';

const birthPath = `${personPath}.info.birthDate`;

/** The dates of each document against one another, against the date of birth and against the day of the reply. */
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
    // One day of tolerance: the date may be a day ahead where the document was issued.
    if (issue !== undefined && daysBetween(today, issue) > 1) {
      findings.add({ rule: 'issue-in-future', severity: 'invalid', fields: [issuePath] });
    }
  }
}

/** The date if it exists in the calendar; otherwise it is reported. */
function realDate(value: unknown, path: string, findings: PlausibilityFindings): string | undefined {
  const date = isoDate(value);
  if (date === undefined || isCalendarDate(date)) {
    return date;
  }
  findings.add({ rule: 'date-impossible', severity: 'invalid', fields: [path] });
  return undefined;
}
