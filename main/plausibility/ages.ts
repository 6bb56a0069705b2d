import { isCalendarDate, isoDate, yearsBetween } from './dates.ts';
import type { Report } from './report.ts';
import { documentsOf, personPath, type Subject } from './subject.ts';

const birthPath = `${personPath}.info.birthDate`;
const agePath = `${personPath}.info.age`;
/** No documented person has lived longer. */
const maxAge = 120;

/**
 * The date of birth against the day of the reply, the age given, and the product ageVerification (field notes). The reply does not say when
 * the verification took place: it was before the reply and after the newest document was issued.
 */
export function checkAges({ today, ...subject }: Subject, report: Report): void {
  const { info } = subject.person;
  const birth = isoDate(info?.birthDate);
  if (birth === undefined || !isCalendarDate(birth)) {
    return;
  }
  report.compared();
  const age = yearsBetween(birth, today);
  if (age < 0) {
    report.add({ rule: 'birth-in-future', severity: 'invalid', fields: [birthPath] });
    return;
  }
  if (age > maxAge) {
    report.add({ rule: 'birth-too-early', severity: 'invalid', fields: [birthPath] });
  }
  if (age < 18) {
    report.add({ rule: 'under-eighteen', severity: 'note', fields: [birthPath] });
  }
  compareAge(birth, age, { today, ...subject }, report);
  compareAgeVerification(age, subject.conversation, report);
}

function compareAge(birth: string, age: number, subject: Subject, report: Report): void {
  const given = subject.person.info?.age;
  const stated = typeof given === 'string' && /^\d{1,3}$/.test(given.trim()) ? Number(given) : given;
  if (typeof stated !== 'number' || !Number.isInteger(stated) || stated < 0) {
    return;
  }
  report.compared();
  const issued = documentsOf(subject)
    .map(({ document }) => isoDate(document.issueDate))
    .filter((date) => date !== undefined && isCalendarDate(date) && date <= subject.today)
    .sort()
    .at(-1);
  if (stated > age) {
    report.add({ rule: 'age-too-high', severity: 'differs', fields: [agePath, birthPath] });
  } else if (issued !== undefined && stated < yearsBetween(birth, issued)) {
    report.add({ rule: 'age-too-low', severity: 'differs', fields: [agePath, birthPath] });
  }
}

/** `over` is the age that was asked for, `result` whether the person has reached it. */
function compareAgeVerification(age: number, { result }: Subject['conversation'], report: Report): void {
  const product = result?.ageVerification;
  if (typeof product !== 'object' || product === null) {
    return;
  }
  const { over, result: reached } = product as { over?: unknown; result?: unknown };
  if (typeof over !== 'number' || reached !== true) {
    return;
  }
  report.compared();
  if (age < over) {
    report.add({
      rule: 'age-verification-differs',
      severity: 'differs',
      fields: ['result.ageVerification.result', birthPath],
    });
  }
}
