import type { KnownProduct } from '../contract/service/products.ts';
import type { Clause } from './clauses.ts';
import { literalTerm } from './terms.ts';

export type Phase = 'none' | 'progress' | 'finished' | 'partial' | 'failed' | 'unknown';

interface Phrases {
  /** The product as the subject of a clause. */
  noun: string;
  finished: string;
  /** Empty for a product without PARTIAL (interface 3.2). */
  partial: string;
  failed: string;
}

/** The clauses for each product's statuses (interface 3.2). */
export const phrases: Readonly<Record<KnownProduct, Phrases>> = {
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

export function phaseOf(name: KnownProduct, status: string | undefined): Phase {
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

/** Returns the clause that only states a product's phase. */
export function baseClause(product: KnownProduct, phase: Phase, status: string | undefined): Clause {
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
