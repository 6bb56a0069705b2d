import type { Conversation } from '../../../../preload/contract/service/conversation.ts';
import type { Company, Person } from '../../../../preload/contract/service/user.ts';
import type { PlausibilityFindings } from './plausibility-findings.ts';

/** The input of the checks. */
export interface Subject {
  conversation: Conversation;
  person: Person;
  company: Company;
  /** The days that it can have been where the record was made when the response was received, `YYYY-MM-DD`. */
  today: { earliest: string; latest: string };
}

/** A check, or several of one subject. It reports nothing if the data allows no comparison. */
export type Check = (subject: Subject, findings: PlausibilityFindings) => void;

export const personPath = 'result.identity.user.person';
export const companyPath = 'result.identity.user.company';
export const documentKinds = [
  'idCard',
  'passport',
  'driverLicence',
  'residencePermit',
  'otherDocument',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Returns a value worth comparing: text that is neither blank nor overlong. */
export function readable(value: unknown, maxLength = 200): string | undefined {
  if (typeof value !== 'string' || value.length > maxLength) {
    return undefined;
  }
  const text = value.normalize('NFKC').trim();
  return text === '' || text.length > maxLength ? undefined : text;
}

/** Returns an ISO 3166-1 alpha-2 code in upper case; undefined for anything else. */
export function countryOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined;
}

/** Removes spaces and the separators that numbers are printed with; in upper case. */
export function compact(value: string): string {
  return value.toUpperCase().replaceAll(/[\s./\-‐‑‒–—−]/gu, '');
}

export function unique<T>(values: readonly (T | undefined)[]): T[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** Returns the documents of the record, by kind. */
export function documentsOf({ person }: Subject) {
  return documentKinds.flatMap((kind) => {
    const document = person.ids?.[kind];
    return document === undefined ? [] : [{ kind, document, path: `${personPath}.ids.${kind}` }];
  });
}
