import { isObject } from '../contract/objects.ts';
import type { Result } from '../contract/service/conversation.ts';
import { knownProducts } from '../contract/service/products.ts';
import { amlClauses } from './aml-clauses.ts';
import { causeTerm } from './causes.ts';
import { type Clause, clauseText, withTroubles } from './clauses.ts';
import { type DatabaseSources, databaseClause } from './database-clause.ts';
import { baseClause, type Phase, phaseOf, phrases } from './product-phases.ts';
import { codesOf, holdsAnything, troublesOf } from './product-troubles.ts';
import { productTerm } from './products.ts';
import { literalTerm } from './terms.ts';

/**
 * Returns the clauses for a product.
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

/** Returns whether a cause speaks, or may speak, against the user or the document: nothing is then called confirmed. */
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

function verifyClause(base: Clause, verify: Record<string, unknown>): Clause {
  const { reliability } = verify;
  return typeof reliability === 'number'
    ? `${clauseText(base)} (reliability ${plainNumber(reliability)})`
    : base;
}

/**
 * Returns the product's own result, if it has one, since FINISHED only says that it ended. For `ageVerification` (field notes:
 * `over`, `result`) with the age.
 */
function ownResult({ result, over }: Record<string, unknown>): string {
  const age = typeof over === 'number' ? ` (over ${over})` : '';
  if (typeof result === 'boolean') {
    return `, result${age}: ${result ? 'yes' : 'no'}`;
  }
  return typeof result === 'string' ? `, result${age}: “${literalTerm(result)}”` : '';
}

/** At most three decimals, never rounded to 0 or 1: what lies between is `< 0.001` or `> 0.999`. */
export function plainNumber(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  if (rounded === 1 && value < 1) {
    return '> 0.999';
  }
  if (rounded === 0 && value > 0) {
    return '< 0.001';
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
  const outcomes: Readonly<Record<string, string>> = {
    IN_PROGRESS: 'still in progress',
    FINISHED: 'finished',
    PARTIAL: 'partly finished',
    FAILED: 'failed',
  };
  const outcome =
    status === undefined
      ? 'without a status'
      : Object.hasOwn(outcomes, status)
        ? outcomes[status]
        : `with the status “${literalTerm(status)}”`;
  const given = product as Record<string, unknown>;
  return withTroubles(`${shown} ${outcome}${ownResult(given)}`, troublesOf(given, doubt));
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
