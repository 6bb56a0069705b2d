import { Button, Flex, Popover, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { submitted } from '../../ui/submitted.ts';
import { useFormCheck } from '../../ui/use-form-check.ts';

interface SaveViewProps {
  busy: boolean;
  onSave(name: string): Promise<boolean>;
}

/** Saves the current filter and order under a name. */
export function SaveView({ busy, onSave }: SaveViewProps) {
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const check = useFormCheck({ name: name.trim() === '' && 'Enter a name.' });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          Save view
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Save view">
        <Flex
          component="form"
          ref={check.ref}
          align="flex-end"
          gap={8}
          onSubmit={submitted(async () => {
            if (check.passes() && (await onSave(name.trim()))) {
              setName('');
              setOpened(false);
            }
          })}
        >
          <TextInput
            label="Name of the view"
            flex="1"
            miw={192}
            value={name}
            error={check.errors.name}
            inputWrapperOrder={['label', 'error', 'input']}
            maxLength={80}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button variant="filled" type="submit" loading={busy}>
            Save
          </Button>
        </Flex>
      </Popover.Dropdown>
    </Popover>
  );
}
