import { Button, Group, Popover, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { submitted } from '../../ui/submitted.ts';

interface ActionFormProps {
  label: string;
  disabled?: boolean;
  isComplete: boolean;
  busy: boolean;
  failure: FailureView | undefined;
  /** Resolves to whether it was saved. */
  onSubmit(): Promise<boolean>;
  children: ReactNode;
}

/** Shows a button that opens a small form. */
export function ActionForm({
  label,
  disabled = false,
  isComplete,
  busy,
  failure,
  onSubmit,
  children,
}: ActionFormProps) {
  const [opened, setOpened] = useState(false);
  const submit = async () => {
    if (isComplete && (await onSubmit())) {
      setOpened(false);
    }
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button disabled={disabled} onClick={() => setOpened(!opened)}>
          {label}…
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <form onSubmit={submitted(submit)}>
          <Stack gap={10} w={320}>
            {children}
            {failure && <FailureNotice failure={failure} />}
            <Group wrap="nowrap" justify="flex-end">
              <Button onClick={() => setOpened(false)}>Cancel</Button>
              <Button variant="filled" type="submit" disabled={!isComplete} loading={busy}>
                {label}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
