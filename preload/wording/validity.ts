import { type DateReading, type PossibleDays, readDate } from '../shared/document-date.ts';
import type { PlainTerm } from './terms.ts';
import { counted } from './terms.ts';

const day = 86_400_000;
/** Days before its expiry from which a document is about to expire. */
const soon = 30;
/** Returns whether a year can be that of a date of issue or expiry; 2999 and 9999 stand for no expiry. Others are of another calendar, or misread. */
const isYear = (date: string) => /^(?:19|2[01]|29|99)/.test(date);

function readDocumentDate(value: unknown): DateReading | undefined {
  const date = readDate(value);
  return typeof date === 'object' && !(isYear(date.earliest) && isYear(date.latest)) ? 'unreadable' : date;
}

/**
 * Returns whether a document had expired on a day, by its date of expiry in any form; `unreadable` if that is unknown, undefined where there
 * is no date.
 *
 * @param on ISO date
 */
export function expiryOn(expiryDate: unknown, on: string): 'expired' | 'valid' | 'unreadable' | undefined {
  const expiry = readDocumentDate(expiryDate);
  if (typeof expiry !== 'object') {
    return expiry === 'endless' ? 'valid' : expiry;
  }
  return expiry.latest < on ? 'expired' : expiry.earliest < on ? 'unreadable' : 'valid';
}

/**
 * Returns the validity of a document on the day its conversation was read. The interface gives no time of the verification itself (2.2),
 * so the day of the read is used, and the sentence says so.
 *
 * @param readOn ISO date
 */
export function validityOf(
  document: { issueDate?: string | undefined; expiryDate?: string | undefined },
  readOn: string,
): PlainTerm | undefined {
  const [issue, expiry] = [document.issueDate, document.expiryDate].map(readDocumentDate);
  const issued = typeof issue === 'object' ? issue : undefined;
  const expires = typeof expiry === 'object' ? expiry : undefined;
  if (issued !== undefined && issued.earliest > readOn) {
    return {
      label: `Issued ${daysBetween(readOn, issued.earliest)} after this read`,
      sentence: `Date of issue ${spanOf(issued)}, read on ${readOn}: the document was not issued yet.`,
      tone: 'bad',
    };
  }
  if (issued !== undefined && expires !== undefined && expires.latest < issued.earliest) {
    return {
      label: 'Expires before its issue',
      sentence: `Date of issue ${spanOf(issued)}, date of expiry ${spanOf(expires)}: one of the two is wrong.`,
      tone: 'bad',
    };
  }
  const state = expiryOn(document.expiryDate, readOn);
  if (state === 'unreadable') {
    return {
      label: 'Date of expiry cannot be read',
      sentence: `It is in an unknown form, is not a day of the calendar, or can be before or after ${readOn}, the day of the read. Compare it with the document.`,
      tone: 'warn',
    };
  }
  if (state === undefined || expires === undefined) {
    return undefined;
  }
  const dates = `Date of expiry ${spanOf(expires)}, read on ${readOn}. The response does not say when the verification was made.`;
  if (state === 'expired') {
    return {
      label: `Expired ${daysBetween(expires.latest, readOn)} before this read`,
      sentence: dates,
      tone: 'bad',
    };
  }
  if (expires.earliest === readOn) {
    return { label: 'Expires on the day of this read', sentence: dates, tone: 'warn' };
  }
  const [count, unit] = daysBetween(readOn, expires.earliest).split(' ');
  const isSoon = (Date.parse(expires.earliest) - Date.parse(readOn)) / day <= soon;
  return { label: `Valid for ${count} more ${unit}`, sentence: dates, tone: isSoon ? 'warn' : 'good' };
}

function spanOf({ earliest, latest }: PossibleDays): string {
  return earliest === latest ? earliest : `between ${earliest} and ${latest}`;
}

/** Returns the time between two dates, the earlier first, in the largest unit that is exact enough: days up to 60, months up to two years. */
function daysBetween(from: string, to: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / day);
  if (days <= 60) {
    return counted(days, 'day');
  }
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number);
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number);
  const months = (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0);
  return months < 24 ? `${months} months` : `${Math.floor(months / 12)} years`;
}
