import type { DatabaseVerificationInfo } from '../contract/service/database-verification.ts';
import { type Clause, clauseText } from './clauses.ts';
import type { Phase } from './product-phases.ts';

/**
 * The reply of interface 4.8: not read yet, unreadable, or read. The conversation (2.2) has only a status, which does
 * not say what the databases returned.
 */
export type DatabaseSources = DatabaseVerificationInfo | 'unread' | 'unreadable' | undefined;

export function databaseClause(base: Clause, phase: Phase, sources: DatabaseSources): Clause {
  if (phase !== 'finished' && phase !== 'partial') {
    return base;
  }
  if (sources === undefined || sources === 'unread') {
    return `${clauseText(base)}, results not read yet`;
  }
  if (sources === 'unreadable') {
    return `${clauseText(base)}, but their results could not be read`;
  }
  const all = sources.source ?? [];
  if (all.length === 0) {
    return `${clauseText(base)}, but the service names none`;
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
