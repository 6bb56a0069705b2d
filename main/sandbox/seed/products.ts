import type { Json } from '../json.ts';
import { inventedPeople } from '../people.ts';
import { type ProductStatus, productNames, similarities } from '../products.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

/** Returns every product in the status given; auth and affordability know no PARTIAL and are FAILED then (interface 3.2). */
function everything(status: ProductStatus): Record<string, ProductStatus> {
  return Object.fromEntries(productNames.map((product) => [product, status]));
}

const finnish = inventedPeople.finnish;

/** Every product in every status (interface 3.2), checks of every result, similarity in both its spellings. */
export const productPlans: readonly Plan[] = [
  {
    slug: 'all-in-progress',
    title: 'Seven products, all in progress',
    status: 'IN_PROGRESS',
    ...outcome(finnish, everything('IN_PROGRESS')),
  },
  {
    slug: 'all-finished',
    title: 'Seven products, all finished',
    ...outcome(finnish, everything('FINISHED')),
  },
  {
    slug: 'all-partial',
    title: 'Seven products, known in part',
    ...outcome(finnish, everything('PARTIAL'), {
      causes: ['SCAN_DOCUMENT_READ_FAILED_NATIONAL_ID', 'PROVIDER_UNAVAILABLE'],
      found: ['OTHER'],
    }),
  },
  {
    slug: 'all-failed',
    title: 'Seven products, all failed',
    ...outcome(finnish, everything('FAILED'), { causes: ['NO_USER_FOUND', 'SOURCE_UNAVAILABLE'] }),
  },
  {
    slug: 'identity-then-bank',
    title: 'Identity finished, bank transactions still awaited',
    status: 'IN_PROGRESS',
    ...outcome(inventedPeople.estonian, { identity: 'FINISHED', bankTransactions: 'IN_PROGRESS' }),
  },
  {
    slug: 'similarity-field',
    title: 'Similarity details named by field and similarity',
    ...similar('field', 'similarity', [1, 0.97, 0.5, 0]),
  },
  {
    slug: 'similarity-name',
    title: 'Similarity details named by name and reliability',
    ...similar('name', 'reliability', [0.99, 0.81, 0.42]),
  },
  {
    slug: 'similarity-value',
    title: 'Similarity details named by name and value',
    ...similar('name', 'value', [1, 1, 1, 1, 0.12]),
  },
  { slug: 'checks', title: 'Checks accepted, failed and in error', ...checkPlan() },
];

function similar(
  nameMember: 'field' | 'name',
  valueMember: 'similarity' | 'reliability' | 'value',
  values: readonly number[],
) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return comparisonPlan(Math.round(mean * 100) / 100, similarities(nameMember, valueMember, values));
}

/** Returns a finished identification whose comparison with the data provided has this result. */
export function comparisonPlan(reliability: number, details: Json[]) {
  const conversation = outcome(inventedPeople.latvian, { identity: 'FINISHED', verify: 'PARTIAL' });
  return {
    ...conversation,
    result: { ...conversation.result, verify: { status: 'PARTIAL', reliability, details } },
  };
}

function checkPlan() {
  const conversation = outcome(
    inventedPeople.lithuanian,
    { identity: 'PARTIAL' },
    { causes: ['SCAN_DOCUMENT_DATA_INCONSISTENCY'] },
  );
  const check = (name: string, result: string, details: Record<string, string>) => ({
    name,
    result,
    details,
  });
  const checks = [
    check('CONSISTENCY_CHECK', 'FAILED', { field: 'PERSON_IDS_NATIONAL_ID', reason: 'FORMAT_ERROR' }),
    check('CONSISTENCY_CHECK', 'ACCEPTED', { field: 'PERSON_INFO_BIRTHDATE' }),
    check('DOCUMENT_AUTHENTICITY_CHECK', 'ACCEPTED', {}),
    check('REGISTER_CHECK', 'ERROR', { reason: 'SOURCE_UNAVAILABLE', source: 'Population register' }),
    check('A_CHECK_NOBODY_DOCUMENTED', 'ACCEPTED', { anything: 'at all' }),
  ];
  const identity = { ...conversation.result.identity, status: 'PARTIAL', checks };
  return { ...conversation, result: { identity } };
}
