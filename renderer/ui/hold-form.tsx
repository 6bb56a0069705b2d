import { Button, Textarea, TextInput } from '@mantine/core';
import type { CaseSelection, Hold } from '../../preload/contract/cases.ts';
import { localDay } from '../../preload/shared/calendar.ts';
import { useEnvironmentAction } from '../environments/use-environment.ts';
import { Form } from './form.tsx';
import { useFormCheck, useTexts } from './use-form-check.ts';

interface HoldFormProps {
  selection: CaseSelection;
  /** The present hold of a case; `some` where cases of a selection may have one. */
  hold?: Hold | 'some' | undefined;
  /** Called when it is saved. */
  onDone(): void;
  onClose(): void;
}

/** Keeps conversations on purpose, with a reason and perhaps a last day, or ends that. */
export function HoldForm({ selection, hold, onDone, onClose }: HoldFormProps) {
  const { run, busy, failure } = useEnvironmentAction(
    'due.hold',
    {},
    { changes: ['due.rows', 'due.summary'], once: true },
  );
  const present = hold === 'some' ? undefined : hold;
  const today = localDay(Date.now());
  const { texts, field } = useTexts({ reason: present?.reason ?? '', until: present?.until ?? '' });
  const { reason, until } = texts;
  const check = useFormCheck({
    reason: reason.trim() === '' && 'Enter a reason.',
    until: until !== '' && until < today && 'Choose today or a later day.',
  });
  const save = async (hold: { reason: string; until?: string } | null) => {
    if (await run({ selection, hold }, hold === null ? 'No longer kept on purpose' : 'Kept on purpose')) {
      onDone();
    }
  };
  return (
    <Form
      check={check}
      busy={busy}
      failure={failure}
      action="Keep on purpose"
      onSubmit={() => save({ reason: reason.trim(), ...(until === '' ? {} : { until }) })}
      onCancel={onClose}
      other={
        hold !== undefined && (
          <Button disabled={busy} onClick={() => void save(null)}>
            End the hold
          </Button>
        )
      }
    >
      <Textarea
        data-autofocus
        label="Reason"
        description="Such as a legal hold, and its file number."
        required
        maxLength={1000}
        {...field('reason', check.errors)}
      />
      <TextInput
        type="date"
        label="Until (optional)"
        description="Its last day. Without one, it is kept until you end the hold."
        min={today}
        {...field('until', check.errors)}
      />
    </Form>
  );
}
