import { dayOf } from '../../../../preload/shared/document-date.ts';
import { yearsAtMost, yearsBetween } from './dates.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { documentsOf, personPath, type Subject } from './subject.ts';

const birthPath = `${personPath}.info.birthDate`;
const agePath = `${personPath}.info.age`;
/** No documented person has lived longer. */
const maxAge = 120;

/**
 * Checks the date of birth against the day of the response, the age given, and the product ageVerification (field notes). The response does not say when
 * the verification took place, it was before the response and after the newest document was issued, nor where: the person is as old as they
 * can be anywhere.
 */
export function checkAges({ today, ...subject }: Subject, findings: PlausibilityFindings): void {
  const { info } = subject.person;
  const birth = dayOf(info?.birthDate);
  if (birth === undefined) {
    return;
  }
  findings.compared();
  const age = yearsAtMost(birth, today.latest);
  if (birth > today.latest) {
    findings.add({ rule: 'birth-in-future', severity: 'invalid', fields: [birthPath] });
    return;
  }
  if (yearsBetween(birth, today.earliest) > maxAge) {
    findings.add({ rule: 'birth-too-early', severity: 'invalid', fields: [birthPath] });
  }
  if (age < 18) {
    findings.add({ rule: 'under-eighteen', severity: 'note', fields: [birthPath] });
  }
  compareAge(birth, age, { today, ...subject }, findings);
  compareAgeVerification(age, subject.conversation, findings);
}

/** @param age the most it can be */
function compareAge(birth: string, age: number, subject: Subject, findings: PlausibilityFindings): void {
  const ageText = subject.person.info?.age;
  const statedAge =
    typeof ageText === 'string' && /^\d{1,3}$/.test(ageText.trim()) ? Number(ageText) : ageText;
  if (typeof statedAge !== 'number' || !Number.isInteger(statedAge) || statedAge < 0) {
    return;
  }
  findings.compared();
  const issueDates = documentsOf(subject)
    .map(({ document }) => dayOf(document.issueDate))
    .filter((date) => date !== undefined && date <= subject.today.latest)
    .sort()
    .at(-1);
  if (statedAge > age) {
    findings.add({ rule: 'age-too-high', severity: 'differs', fields: [agePath, birthPath] });
  } else if (issueDates !== undefined && statedAge < yearsBetween(birth, issueDates)) {
    findings.add({ rule: 'age-too-low', severity: 'differs', fields: [agePath, birthPath] });
  }
}

/** `over` is the age that was asked for, `result` whether the person has reached it. */
function compareAgeVerification(
  age: number,
  { result }: Subject['conversation'],
  findings: PlausibilityFindings,
): void {
  const product = result?.ageVerification;
  if (typeof product !== 'object' || product === null) {
    return;
  }
  const { over, result: isOver } = product as { over?: unknown; result?: unknown };
  if (typeof over !== 'number' || isOver !== true) {
    return;
  }
  findings.compared();
  if (age < over) {
    findings.add({
      rule: 'age-verification-differs',
      severity: 'differs',
      fields: ['result.ageVerification.result', birthPath],
    });
  }
}
