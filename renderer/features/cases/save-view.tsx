import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Form } from '../../ui/form.tsx';
import { FormButton } from '../../ui/form-button.tsx';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';

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
  const { texts, field } = useTexts({ name: '' });
  const check = useFormCheck({ name: texts.name.trim() === '' && 'Enter a name.' });
  return (
    <Form {...{ check, busy, onCancel }} action="Save" onSubmit={() => onSave(texts.name.trim())}>
      <TextInput label="Name of the view" maxLength={80} data-autofocus {...field('name', check.errors)} />
    </Form>
  );
}
