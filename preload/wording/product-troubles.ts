import { isObject } from '../contract/objects.ts';
import { causeTerm } from './causes.ts';
import { counted } from './terms.ts';

/** Returns the cause codes of a product. */
export function codesOf(product: Record<string, unknown>): string[] {
  return Array.isArray(product.errors) ? product.errors.filter((code) => typeof code === 'string') : [];
}

/**
 * Returns what speaks against the product: the first cause that may be shown and the number of others, failed checks,
 * unreadable members.
 */
export function troublesOf(product: Record<string, unknown>, doubt: string | undefined): string | undefined {
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

/** Returns whether a value contains anything except empty strings, lists and objects. */
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
