import { Text, Textarea, TextInput } from '@mantine/core';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import { ActionForm } from './action-form.tsx';

interface StepFormProps {
  label: string;
  disabled?: boolean;
  /** The day of the step. */
  day?: {
    label: string;
    /** The day that is filled in. */
    value?: string;
    max?: string;
  };
  /** A field for a text about it. */
  text?: { label: string; description?: string; missing?: string; maxLength?: number };
  note?: string;
  busy: boolean;
  failure?: FailureView | undefined;
  /** Drops the failure. */
  onClose(): void;
  /** Resolves to whether it was saved. */
  onSave(entered: { day: string; text: string }): Promise<boolean>;
}

/** Enters the day of a step, a text about it, or both. */
export function StepForm({
  label,
  disabled = false,
  day,
  text,
  note,
  busy,
  failure,
  onClose,
  onSave,
}: StepFormProps) {
  const { texts, field } = useTexts({ day: day?.value ?? '', text: '' });
  const check = useFormCheck({
    day: day !== undefined && texts.day === '' && 'Enter a day.',
    text: text !== undefined && texts.text.trim() === '' && (text.missing ?? 'Enter a text.'),
  });
  return (
    <ActionForm
      label={label}
      disabled={disabled}
      check={check}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={() => onSave({ day: texts.day, text: texts.text.trim() })}
    >
      {text !== undefined && (
        <Textarea
          data-autofocus
          label={text.label}
          description={text.description}
          required
          maxLength={text.maxLength ?? 1000}
          {...field('text', check.errors)}
        />
      )}
      {day !== undefined && (
        <TextInput
          data-autofocus={text === undefined || undefined}
          type="date"
          label={day.label}
          max={day.max}
          {...field('day', check.errors)}
        />
      )}
      {note !== undefined && <Text size="xs">{note}</Text>}
    </ActionForm>
  );
}
