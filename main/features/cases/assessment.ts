import { createHmac, type KeyObject } from 'node:crypto';
import {
  type CaseRow,
  type FileMismatch,
  type Finding,
  type IdentifierKind,
  type Verdict,
  verdicts,
} from '../../../preload/contract/cases.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { PlausibilityFinding } from '../../../preload/contract/plausibility.ts';
import type { Conversation } from '../../../preload/contract/service/conversation.ts';
import type {
  DatabaseSources,
  DatabaseVerificationInfo,
} from '../../../preload/contract/service/database-verification.ts';
import type { Person } from '../../../preload/contract/service/user.ts';
import { safeCode } from '../../../preload/wording/findings.ts';
import type { ResponseNotes } from '../../../preload/wording/response-notes.ts';
import { type Assessment, assess } from '../../../preload/wording/verdict.ts';

/** The assessment of a reading: members stored in the clear, and values stored only sealed or hashed. */
export interface CaseAssessment {
  verdict: Verdict;
  status: string | undefined;
  products: CaseRow['products'];
  findings: Finding[];
  causes: string[];
  aml: string[];
  countries: string[];
  userKey: string | undefined;
  identifiers: { kind: IdentifierKind; value: string }[];
}

const documents = ['idCard', 'passport', 'driverLicence', 'residencePermit', 'otherDocument'] as const;
/** The most that are kept; a genuine response lists far fewer. */
const maxListed = 50;
/** The findings kept per case. */
export const maxFindings = maxListed;

/**
 * @param given.at time of the read, in milliseconds since the epoch
 * @param given.sources the databases' results (interface 4.8), where they were read
 * @param given.mismatches files that are not what they claim to be
 * @param given.checks the findings of the console's own checks
 */
export function assessmentOf(
  conversation: Conversation,
  notes: ResponseNotes,
  {
    at,
    ...given
  }: {
    at: number;
    sources?: DatabaseSources;
    mismatches?: readonly FileMismatch[] | undefined;
    checks?: readonly PlausibilityFinding[] | undefined;
  },
): CaseAssessment {
  const today = new Date(at).toISOString().slice(0, 10);
  const { verdict, findings } = assess(conversation, { notes, today, ...given });
  const { result, info, userKey } = conversation;
  const person = result?.identity?.user?.person;
  const ids = person?.ids;
  const products = Object.entries(result ?? {})
    .filter(([, product]) => product !== undefined)
    .slice(0, maxListed)
    .map(([name, product]) => productOf(name, product));
  const countries = [
    ...(info ?? []).map(({ country }) => country),
    ...documents.map((kind) => ids?.[kind]?.issueCountry),
  ];
  return {
    verdict,
    status: conversation.status === undefined ? undefined : safeCode(conversation.status),
    products,
    findings: findings.slice(0, maxFindings),
    causes: unique(findings.filter(({ kind }) => kind === 'cause').map(({ code }) => code)),
    aml: unique(findings.filter(({ kind }) => kind === 'aml').map(({ code }) => code)),
    countries: unique(countries.filter(isCountry).map((country) => country.toUpperCase())),
    userKey: userKey === undefined || userKey === '' ? undefined : userKey,
    identifiers: identifiersOf(userKey, ids),
  };
}

function productOf(name: string, product: unknown): CaseRow['products'][number] {
  const status = (product as { status?: unknown } | null)?.status;
  return omitUndefined({ name: safeCode(name), status: status === undefined ? undefined : safeCode(status) });
}

function identifiersOf(userKey: string | undefined, ids: Person['ids']): CaseAssessment['identifiers'] {
  const all: [IdentifierKind, string | undefined][] = [
    ['user-key', userKey],
    ['national-id', ids?.nationalId],
    ...documents.map((kind): [IdentifierKind, string | undefined] => ['document-number', ids?.[kind]?.id]),
  ];
  const identifiers = all.flatMap(([kind, value]) => {
    const plain = normalForm(kind, value ?? '');
    return plain === '' ? [] : [{ kind, value: plain }];
  });
  return [...new Map(identifiers.map((one) => [`${one.kind} ${one.value}`, one])).values()];
}

/** Returns the canonical form for comparing values of a kind: documents print the same number with and without spaces and hyphens. */
export function normalForm(kind: IdentifierKind, value: string): string {
  const plain = value.normalize('NFC').trim();
  return kind === 'user-key' ? plain : plain.toUpperCase().replaceAll(/[\s./-]+/g, '');
}

/**
 * Returns the stored hash by which a value is found again. Without the key the value cannot be read or guessed.
 * @param key as an object of crypto for many hashes, each of which takes a quarter of the time then
 */
export function keyedHash(
  key: Uint8Array | KeyObject,
  environmentId: string,
  kind: string,
  value: string,
): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([environmentId, kind, value]))
    .digest();
}

function isCountry(value: string | undefined): value is string {
  return value !== undefined && /^[A-Za-z]{2,3}$/.test(value);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)].slice(0, maxListed);
}

/** Returns as many findings as are kept of a case. */
export function withoutSources({ verdict, findings }: Assessment): Assessment {
  return { verdict, findings: findings.slice(0, maxFindings) };
}

/** Returns a verdict with its findings as columns. */
export function verdictColumns({ verdict, findings }: Pick<CaseAssessment, 'verdict' | 'findings'>) {
  return {
    verdict,
    verdictRank: verdicts.indexOf(verdict),
    findings: JSON.stringify(findings),
    findingCount: findings.length,
    findingsRank: findingsRank(findings),
  };
}

/** Sorts by the most severe finding, then by the number of findings; null without findings. */
function findingsRank(findings: readonly Finding[]): number | null {
  const [first] = findings;
  return first === undefined ? null : first.weight * 1000 + findings.length;
}

/** A genuine response lists a few. */
const maxSources = 1000;

/** Returns the status and result code of each database (interface 2.5), without names and anything that may be personal. */
export function sourceResultsOf({ source = [] }: DatabaseVerificationInfo): DatabaseVerificationInfo {
  return {
    source: source.slice(0, maxSources).map(({ status, sourceMatchResult }) =>
      omitUndefined({
        status: status === undefined ? undefined : safeCode(status),
        sourceMatchResult: sourceMatchResult === undefined ? undefined : safeCode(sourceMatchResult),
      }),
    ),
  };
}
