import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import layout from '../../ui/layout.module.css';
import classes from '../sending.module.css';
import type { ExamForm } from './exam-store.ts';

interface ExamFormProps {
  form: ExamForm;
  keys: EnvironmentView['signingKeys'];
  disabled: boolean;
  onChange(change: Partial<ExamForm>): void;
  onSettings(): void;
}

/** Which receiver is examined, and with what. */
export function ExamFormView({ form, keys, disabled, onChange, onSettings }: ExamFormProps) {
  return (
    <>
      <p className={classes.quiet}>
        Sends about 1,300 valid and invalid messages about invented people to your receiver, and judges its
        answers by every rule of section 6.
      </p>
      <TextInput
        label="Receiver"
        description="{conversationId}, {target} and {event} are replaced, as in callbackUrl. Redirects are not followed."
        value={form.url}
        spellCheck={false}
        disabled={disabled}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      {keys.length === 0 ? (
        <div className={layout.wrappingRow}>
          <p className={classes.quiet}>This environment has no signing key, so nothing can be signed.</p>
          <Button variant="default" onClick={onSettings}>
            Add a signing key
          </Button>
        </div>
      ) : (
        <Select
          label="Signing key"
          description="The key that the receiver has"
          allowDeselect={false}
          disabled={disabled}
          value={form.keyId}
          data={keys.map(({ id, label }) => ({ value: id, label: visibleText(label, 80) }))}
          onChange={(keyId) => onChange({ keyId })}
        />
      )}
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
