import { isObject } from '../contract/objects.ts';
import type { Result } from '../contract/service/conversation.ts';
import type { DatabaseVerificationInfo } from '../contract/service/database-verification.ts';
import { type KnownProduct, knownProducts } from '../contract/service/products.ts';
import { causeTerm } from './causes.ts';
import { productTerm } from './products.ts';
import { counted, listed, literalTerm } from './terms.ts';

type Phase = 'none' | 'progress' | 'finished' | 'partial' | 'failed' | 'unknown';

interface Phrases {
  /** The product as the subject of a clause. */
  noun: string;
  finished: string;
  /** Empty for a product without PARTIAL (interface 3.2). */
  partial: string;
  failed: string;
}

/** The clauses for each product's statuses (interface 3.2). */
const phrases: Readonly<Record<KnownProduct, Phrases>> = {
  identity: {
    noun: 'identity',
    finished: 'identity confirmed',
    partial: 'identity partly confirmed',
    failed: 'identity could not be determined',
  },
  aml: {
    noun: 'AML checks',
    finished: 'AML checks complete',
    partial: 'AML checks partly complete',
    failed: 'AML could not be checked',
  },
  verify: {
    noun: 'data comparison',
    finished: 'data compared',
    partial: 'data partly compared',
    failed: 'data could not be compared',
  },
  auth: {
    noun: 'authentication',
    finished: 'authentication complete',
    partial: '',
    failed: 'authentication failed',
  },
  bankTransactions: {
    noun: 'bank transactions',
    finished: 'bank transactions complete',
    partial: 'bank transactions partly obtained',
    failed: 'bank transactions could not be obtained',
  },
  affordability: {
    noun: 'affordability assessment',
    finished: 'affordability assessment complete',
    partial: '',
    failed: 'affordability could not be assessed',
  },
  databaseVerification: {
    noun: 'database verification',
    finished: 'databases queried',
    partial: 'database verification partly complete',
    failed: 'none of the databases could verify the data',
  },
};

/** A clause without capital and full stop; clauses with the same `says` can be joined. */
export type Clause = string | { noun: string; says: string };

function phaseOf(name: KnownProduct, status: string | undefined): Phase {
  if (status === undefined) {
    return 'none';
  }
  if (status === 'IN_PROGRESS') {
    return 'progress';
  }
  if (status === 'FINISHED') {
    return 'finished';
  }
  if (status === 'FAILED') {
    return 'failed';
  }
  // interface 3.2: auth and affordability have no PARTIAL
  if (status === 'PARTIAL' && phrases[name].partial !== '') {
    return 'partial';
  }
  return 'unknown';
}

/**
 * The clauses for a product.
 *
 * @param doubt why its data may be wrong, such as `partly unreadable`
 */
export function headlineClauses(
  name: string,
  product: unknown,
  doubt: string | undefined,
  sources: DatabaseSources = undefined,
): Clause[] {
  const known = knownProducts.find((one) => one === name);
  if (known === undefined) {
    return [otherClause(name, product, doubt)];
  }
  const given = product as Record<string, unknown>;
  const troubles = troublesOf(given, doubt);
  const status = textOf(given.status);
  const phase = phaseOf(known, status);
  const { noun } = phrases[known];
  const base = baseClause(known, phase, status);
  switch (known) {
    case 'identity':
      return [identityClause(base, phase, given, troubles)];
    case 'aml':
      return amlClauses(base, phase, given as NonNullable<Result['aml']>, troubles);
    case 'databaseVerification':
      return [withTroubles(databaseClause(base, phase, sources), troubles)];
    case 'verify':
      return [phase === 'progress' ? base : withTroubles(verifyClause(base, given), troubles)];
    default:
      if (troubles === undefined && phase === 'finished') {
        return [{ noun, says: 'complete' }];
      }
      return [withTroubles(base, troubles)];
  }
}

function baseClause(product: KnownProduct, phase: Phase, status: string | undefined): Clause {
  const own = phrases[product];
  if (phase === 'none') {
    return `${own.noun} without a status`;
  }
  if (phase === 'unknown') {
    return `${own.noun} with the status “${literalTerm(status ?? '')}”`;
  }
  if (phase === 'progress') {
    return { noun: own.noun, says: 'still in progress' };
  }
  const shared = `${own.noun} partly complete`;
  return own[phase] === shared ? { noun: own.noun, says: 'partly complete' } : own[phase];
}

/** The clauses as one text; nouns with the same statement are joined. */
export function joinedClauses(clauses: readonly Clause[]): string {
  const shared = new Map<string, string[]>();
  for (const clause of clauses) {
    if (typeof clause === 'string') {
      continue;
    }
    shared.set(clause.says, [...(shared.get(clause.says) ?? []), clause.noun]);
  }
  const texts: string[] = [];
  for (const clause of clauses) {
    if (typeof clause === 'string') {
      texts.push(clause);
      continue;
    }
    const nouns = shared.get(clause.says);
    if (nouns) {
      texts.push(`${listed(nouns)} ${clause.says}`);
    }
    shared.delete(clause.says);
  }
  return texts.join('; ');
}

function identityClause(
  base: Clause,
  phase: Phase,
  identity: Record<string, unknown>,
  troubles: string | undefined,
): Clause {
  if (phase === 'partial' && !holdsAnything(identity.user)) {
    return withTroubles(
      'identity data only partly determined, but the reply contains no user data',
      troubles,
    );
  }
  if (phase === 'partial' && saysMore(identity)) {
    return withTroubles('identity data only partly determined', troubles);
  }
  if (phase !== 'finished') {
    return withTroubles(base, troubles);
  }
  // “Confirmed” only when the status, the checks and the causes all allow it and there is a person.
  if (troubles) {
    return withTroubles('identity checks complete', troubles);
  }
  if (!holdsAnything(identity.user)) {
    return 'identity checks complete, but the reply contains no user data';
  }
  return base;
}

/** Whether a cause speaks, or may speak, against the user or the document: nothing is then called confirmed. */
function saysMore(product: Record<string, unknown>): boolean {
  const failedCheck =
    Array.isArray(product.checks) && product.checks.some((check) => check?.result === 'FAILED');
  return (
    failedCheck ||
    codesOf(product)
      .map(causeTerm)
      .some(({ tone, known }) => tone === 'bad' || !known)
  );
}

function amlClauses(
  base: Clause,
  phase: Phase,
  aml: NonNullable<Result['aml']>,
  troubles: string | undefined,
): Clause[] {
  const clauses: Clause[] = [];
  const found = Array.isArray(aml.found) ? aml.found : undefined;
  if (found !== undefined && found.length > 0) {
    clauses.push(`found on ${hits(found)}`);
    if (phase !== 'finished' || troubles) {
      clauses.push(withTroubles(base, troubles));
    }
  } else if (phase === 'finished' && !troubles) {
    clauses.push(
      found ? 'found on no AML list' : 'AML checks complete, but the reply does not say on which lists',
    );
  } else {
    clauses.push(withTroubles(base, troubles));
  }
  if (aml.subscription?.active === true) {
    clauses.push('monitoring is on');
  }
  if (aml.subscription?.active === false) {
    clauses.push('monitoring is off');
  }
  return clauses;
}

const listNames: Readonly<Record<string, readonly [alone: string, among: string]>> = {
  PEP: ['a PEP list', 'PEP'],
  SANCTIONS: ['a sanctions list', 'sanctions'],
  ADVERSE_MEDIA: ['an adverse media list', 'adverse media'],
  SIP: ['an SIP list', 'SIP'],
  OTHER: ['an AML list of another kind', 'other'],
};

function hits(found: readonly string[]): string {
  const lists = [...new Set(found)];
  const named = lists.map((list) => (Object.hasOwn(listNames, list) ? listNames[list] : undefined));
  if (lists.length === 1) {
    return named[0]?.[0] ?? `the list “${literalTerm(lists[0] ?? '')}”`;
  }
  const among = lists.slice(0, 6).map((list, at) => named[at]?.[1] ?? `“${literalTerm(list)}”`);
  if (lists.length > 6) {
    among.push(`${lists.length - 6} more`);
  }
  return `AML lists: ${listed(among)}`;
}

function verifyClause(base: Clause, verify: Record<string, unknown>): Clause {
  const { reliability } = verify;
  return typeof reliability === 'number' ? `${said(base)} (reliability ${plainNumber(reliability)})` : base;
}

/**
 * The product's own result, if it has one, since FINISHED only says that it ended. For `ageVerification` (field notes:
 * `over`, `result`) with the age.
 */
function ownResult({ result, over }: Record<string, unknown>): string {
  const age = typeof over === 'number' ? ` (over ${over})` : '';
  if (typeof result === 'boolean') {
    return `, result${age}: ${result ? 'yes' : 'no'}`;
  }
  return typeof result === 'string' ? `, result${age}: “${literalTerm(result)}”` : '';
}

/**
 * The reply of interface 4.8: not read yet, unreadable, or read. The conversation (2.2) has only a status, which does
 * not say what the databases returned.
 */
export type DatabaseSources = DatabaseVerificationInfo | 'unread' | 'unreadable' | undefined;

function databaseClause(base: Clause, phase: Phase, sources: DatabaseSources): Clause {
  if (phase !== 'finished' && phase !== 'partial') {
    return base;
  }
  if (sources === undefined || sources === 'unread') {
    return `${said(base)}, results not read yet`;
  }
  if (sources === 'unreadable') {
    return `${said(base)}, but their results could not be read`;
  }
  const all = sources.source ?? [];
  if (all.length === 0) {
    return `${said(base)}, but the service names none`;
  }
  const answered = all.filter(({ status }) => status !== 'FAILED');
  const many = (match: string) => answered.filter((source) => source.sourceMatchResult === match).length;
  const [full, partial, none] = [many('FULL_MATCH'), many('PARTIAL_MATCH'), many('NO_MATCH')];
  const unclear = answered.length - full - partial - none;
  if (full === all.length) {
    return full === 1 ? 'the database matches' : `all ${full} databases match`;
  }
  if (none === all.length) {
    return none === 1 ? 'the database does not match' : `none of the ${none} databases matches`;
  }
  const groups: [count: number, one: string, many: string][] = [
    [none, 'does not match', 'do not match'],
    [partial, 'partly matches', 'partly match'],
    [full, 'matches', 'match'],
    [all.length - answered.length, 'gave no answer', 'gave no answer'],
    [unclear, 'has no known result', 'have no known result'],
  ];
  const given = groups.filter(([count]) => count > 0);
  if (all.length === 1) {
    return `the database ${given[0]?.[1]}`;
  }
  return `of ${all.length} databases, ${given.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(', ')}`;
}

/** At most three decimals, never rounded up to 1 or down to 0. */
export function plainNumber(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  if (rounded === 1 && value < 1) {
    return '0.999';
  }
  if (rounded === 0 && value > 0) {
    return '0.001';
  }
  return String(rounded);
}

function otherClause(name: string, product: unknown, doubt: string | undefined): Clause {
  const { label } = productTerm(name);
  const shown = label !== literalTerm(name) ? label.toLowerCase() : `“${label}”`;
  if (!isObject(product)) {
    return `${shown} in another form`;
  }
  const status = textOf(product.status);
  const words: Readonly<Record<string, string>> = {
    IN_PROGRESS: 'still in progress',
    FINISHED: 'finished',
    PARTIAL: 'partly finished',
    FAILED: 'failed',
  };
  const outcome =
    status === undefined
      ? 'without a status'
      : Object.hasOwn(words, status)
        ? words[status]
        : `with the status “${literalTerm(status)}”`;
  const given = product as Record<string, unknown>;
  return withTroubles(`${shown} ${outcome}${ownResult(given)}`, troublesOf(given, doubt));
}

function said(clause: Clause): string {
  return typeof clause === 'string' ? clause : `${clause.noun} ${clause.says}`;
}

function withTroubles(base: Clause, troubles: string | undefined): Clause {
  return troubles === undefined ? base : `${said(base)} (${troubles})`;
}

function codesOf(product: Record<string, unknown>): string[] {
  return Array.isArray(product.errors) ? product.errors.filter((code) => typeof code === 'string') : [];
}

/**
 * What speaks against the product: the first cause that may be shown and the number of others, failed checks, unreadable
 * members.
 */
function troublesOf(product: Record<string, unknown>, doubt: string | undefined): string | undefined {
  const causes = [...new Set(codesOf(product))].map(causeTerm);
  const open = causes.filter((cause) => !cause.internalOnly);
  const parts: string[] = [];
  const first = open[0];
  if (first) {
    parts.push(first.known ? first.label.charAt(0).toLowerCase() + first.label.slice(1) : first.label);
    if (open.length > 1) {
      parts.push(counted(open.length - 1, 'more cause'));
    }
  }
  const internal = causes.length - open.length;
  if (internal > 0) {
    parts.push(counted(internal, 'cause for internal use only', 'causes for internal use only'));
  }
  const checks = Array.isArray(product.checks) ? product.checks : [];
  const results = checks.map((check) => (isObject(check) ? check.result : undefined));
  const failed = results.filter((result) => result === 'FAILED').length;
  const rest = results.filter((result) => result !== 'FAILED' && result !== 'ACCEPTED').length;
  if (failed > 0) {
    parts.push(counted(failed, 'failed check'));
  }
  if (rest > 0) {
    parts.push(counted(rest, 'check without a verdict', 'checks without a verdict'));
  }
  if (doubt !== undefined) {
    parts.push(doubt);
  }
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** Whether a value contains anything except empty strings, lists and objects. */
export function holdsAnything(value: unknown): boolean {
  if (value === undefined || value === null || value === '') {
    return false;
  }
  if (Array.isArray(value)) {
    return value.some(holdsAnything);
  }
  if (typeof value === 'object') {
    return Object.values(value).some(holdsAnything);
  }
  return true;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
