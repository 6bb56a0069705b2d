import type { Json } from '../json.ts';
import { inventedPeople, type Person } from '../people.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

/** AML hits with and without monitoring; monitoring that is on keeps the data from being deleted (interface 3.3). */
export const monitoringPlans: readonly Plan[] = [
  {
    slug: 'aml-clear',
    title: 'On no list, not monitored',
    ...screened(inventedPeople.icelandic, [], undefined),
  },
  {
    slug: 'aml-pep-monitored',
    title: 'On a PEP list, monitoring on: may not be deleted',
    ...screened(inventedPeople.greek, ['PEP'], { active: true, lastChanged: '2026-03-02T04:15:00.000Z' }),
  },
  {
    slug: 'aml-monitoring-ended',
    title: 'On a sanctions list, monitoring ended: may be deleted',
    ...screened(inventedPeople.ukrainian, ['SANCTIONS'], {
      active: false,
      lastChanged: '2025-11-20T22:00:00Z',
    }),
  },
  {
    slug: 'aml-every-list',
    title: 'On every list, not monitored',
    ...screened(inventedPeople.turkish, ['PEP', 'SANCTIONS', 'ADVERSE_MEDIA', 'SIP', 'OTHER'], undefined),
  },
  {
    slug: 'aml-clear-monitored',
    title: 'On no list, monitoring on',
    ...screened(inventedPeople.vietnamese, [], { active: true, lastChanged: '2026-01-15T09:30:00+02:00' }),
  },
  {
    slug: 'aml-new-list',
    title: 'On an undocumented list',
    ...screened(inventedPeople.polish, ['PEP', 'LOCAL_WATCHLIST_7'], {
      active: true,
      lastChanged: '2026-02-28T23:59:59.999Z',
    }),
  },
];

function screened(person: Person, found: string[], subscription: Json | undefined) {
  const made = outcome(
    person,
    { identity: 'FINISHED', aml: 'FINISHED' },
    {
      found,
      requested: {
        aml: { checks: ['PEP', 'SANCTIONS'], ...(subscription === undefined ? {} : { subscription: {} }) },
      },
    },
  );
  const aml = { status: 'FINISHED', found, ...(subscription === undefined ? {} : { subscription }) };
  return { ...made, result: { ...made.result, aml } };
}
