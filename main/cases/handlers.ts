import type { Handlers } from '../bridge/handlers.ts';
import { Failure } from '../failure.ts';
import type { CaseStore } from './case-store.ts';

export type CaseOperation = Extract<keyof Handlers, `cases.${string}`>;

/** The operations `cases.*`: the list of conversations that this console knows. Nothing here calls a service. */
export function caseHandlers({ cases }: { cases: CaseStore }): Pick<Handlers, CaseOperation> {
  return {
    'cases.status': ({ environmentId }) => cases.status(environmentId),

    'cases.query': (input) => cases.request('query', input),

    'cases.rows': async (input) => ({ rows: await cases.request('rows', input) }),

    async 'cases.position'(input) {
      const index = await cases.request('position', input);
      return index === undefined ? {} : { index };
    },

    async 'cases.get'(input) {
      const found = await cases.request('get', input);
      return found === undefined ? {} : { case: found };
    },

    async 'cases.reading'(input) {
      const reading = await cases.request('reading', input);
      if (reading === undefined) {
        throw new Failure({
          code: 'reading-expired',
          message: 'This read is no longer kept: only the last ten of a case are.',
        });
      }
      return reading;
    },
  };
}
