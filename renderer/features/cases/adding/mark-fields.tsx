import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { ListMarks } from '../../../../preload/contract/reading.ts';
import { visibleText } from '../../../../preload/contract/service/visible-text.ts';

/** Marks as they are entered. */
export interface MarkDraft {
  label: string;
  /** By the names of the columns. */
  columns: Record<string, 'label' | 'note'>;
}

export const noMarks: MarkDraft = { label: '', columns: {} };

/** @param names the columns of the list */
export function marksOf({ label, columns }: MarkDraft, names: readonly string[]): ListMarks {
  return {
    labels: label.trim() === '' ? [] : [label.trim()],
    columns: names.flatMap((name) => {
      const as = columns[name];
      return as === undefined ? [] : [{ name, as }];
    }),
  };
}

const choices = [
  { value: '', label: 'Not kept' },
  { value: 'label', label: 'Label' },
  { value: 'note', label: 'Note' },
];

interface MarkFieldsProps {
  marks: MarkDraft;
  /** The further columns of the list. */
  names: readonly string[];
  onMarks(marks: MarkDraft): void;
}

/** Asks for a label of all cases of a list, and which of its further columns are kept. */
export function MarkFields({ marks, names, onMarks }: MarkFieldsProps) {
  return (
    <Group gap={12} align="flex-end">
      <TextInput
        label="Label for these cases"
        placeholder="None"
        w={240}
        maxLength={80}
        value={marks.label}
        onChange={(event) => onMarks({ ...marks, label: event.currentTarget.value })}
      />
      {names.map((name) => (
        <NativeSelect
          key={name}
          label={`Column ${visibleText(name, 60)}`}
          w={160}
          data={choices}
          value={marks.columns[name] ?? ''}
          onChange={(event) => {
            const { [name]: _, ...others } = marks.columns;
            const as = event.currentTarget.value as 'label' | 'note' | '';
            onMarks({ ...marks, columns: as === '' ? others : { ...others, [name]: as } });
          }}
        />
      ))}
    </Group>
  );
}
