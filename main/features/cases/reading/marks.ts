import type { ListMarks } from '../../../../preload/contract/reading.ts';
import type { CaseEntry } from '../index/case-acts.ts';
import type { TakenList } from './list-reader.ts';

/** In characters, as labels that are typed. */
const maxLabel = 80;
const maxNote = 4000;

/** Returns the labels and the note of each conversation of a list: those of all, and those of its line's columns. */
export function markEntries(
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
