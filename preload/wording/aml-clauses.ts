import type { Result } from '../contract/service/conversation.ts';
import { type Clause, withTroubles } from './clauses.ts';
import type { Phase } from './product-phases.ts';
import { listed, literalTerm } from './terms.ts';

export function amlClauses(
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
