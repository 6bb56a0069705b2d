import { inventedPeople } from '../people.ts';
import { brokenStrategy, exhaustedStrategy, forbiddenStrategy } from '../strategy.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

const finished = outcome(inventedPeople.estonian, { identity: 'FINISHED' });

/** Conversations that cannot be opened, one for each reason the service gives (interface 7.1). */
export const refusalPlans: readonly Plan[] = [
  { slug: 'gone', title: 'Gone by retention (410)', ...finished, result: {}, info: [], gone: true },
  {
    slug: 'forbidden',
    title: 'Strategy no longer permitted (403)',
    ...finished,
    strategy: forbiddenStrategy,
  },
  { slug: 'exhausted', title: 'Plan exhausted (402)', ...finished, strategy: exhaustedStrategy },
  { slug: 'broken', title: 'The service fails on it (500)', ...finished, strategy: brokenStrategy },
];
