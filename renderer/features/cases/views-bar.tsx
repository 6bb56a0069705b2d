import { Button, Flex, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Form, FormButton } from '../../ui/form.tsx';
import { useFormCheck, useTexts } from '../../ui/use-form-check.ts';
import classes from './views-bar.module.css';

export interface ViewTab {
  id: string;
  label: string;
  count?: number | undefined;
}

interface ViewsBarProps {
  tabs: readonly ViewTab[];
  chosen: string | undefined;
  onChoose(id: string): void;
}

/** Shows the views of the list, with the current one marked. */
export function ViewsBar({ tabs, chosen, onChoose }: ViewsBarProps) {
  return (
    <nav aria-label="Views" className={classes.views}>
      <Flex component="ul" gap={2} p={2}>
        {tabs.map(({ id, label, count }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.view}
              {...(id === chosen ? { 'aria-current': 'page' as const } : {})}
              onClick={() => onChoose(id)}
            >
              {label}
              {count !== undefined && (
                <Text span fz={12} fw={400}>
                  {count.toLocaleString('en')}
                </Text>
              )}
            </button>
          </li>
        ))}
      </Flex>
    </nav>
  );
}

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
    <Form
      check={check}
      busy={busy}
      onCancel={onCancel}
      action="Save"
      onSubmit={() => onSave(texts.name.trim())}
    >
      <TextInput label="Name of the view" maxLength={80} data-autofocus {...field('name', check.errors)} />
    </Form>
  );
}
