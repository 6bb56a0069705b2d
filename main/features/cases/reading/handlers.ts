import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { CaseStore } from '../case-store.ts';
import { inSteps } from '../index/case-acts.ts';
import type { ListReader } from './list-reader.ts';
import { markEntries } from './marks.ts';
import type { ReadingRuns } from './reading-runs.ts';

export interface ReadingHandlerDeps {
  cases: Pick<CaseStore, 'request' | 'write'>;
  lists: ListReader;
  runs: ReadingRuns;
}

/** Returns the operations that read a list of conversations: parsing the list, and the run over it. */
export function readingHandlers({ cases, lists, runs }: ReadingHandlerDeps): HandlersOf<'reading'> {
  return {
    'reading.readList': ({ environmentId, source }, { signal }) => lists.read(environmentId, source, signal),

    async 'reading.start'({ environmentId, from, pace }) {
      if ('selection' in from) {
        const ids = await cases.request('selected', { environmentId, selection: from.selection });
        return runs.start(environmentId, ids, pace);
      }
      const list = lists.take(environmentId, from.listId);
      const ids = list.conversations.map(({ conversationId }) => conversationId);
      const start = await runs.start(environmentId, ids, pace);
      const entries = markEntries(list, from.marks ?? { labels: [], columns: [] });
      const markedIds = ids.filter((id) => (entries.get(id) ?? []).length > 0);
      await inSteps(markedIds, { done: 0, progress: undefined }, async (some) => {
        const marks = some.map((conversationId) => ({
          conversationId,
          entries: entries.get(conversationId) ?? [],
        }));
        await cases.write('mark', { environmentId, marks });
      });
      return start;
    },

    'reading.runs': () => ({ runs: runs.list() }),

    async 'reading.control'({ environmentId, action }) {
      await runs.change(environmentId, action);
      return {};
    },

    'reading.failed': async (input) => ({ failed: await cases.request('failedReadings', input) }),
  };
}
