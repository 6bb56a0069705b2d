import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Form } from '../../ui/form.tsx';
import { FormButton } from '../../ui/form-button.tsx';
import { useFormCheck } from '../../ui/use-form-check.ts';

interface SaveViewProps {
  busy: boolean;
  onSave(name: string): Promise<boolean>;
}

/** Saves the current filter and order under a name. */
export function SaveView({ busy, onSave }: SaveViewProps) {
  return (
    <FormButton
      name="Save view"
      position="bottom-start"
      button={(button) => (
        <Button
          {...button}
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<IconPlus size={13} aria-hidden />}
        >
          Save view
        </Button>
      )}
    >
      {({ close }) => (
        <ViewForm busy={busy} onSave={async (name) => (await onSave(name)) && close()} onCancel={close} />
      )}
    </FormButton>
  );
}

interface ViewFormProps {
  busy: boolean;
  onSave(name: string): unknown;
  onCancel(): void;
}

function ViewForm({ busy, onSave, onCancel }: ViewFormProps) {
  const [name, setName] = useState('');
  const check = useFormCheck({ name: name.trim() === '' && 'Enter a name.' });
  return (
    <Form {...{ check, busy, onCancel }} action="Save" onSubmit={() => onSave(name.trim())}>
      <TextInput
        label="Name of the view"
        value={name}
        error={check.errors.name}
        maxLength={80}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Form>
  );
}
