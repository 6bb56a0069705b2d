import type { NewEntry } from '../../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../../preload/contract/objects.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import { Failure } from '../../../common/failure.ts';
import type { CaseStore } from '../case-store.ts';

/** Starts entered in the journal per request, so that others are answered in between. */
const enteredAtOnce = 500;

interface DueHandlerDeps {
  cases: Pick<CaseStore, 'request' | 'write' | 'act' | 'append'>;
}

/** Returns the operations `due.*`: what must be deleted at the service, and what is kept on purpose. None of them calls a service. */
export function dueHandlers({ cases }: DueHandlerDeps): HandlersOf<'due'> {
  return {
    'due.summary': (input) => cases.request('dueSummary', input),
    async 'due.preview'({ environmentId, rule }) {
      return { counts: await cases.request('dueCounts', { environmentId, rule }) };
    },
    async 'due.setRule'(input) {
      await cases.write('setDueRule', input);
      return {};
    },
    'due.rows': (input) => cases.request('dueRows', input),
    async 'due.hold'({ environmentId, selection, hold }) {
      if (hold !== null) {
        return cases.act(environmentId, selection, [{ kind: 'held', details: omitUndefined(hold) }]);
      }
      const selectedIds = await cases.request('selectedAtService', { environmentId, selection });
      const ids = await cases.request('heldOf', { environmentId, ids: selectedIds });
      if (ids.length === 0) {
        throw new Failure({
          code: 'invalid-input',
          message: 'Nothing was changed: none of these cases is kept on purpose.',
        });
      }
      return cases.act(environmentId, { ids }, [{ kind: 'hold-ended', details: {} }]);
    },
    'due.setStart': ({ environmentId, selection, on }) =>
      cases.act(environmentId, selection, [{ kind: 'relationship-ended', details: { on } }]),
    async 'due.readStarts'(input) {
      const { starts, ...counts } = await cases.request('findStarts', input);
      return { ...counts, found: starts.length };
    },
    async 'due.importStarts'(input) {
      const { environmentId } = input;
      const { starts } = await cases.request('findStarts', input);
      for (let from = 0; from < starts.length; from += enteredAtOnce) {
        await cases.append(
          starts.slice(from, from + enteredAtOnce).map(
            ({ conversationId, on }): NewEntry => ({
              kind: 'relationship-ended',
              environmentId,
              conversationId,
              details: { on },
            }),
          ),
        );
      }
      return { affected: starts.length };
    },
  };
}

/** @throws Failure invalid-input where one of the cases is kept on purpose */
export async function checkNotHeld(
  cases: Pick<CaseStore, 'request'>,
  environmentId: string,
  ids: readonly string[],
): Promise<void> {
  const holds = await cases.request('heldOf', { environmentId, ids });
  if (holds.length > 0) {
    throw new Failure({
      code: 'invalid-input',
      message: `Nothing was forgotten: ${holds.length === 1 ? 'one case is' : `${holds.length} cases are`} kept on purpose.`,
      hint: 'End the hold first: in the case, or under Deletion, Due.',
    });
  }
}
