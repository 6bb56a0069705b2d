import { holdsAnything } from '../../../../preload/wording/product-troubles.ts';
import type { Term } from '../../../../preload/wording/terms.ts';

/**
 * Returns the term for a product's status, with the tone its results allow: FINISHED is not passed. Causes, unreadable members, a check that did
 * not pass or missing results rule out a good tone; a negative result makes it bad.
 *
 * @param product members as they came, of whatever type
 */
export function verdictOf(
  term: Term,
  name: string,
  product: Readonly<Record<string, unknown>>,
  flagged: boolean,
): Term {
  const errors = Array.isArray(product.errors) ? product.errors : [];
  const checks = Array.isArray(product.checks) ? product.checks : [];
  if (product.result === false && (term.tone === 'good' || term.tone === 'neutral')) {
    return { ...term, tone: 'bad' };
  }
  const troubled =
    flagged ||
    errors.length > 0 ||
    checks.some((check) => (check as { result?: unknown } | null)?.result !== 'ACCEPTED') ||
    (name === 'identity' && !holdsAnything(product.user));
  return term.tone === 'good' && troubled ? { ...term, tone: 'neutral' } : term;
}
