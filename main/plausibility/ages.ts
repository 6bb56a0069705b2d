import { isCalendarDate, isoDate, yearsBetween } from './dates.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';
import { documentsOf, personPath, type Subject } from './subject.ts';

const birthPath = `${personPath}.info.birthDate`;
const agePath = `${personPath}.info.age`;
/** No documented person has lived longer. */
const maxAge = 120;

/**
 * The date of birth against the day of the reply, the age given, and the product ageVerification (field notes). The reply does not say when
 * the verification took place: it was before the reply and after the newest document was issued.
 */
export function checkAges({ today, ...subject }: Subject, findings: PlausibilityFindings): void {
  const { info } = subject.person;
  const birth = isoDate(info?.birthDate);
  if (birth === undefined || !isCalendarDate(birth)) {
    return;
  }
  findings.compared();
  const age = yearsBetween(birth, today);
  if (age < 0) {
    findings.add({ rule: 'birth-in-future', severity: 'invalid', fields: [birthPath] });
    return;
  }
  if (age > maxAge) {
    findings.add({ rule: 'birth-too-early', severity: 'invalid', fields: [birthPath] });
  }
  if (age < 18) {
    findings.add({ rule: 'under-eighteen', severity: 'note', fields: [birthPath] });
  }
  compareAge(birth, age, { today, ...subject }, findings);
  compareAgeVerification(age, subject.conversation, findings);
}

function compareAge(birth: string, age: number, subject: Subject, findings: PlausibilityFindings): void {
  const given = subject.person.info?.age;
  const stated = typeof given === 'string' && /^\d{1,3}$/.test(given.trim()) ? Number(given) : given;
  if (typeof stated !== 'number' || !Number.isInteger(stated) || stated < 0) {
    return;
  }
  findings.compared();
  const issued = documentsOf(subject)
    .map(({ document }) => isoDate(document.issueDate))
    .filter((date) => date !== undefined && isCalendarDate(date) && date <= subject.today)
    .sort()
    .at(-1);
  if (stated > age) {
    findings.add({ rule: 'age-too-high', severity: 'differs', fields: [agePath, birthPath] });
  } else if (issued !== undefined && stated < yearsBetween(birth, issued)) {
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
  const { over, result: reached } = product as { over?: unknown; result?: unknown };
  if (typeof over !== 'number' || reached !== true) {
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
