import type { Conversation } from '../../preload/contract/service/conversation.ts';
import type { Company, Person } from '../../preload/contract/service/user.ts';
import type { Report } from './report.ts';

/** What the checks look at. */
export interface Subject {
  conversation: Conversation;
  person: Person;
  company: Company;
  /** The day on which the reply was received, `YYYY-MM-DD`. */
  today: string;
}

/** One check, or a few of one subject. It says nothing where the record does not allow a comparison. */
export type Check = (subject: Subject, report: Report) => void;

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

/** A value worth comparing: text that is not blank and not longer than genuine ones are. */
export function readable(value: unknown, most = 200): string | undefined {
  if (typeof value !== 'string' || value.length > most) {
    return undefined;
  }
  const text = value.normalize('NFKC').trim();
  return text === '' || text.length > most ? undefined : text;
}

/** An ISO 3166-1 alpha-2 code in upper case; undefined for anything else. */
export function countryOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined;
}

/** Without spaces and the separators that numbers are printed with, in upper case. */
export function compact(value: string): string {
  return value.toUpperCase().replaceAll(/[\s./\-‐‑‒–—−]/gu, '');
}

export function unique<T>(values: readonly (T | undefined)[]): T[] {
  return [...new Set(values.filter((value) => value !== undefined))];
}

/** The documents of the record, by kind. */
export function documentsOf({ person }: Subject) {
  return documentKinds.flatMap((kind) => {
    const document = person.ids?.[kind];
    return document === undefined ? [] : [{ kind, document, path: `${personPath}.ids.${kind}` }];
  });
}
