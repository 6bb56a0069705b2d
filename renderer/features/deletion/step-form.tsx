import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { useFormCheck } from '../../ui/use-form-check.ts';
import { ActionForm } from './action-form.tsx';

interface StepFormProps {
  label: string;
  disabled?: boolean;
  /** The day of the step. */
  day?: {
    label: string;
    description?: string;
    /** What is filled in. */
    value?: string;
    max?: string;
  };
  /** What is entered about it. */
  text?: { label: string; description?: string; missing?: string; maxLength?: number };
  note?: string;
  busy: boolean;
  failure?: FailureView | undefined;
  /** Resolves to whether it was saved. */
  onSave(entered: { day: string; text: string }): Promise<boolean>;
}

/** Enters the day of a step, a text about it, or both. */
export function StepForm({ label, disabled = false, day, text, note, busy, failure, onSave }: StepFormProps) {
  const [on, setOn] = useState(day?.value ?? '');
  const [about, setAbout] = useState('');
  const check = useFormCheck({
    day: day !== undefined && on === '' && 'Enter a day.',
    text: text !== undefined && about.trim() === '' && (text.missing ?? 'Enter a text.'),
  });
  return (
    <ActionForm
      {...{ label, disabled, check, busy, failure }}
      onSubmit={() => onSave({ day: on, text: about.trim() })}
    >
      {text !== undefined && (
        <Textarea
          data-autofocus
          label={text.label}
          description={text.description}
          required
          maxLength={text.maxLength ?? 1000}
          value={about}
          error={check.errors.text}
          onChange={(event) => setAbout(event.currentTarget.value)}
        />
      )}
      {day !== undefined && (
        <TextInput
          data-autofocus={text === undefined || undefined}
          type="date"
          label={day.label}
          description={day.description}
          max={day.max}
          value={on}
          error={check.errors.day}
          onChange={(event) => setOn(event.currentTarget.value)}
        />
      )}
      {note !== undefined && <Text size="xs">{note}</Text>}
    </ActionForm>
  );
}
