import type { Product } from '../conversation.ts';
import type { Json } from '../json.ts';
import { inventedPeople } from '../people.ts';
import { userData } from '../user-data.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

const bulkChecks = 71_000;
const bulkTransactions = 71_000;

/** A result of some 20 MB, built for each request, so that it uses no memory until it is read. */
export const bulkPlans: readonly Plan[] = [
  {
    slug: 'bulk',
    title: 'A result of 20 MB',
    ...outcome(inventedPeople.finnish, { identity: 'FINISHED', bankTransactions: 'FINISHED' }),
    generate: bulkResult,
  },
];

function bulkResult(): Record<string, Product> {
  const checks = Array.from({ length: bulkChecks }, (_, index): Json => {
    const result = index % 997 === 0 ? 'ERROR' : index % 101 === 0 ? 'FAILED' : 'ACCEPTED';
    return {
      name: 'CONSISTENCY_CHECK',
      result,
      details: { field: 'PERSON_IDS_NATIONAL_ID', run: index, note: 'Repeated by the nightly batch' },
    };
  });
  // Transactions are no documented member: a large unknown one.
  const transactions = Array.from({ length: bulkTransactions }, (_, index): Json => {
    const day = String((index % 28) + 1).padStart(2, '0');
    const amount = ((index * 7919) % 100_000) / 100;
    return {
      id: `SPECIMEN-${index}`,
      date: `2025-11-${day}`,
      amount,
      currency: 'EUR',
      counterparty: 'Specimen Trading Oy',
      description: 'Invented for the sandbox',
    };
  });
  return {
    identity: { status: 'FINISHED', user: userData(inventedPeople.finnish, 'full'), errors: [], checks },
    bankTransactions: { status: 'FINISHED', transactions },
  };
}
