import { holdsAnything } from '../../../preload/wording/product-troubles.ts';
import type { Term } from '../../../preload/wording/terms.ts';

/**
 * The word for a product's status with the look its results allow: FINISHED is not passed. With causes, unreadable members, a
 * check not accepted or nothing found out it does not look good, and with a negative result of its own it looks bad.
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
