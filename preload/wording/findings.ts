import type { FileMismatch, Finding } from '../contract/cases.ts';
import { holdsAnything, isObject, omitUndefined } from '../contract/objects.ts';
import type { Conversation } from '../contract/service/conversation.ts';
import type { DatabaseSources } from '../contract/service/database-verification.ts';
import { lowSimilarity, weighed } from './finding-weights.ts';
import { documentKinds, documents } from './record.ts';
import { isWithin, type ResponseNotes } from './response-notes.ts';
import { expiryOn } from './validity.ts';

export type Result = Conversation['result'];

interface Circumstances {
  notes: ResponseNotes;
  sources: DatabaseSources;
  today: string;
}

/** The most files a finding names. */
const maxNamedFiles = 10;

/** Returns the finding that files are not what they claim to be; none without such files. */
export function mismatchFindings(mismatches: readonly FileMismatch[] = []): Finding[] {
  const files = mismatches.slice(0, maxNamedFiles);
  return files.length === 0 ? [] : [weighed({ kind: 'file', code: 'TYPE_MISMATCH', files })];
}

/** Returns a MIME type that may be stored and shown; other text could be anything. */
function safeType(value: string | undefined): string {
  const bare = value?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return /^[a-z]+\/[a-z0-9][\w.+-]{0,60}$/.test(bare) ? bare : 'an unknown type';
}

/** Returns the part that is kept of a file that is not what it claims to be: codes and types only. */
export function fileMismatchOf(
  { type, subtype, variant }: { [N in 'type' | 'subtype' | 'variant']?: string | undefined },
  claimed: string | undefined,
  found: string | undefined,
): FileMismatch {
  const code = (value: string | undefined) =>
    value === undefined || value.trim() === '' ? undefined : safeCode(value);
  return {
    ...omitUndefined({ type: code(type), subtype: code(subtype), variant: code(variant) }),
    claimed: safeType(claimed),
    found: safeType(found),
  };
}

/** Adds the findings of an incomplete check of the files to earlier ones, each of which is kept and counted once. */
export function unitedMismatches(
  known: readonly FileMismatch[],
  found: readonly FileMismatch[],
): FileMismatch[] {
  const left = known.map((one) => JSON.stringify(one));
  const added = found.filter((one) => {
    const at = left.indexOf(JSON.stringify(one));
    if (at >= 0) {
      left.splice(at, 1);
    }
    return at < 0;
  });
  return [...known, ...added];
}

/** Returns a code that may be stored and shown beside its term; other text could be anything, including a name. */
export function safeCode(value: unknown): string {
  return typeof value === 'string' && /^[A-Za-z][\w.:-]{0,63}$/.test(value) ? value : 'OTHER';
}

/** Returns everything in a result that speaks against it, unordered. */
export function productFindings(result: Result, circumstances: Circumstances): Finding[] {
  return Object.entries(result ?? {}).flatMap(([name, product]) =>
    product === undefined ? [] : findingsOf(safeCode(name), name, product, circumstances),
  );
}

function findingsOf(product: string, name: string, given: unknown, circumstances: Circumstances): Finding[] {
  const { notes, sources, today } = circumstances;
  const path = `result.${name}`;
  const doubtful = [...(notes.flags ?? []), ...(notes.duplicates ?? [])].some((note) =>
    isWithin(note.path, path),
  );
  if (!isObject(given)) {
    return [weighed({ kind: 'product', product, code: 'UNREADABLE' })];
  }
  const findings = [...causes(product, given), ...checks(product, given), ...ofStatus(product, given)];
  if (doubtful) {
    findings.push(weighed({ kind: 'product', product, code: 'UNREADABLE' }));
  }
  switch (name) {
    case 'identity':
      return [...findings, ...identity(given, today)];
    case 'aml':
      return [...findings, ...lists(given)];
    case 'verify':
      return [...findings, ...similarities('verify', given)];
    case 'databaseVerification':
      return [...findings, ...databaseFindings(given.status, sources)];
    default:
      return [...findings, ...ownResult(product, name, given), ...asDocumented(product, given)];
  }
}

/** Finds a negative result: only `false` is one (field notes); a text or a number has no documented meaning. */
function ownResult(product: string, name: string, { status, result }: Record<string, unknown>): Finding[] {
  if (result === false) {
    return [weighed({ kind: 'product', product, code: 'NEGATIVE_RESULT' })];
  }
  // A finished product that says nothing of the age has verified none.
  const isSilent = name === 'ageVerification' && status === 'FINISHED' && result !== true;
  return isSilent || typeof result === 'string' || typeof result === 'number'
    ? [weighed({ kind: 'product', product, code: 'UNKNOWN_RESULT' })]
    : [];
}

/** Hits and similarities of a product under another name than the documented one, such as `amlMonitoring`. */
function asDocumented(product: string, given: Record<string, unknown>): Finding[] {
  const { found, reliability } = given;
  return [
    ...(Array.isArray(found) && found.length > 0 ? hits(product, found) : []),
    ...(typeof reliability === 'number' ? similarities(product, given) : []),
  ];
}

function causes(product: string, { errors }: Record<string, unknown>): Finding[] {
  const codes = Array.isArray(errors) ? [...new Set(errors.map(safeCode))] : [];
  return codes.map((code) => weighed({ kind: 'cause', product, code }));
}

function checks(product: string, { checks: given }: Record<string, unknown>): Finding[] {
  const all = Array.isArray(given) ? given : [];
  return all
    .filter((check) => !isObject(check) || check.result !== 'ACCEPTED')
    .map((check) => {
      const code = safeCode(isObject(check) ? check.name : undefined);
      const isFailed = isObject(check) && check.result === 'FAILED';
      return weighed({ kind: 'check', product, code, ...fieldOf(check) }, !isFailed);
    });
}

function fieldOf(check: unknown): { field?: string } {
  const field = isObject(check) && isObject(check.details) ? safeCode(check.details.field) : 'OTHER';
  return field === 'OTHER' ? {} : { field };
}

function ofStatus(product: string, { status, errors }: Record<string, unknown>): Finding[] {
  if (status === 'FINISHED' || status === 'IN_PROGRESS') {
    return [];
  }
  const explained = Array.isArray(errors) && errors.length > 0;
  if (status === 'FAILED') {
    // The causes give the reason; if there is none, the failure itself is the finding.
    return explained ? [] : [weighed({ kind: 'product', product, code: 'FAILED' })];
  }
  return [weighed({ kind: 'product', product, code: safeCode(status ?? 'NO_STATUS') })];
}

function identity(given: Record<string, unknown>, today: string): Finding[] {
  if (given.status === 'FINISHED' && !holdsAnything(given.user)) {
    return [weighed({ kind: 'product', product: 'identity', code: 'NO_USER_DATA' })];
  }
  const person = isObject(given.user) && isObject(given.user.person) ? given.user.person : {};
  const ids = isObject(person.ids) ? person.ids : {};
  return documentKinds.flatMap((kind): Finding[] => {
    const document = isObject(ids[kind]) ? ids[kind] : {};
    const about = { kind: 'document', product: 'identity', code: kind } as const;
    const expiry = expiryOn(document.expiryDate, today);
    return [
      ...(expiry === 'expired' ? [weighed(about)] : []),
      ...(expiry === 'unreadable'
        ? [weighed({ ...about, field: `${documents[kind].identifier}EXPIRY_DATE` })]
        : []),
      ...(saysItIsValid(document.documentStatus)
        ? []
        : [weighed({ ...about, field: `${documents[kind].identifier}DOCUMENT_STATUS` })]),
    ];
  });
}

/** Returns whether a status does not speak against a document: none, or one that means valid. The terms of others are not documented. */
function saysItIsValid(status: unknown): boolean {
  return status === undefined || status === null || /^(?:valid|active|)$/i.test(String(status).trim());
}

function lists({ status, found }: Record<string, unknown>): Finding[] {
  if (!Array.isArray(found)) {
    // FINISHED without lists (interface 2.2) clears no one.
    return status === 'FINISHED' ? [weighed({ kind: 'product', product: 'aml', code: 'NO_LISTS' })] : [];
  }
  return hits('aml', found);
}

function hits(product: string, found: readonly unknown[]): Finding[] {
  return [...new Set(found.map(safeCode))].map((code) => weighed({ kind: 'aml', product, code }));
}

function similarities(product: string, { status, reliability, details }: Record<string, unknown>): Finding[] {
  const findings: Finding[] = [];
  if (typeof reliability === 'number' && reliability < lowSimilarity) {
    findings.push(weighed({ kind: 'similarity', product, code: 'RELIABILITY', value: reliability }));
  }
  if (reliability === undefined && status === 'FINISHED') {
    findings.push(weighed({ kind: 'product', product, code: 'NO_RELIABILITY' }));
  }
  const all = Array.isArray(details) ? details : [];
  const values = all.map(similarityOf);
  for (const [index, value] of values.entries()) {
    if (value !== undefined && value < lowSimilarity) {
      const { field, name } = all[index] as Record<string, unknown>;
      findings.push(weighed({ kind: 'similarity', product, code: safeCode(field ?? name), value }));
    }
  }
  if (values.includes(undefined) || (typeof reliability === 'number' && reliability > 1)) {
    findings.push(weighed({ kind: 'product', product, code: 'UNREADABLE' }));
  }
  return findings;
}

/** Returns the lowest similarity that a compared field states; undefined where that is no number from 0 to 1 (interface 2.2). */
function similarityOf(detail: unknown): number | undefined {
  if (!isObject(detail)) {
    return undefined;
  }
  const { similarity, reliability, value } = detail;
  const stated = [similarity, reliability, value].filter((one) => typeof one === 'number');
  return stated.length === 0 || stated.some((one) => one > 1) ? undefined : Math.min(...stated);
}

/** Returns the findings of the databases, whose results are in a separate response (interface 4.8) and unknown until it is read. */
export function databaseFindings(status: unknown, sources: DatabaseSources): Finding[] {
  if (status !== 'FINISHED' && status !== 'PARTIAL') {
    return [];
  }
  const product = 'databaseVerification';
  if (sources === undefined || typeof sources === 'string') {
    return [weighed({ kind: 'product', product, code: 'ANSWERS_NOT_READ' })];
  }
  const all = sources.source ?? [];
  const doubtful = all.filter(({ sourceMatchResult }) => sourceMatchResult !== 'FULL_MATCH');
  const codes = new Set(doubtful.map((source) => safeCode(source.sourceMatchResult ?? 'NO_ANSWER')));
  if (all.length === 0) {
    codes.add('NO_SOURCES');
  }
  return [...codes].map((code) => weighed({ kind: 'product', product, code }));
}
