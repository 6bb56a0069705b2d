import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { CaseStore } from '../case-store.ts';
import type { ListReader } from './list-reader.ts';
import type { ReadingRuns } from './reading-runs.ts';

export interface ReadingHandlerDeps {
  cases: Pick<CaseStore, 'request'>;
  lists: ListReader;
  runs: ReadingRuns;
}

/** Returns the operations that read a list of conversations: parsing the list, and the run over it. */
export function readingHandlers({ cases, lists, runs }: ReadingHandlerDeps): HandlersOf<'reading'> {
  return {
    'reading.readList': ({ environmentId, source }, { signal }) => lists.read(environmentId, source, signal),

    async 'reading.start'({ environmentId, from, pace }) {
      const ids =
        'listId' in from
          ? lists.take(environmentId, from.listId).conversations.map(({ conversationId }) => conversationId)
          : await cases.request('selected', { environmentId, selection: from.selection });
      return runs.start(environmentId, ids, pace);
    },

    'reading.runs': () => ({ runs: runs.list() }),

    async 'reading.control'({ environmentId, action }) {
      await runs.change(environmentId, action);
      return {};
    },

    'reading.failed': async (input) => ({ failed: await cases.request('failedReadings', input) }),
  };
}
