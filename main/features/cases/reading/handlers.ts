import type { ListMarks } from '../../../../preload/contract/reading.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { CaseStore } from '../case-store.ts';
import { type CaseEntry, inSteps } from '../index/case-acts.ts';
import type { ListReader, TakenList } from './list-reader.ts';
import type { ReadingRuns } from './reading-runs.ts';

/** In characters, as labels that are typed. */
const maxLabel = 80;
const maxNote = 4000;

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
        await runs.start(environmentId, ids, pace);
        return {};
      }
      const list = lists.take(environmentId, from.listId);
      const ids = list.conversations.map(({ conversationId }) => conversationId);
      await runs.start(environmentId, ids, pace);
      const entries = markEntries(list, from.marks ?? { labels: [], columns: [] });
      const markedIds = ids.filter((id) => (entries.get(id) ?? []).length > 0);
      await inSteps(markedIds, { done: 0, progress: undefined }, async (some) => {
        const marks = some.map((conversationId) => ({
          conversationId,
          entries: entries.get(conversationId) ?? [],
        }));
        await cases.write('mark', { environmentId, marks });
      });
      return {};
    },

    'reading.runs': () => ({ runs: runs.list() }),

    async 'reading.control'({ environmentId, action }) {
      await runs.change(environmentId, action);
      return {};
    },

    'reading.failed': async (input) => ({ failed: await cases.request('failedReadings', input) }),
  };
}

/** Returns the labels and the note of each conversation of a list: those of all, and those of its line's columns. */
function markEntries(
  { conversations, columns }: TakenList,
  { labels, columns: chosenColumns }: ListMarks,
): Map<string, CaseEntry[]> {
  const all = labels.map(labelEntry);
  return new Map(
    conversations.map(({ conversationId, line = 0 }) => {
      const values = columns.values.get(line) ?? [];
      const texts = (as: 'label' | 'note') =>
        chosenColumns.flatMap((column) => {
          const value = values[columns.names.indexOf(column.name)];
          return column.as === as && value ? [`${column.name}: ${value}`] : [];
        });
      const note = texts('note').join('\n').slice(0, maxNote);
      return [
        conversationId,
        [
          ...all,
          ...texts('label').map((label) => labelEntry(label.replaceAll(/\s+/g, ' ').slice(0, maxLabel))),
          ...(note === '' ? [] : [{ kind: 'noted' as const, details: { text: note } }]),
        ],
      ];
    }),
  );
}

function labelEntry(label: string): CaseEntry {
  return { kind: 'labelled', details: { label } };
}
