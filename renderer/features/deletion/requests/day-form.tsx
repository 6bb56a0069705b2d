import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFormCheck } from '../../../ui/use-form-check.ts';
import { ActionForm } from '../action-form.tsx';

interface DayFormProps {
  label: string;
  /** The label of a text that belongs to the day. */
  text?: string;
  note?: string;
  today: string;
  busy: boolean;
  /** Resolves to whether it was saved. */
  onSave(day: string, text: string): Promise<boolean>;
}

/** Enters the day of a step, today at first, and what belongs to it. */
export function DayForm({ label, text, note, today, busy, onSave }: DayFormProps) {
  const [day, setDay] = useState(today);
  const [more, setMore] = useState('');
  const check = useFormCheck({
    day: day === '' && 'Enter a day.',
    more: text !== undefined && more.trim() === '' && 'Enter a text.',
  });
  return (
    <ActionForm
      label={label}
      busy={busy}
      failure={undefined}
      check={check}
      onSubmit={() => onSave(day, more.trim())}
    >
      <TextInput
        data-autofocus
        type="date"
        label="On"
        max={today}
        value={day}
        error={check.errors.day}
        onChange={(event) => setDay(event.currentTarget.value)}
      />
      {text !== undefined && (
        <Textarea
          label={text}
          required
          maxLength={300}
          autosize
          minRows={2}
          value={more}
          error={check.errors.more}
          onChange={(event) => setMore(event.currentTarget.value)}
        />
      )}
      {note !== undefined && <Text size="xs">{note}</Text>}
    </ActionForm>
  );
}
