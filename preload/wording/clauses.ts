import { listed } from './terms.ts';

/** A clause without capital and full stop; clauses with the same `says` can be joined. */
export type Clause = string | { noun: string; says: string };

/** Returns the clauses as one text; nouns with the same statement are joined. */
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

/** Returns a clause as text. */
export function clauseText(clause: Clause): string {
  return typeof clause === 'string' ? clause : `${clause.noun} ${clause.says}`;
}

/** Returns a clause with the product's troubles in parentheses. */
export function withTroubles(base: Clause, troubles: string | undefined): Clause {
  return troubles === undefined ? base : `${clauseText(base)} (${troubles})`;
}
