import { NumberInput } from '@mantine/core';
import type { EnvironmentView } from '../../../../preload/contract/environments.ts';
import { ReceiverFields } from '../receiver-fields.tsx';
import classes from '../sending.module.css';
import type { ExamForm } from './exam-store.ts';

interface ExamFormProps {
  form: ExamForm;
  keys: EnvironmentView['signingKeys'];
  disabled: boolean;
  onChange(change: Partial<ExamForm>): void;
  onSettings(): void;
}

/** Chooses the receiver to be examined and the messages. */
export function ExamFormView({ form, keys, disabled, onChange, onSettings }: ExamFormProps) {
  return (
    <>
      <p className={classes.quiet}>
        Sends about 1,300 valid and invalid messages about invented people to your receiver, and judges its
        answers by every rule of section 6.
      </p>
      <ReceiverFields
        url={form.url}
        keyId={form.keyId}
        keys={keys}
        keyDescription="The key that the receiver has"
        disabled={disabled}
        onChange={onChange}
        onSettings={onSettings}
      />
      <NumberInput
        label="Response timeout, in seconds"
        description="The interface states no limit."
        min={1}
        max={120}
        allowDecimal={false}
        clampBehavior="strict"
        disabled={disabled}
        value={form.answerWithin}
        onChange={(value) => onChange({ answerWithin: typeof value === 'number' ? value : 10 })}
      />
      <NumberInput
        label="Largest body, in KiB"
        description="The interface states no limit."
        min={1}
        max={8192}
        allowDecimal={false}
        clampBehavior="strict"
        disabled={disabled}
        value={form.maxBody}
        onChange={(value) => onChange({ maxBody: typeof value === 'number' ? value : 256 })}
      />
    </>
  );
}
