import type { Plausibility } from '../../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { dayOf, readDate } from '../../../../preload/shared/document-date.ts';
import { checkAccounts } from './accounts.ts';
import { checkAges } from './ages.ts';
import { daysAt } from './dates.ts';
import { checkDocumentNumbers } from './document-numbers.ts';
import { checkNames } from './names.ts';
import { checkNationalId } from './national-id.ts';
import { countryOfVatNumber, hasWrongCheckDigits } from './numbers/tax-numbers.ts';
import { addressCountry, checkPhone } from './phone.ts';
import { PlausibilityFindings } from './plausibility-findings.ts';
import {
  type Check,
  compact,
  companyPath,
  documentsOf,
  personPath,
  readable,
  type Subject,
} from './subject.ts';

const checks: readonly Check[] = [
  checkNationalId,
  checkDocumentNumbers,
  checkDocumentDates,
  checkAges,
  checkNames,
  checkAccounts,
  checkTaxId,
  checkPhone,
];

/**
 * Returns the console's own checks of the data in a conversation (interface 2.2; members of the user: field notes). Pure and bounded: overlong
 * values are skipped. A check that fails is left out, and the result is marked as incomplete.
 * @param receivedAt time of the response, ISO 8601
 */
export function checkPlausibility(conversation: Conversation, receivedAt: string): Plausibility {
  const findings = new PlausibilityFindings();
  const user = conversation.result?.identity?.user;
  const subject: Subject = {
    conversation,
    person: user?.person ?? {},
    company: user?.company ?? {},
    today: daysAt(receivedAt),
  };
  for (const check of checks) {
    try {
      check(subject, findings);
    } catch {
      findings.interrupted();
    }
  }
  return findings.result();
}

/**
 * Checks the company's tax id against the numbers of its country: the one of its address, else the one that a VAT number begins with. A number of
 * another form says nothing: countries have more kinds than are known here.
 */
function checkTaxId({ company }: Subject, findings: PlausibilityFindings): void {
  const taxId = readable(company.ids?.taxId, 40);
  if (taxId === undefined) {
    return;
  }
  const value = compact(taxId);
  if (value === '') {
    return;
  }
  const country = addressCountry(company.address) ?? countryOfVatNumber(value);
  const isWrong = country === undefined ? undefined : hasWrongCheckDigits(country, value);
  if (country === undefined || isWrong === undefined) {
    return;
  }
  findings.compared();
  if (isWrong) {
    findings.add({
      rule: 'tax-id-check-digits',
      severity: 'invalid',
      fields: [`${companyPath}.ids.taxId`],
      countries: [country],
    });
  }
}

const birthPath = `${personPath}.info.birthDate`;

/** Checks the dates of each document against one another, against the date of birth and against the day of the response. */
function checkDocumentDates(subject: Subject, findings: PlausibilityFindings): void {
  const { today } = subject;
  const birth = realDate(subject.person.info?.birthDate, birthPath, findings);
  for (const { document, path } of documentsOf(subject)) {
    const issuePath = `${path}.issueDate`;
    const expiryPath = `${path}.expiryDate`;
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
