import type { Plausibility } from '../../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import { checkAccounts } from './accounts.ts';
import { checkAges } from './ages.ts';
import { daysAt } from './dates.ts';
import { checkDocumentDates } from './document-dates.ts';
import { checkDocumentNumbers } from './document-numbers.ts';
import { checkNames } from './names.ts';
import { checkNationalId } from './national-id.ts';
import { checkPhone } from './phone.ts';
import { PlausibilityFindings } from './plausibility-findings.ts';
import type { Check, Subject } from './subject.ts';
import { checkTaxId } from './tax-id.ts';

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
 * @param receivedAt time of the reply, ISO 8601
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
