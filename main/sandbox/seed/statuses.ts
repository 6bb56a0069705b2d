import { specimens } from '../media/specimens.ts';
import { inventedPeople } from '../people.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

/** Every conversation status (interface 3.1), and what can be done in each (3.3). */
export const statusPlans: readonly Plan[] = [
  {
    slug: 'finished',
    title: 'Finished: identity confirmed, may be deleted',
    ...outcome(inventedPeople.estonian, { identity: 'FINISHED' }),
    collected: (id, { assetsDir }) =>
      specimens(id, inventedPeople.estonian, assetsDir, ['idCardFront', 'idCardBack', 'face', 'report']),
  },
  {
    slug: 'created',
    title: 'Created: the user has not come yet',
    status: 'CREATED',
    ...outcome(inventedPeople.latvian, { identity: 'IN_PROGRESS' }),
    info: [],
  },
  {
    slug: 'in-progress',
    title: 'In progress: may be expired',
    status: 'IN_PROGRESS',
    ...outcome(inventedPeople.lithuanian, { identity: 'IN_PROGRESS', aml: 'IN_PROGRESS' }),
  },
  {
    slug: 'canceled',
    title: 'Canceled: the user gave up',
    status: 'CANCELED',
    ...outcome(inventedPeople.finnish, { identity: 'FAILED', aml: 'FAILED' }, { causes: ['ABANDONED'] }),
  },
  {
    slug: 'expired',
    title: 'Expired: the user did not come in time',
    status: 'EXPIRED',
    ...outcome(inventedPeople.german, { identity: 'IN_PROGRESS' }),
    info: [],
  },
];
