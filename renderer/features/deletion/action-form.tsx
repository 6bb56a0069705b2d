import { Button, Group, Popover, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { submitted } from '../../ui/submitted.ts';
import type { FormCheck } from '../../ui/use-form-check.ts';

interface ActionFormProps {
  label: string;
  disabled?: boolean;
  /** Omitted where nothing is asked for. */
  check?: FormCheck;
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
  check,
  busy,
  failure,
  onSubmit,
  children,
}: ActionFormProps) {
  const [opened, setOpened] = useState(false);
  const submit = async () => {
    if (check?.passes() !== false && (await onSubmit())) {
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
        <form ref={check?.ref} onSubmit={submitted(submit)}>
          <Stack gap={10} w={320}>
            {children}
            {failure && <FailureNotice failure={failure} />}
            <Group wrap="nowrap" justify="flex-end">
              <Button onClick={() => setOpened(false)}>Cancel</Button>
              <Button variant="filled" type="submit" loading={busy}>
                {label}
              </Button>
            </Group>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
