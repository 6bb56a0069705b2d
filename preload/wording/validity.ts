import type { Tone } from './terms.ts';

/** Whether a document was valid on a day, in a few words and as a sentence that says from which dates. */
export interface Validity {
  label: string;
  sentence: string;
  tone: Tone;
}

const isDate = (text: unknown): text is string => typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text);
const day = 86_400_000;
/** Days before its expiry from which a document is about to expire. */
const soon = 30;

/**
 * The validity of a document on the day its conversation was read. The interface gives no time of the verification itself (2.2),
 * so the day of the read is used, and the sentence says so.
 *
 * @param readOn ISO date
 */
export function validityOf(
  document: { issueDate?: string | undefined; expiryDate?: string | undefined },
  readOn: string,
): Validity | undefined {
  const { issueDate, expiryDate } = document;
  if (isDate(issueDate) && issueDate > readOn) {
    return {
      label: `Issued ${daysBetween(readOn, issueDate)} after this read`,
      sentence: `Date of issue ${issueDate}, read on ${readOn}: the document was not issued yet.`,
      tone: 'bad',
    };
  }
  if (isDate(issueDate) && isDate(expiryDate) && expiryDate < issueDate) {
    return {
      label: 'Expires before its issue',
      sentence: `Date of issue ${issueDate}, date of expiry ${expiryDate}: one of the two is wrong.`,
      tone: 'bad',
    };
  }
  if (!isDate(expiryDate)) {
    return undefined;
  }
  const dates = `Date of expiry ${expiryDate}, read on ${readOn}. The reply does not say when the verification was made.`;
  if (expiryDate < readOn) {
    return {
      label: `Expired ${daysBetween(expiryDate, readOn)} before this read`,
      sentence: dates,
      tone: 'bad',
    };
  }
  if (expiryDate === readOn) {
    return { label: 'Expires on the day of this read', sentence: dates, tone: 'warn' };
  }
  const [count, unit] = daysBetween(readOn, expiryDate).split(' ');
  const isSoon = (Date.parse(expiryDate) - Date.parse(readOn)) / day <= soon;
  return { label: `Valid for ${count} more ${unit}`, sentence: dates, tone: isSoon ? 'warn' : 'good' };
}

/** The time between two dates, the earlier first, in the largest unit that tells enough: days up to 60, months up to two years. */
function daysBetween(from: string, to: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / day);
  if (days <= 60) {
    return `${days} ${days === 1 ? 'day' : 'days'}`;
  }
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
  return months < 24 ? `${months} months` : `${Math.floor(months / 12)} years`;
}
