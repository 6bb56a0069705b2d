import { Button, Group, Stack, type StackProps } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import type { FailureView } from '../../preload/contract/envelope.ts';
import { FailureNotice } from './notices.tsx';
import type { FormCheck } from './use-form-check.ts';
import { submitted } from './use-form-check.ts';

interface FormProps extends Omit<StackProps, 'onSubmit'> {
  /** Omitted where nothing has to be entered. */
  check?: FormCheck | undefined;
  /** The label of the button that submits it. */
  action: string;
  busy?: boolean;
  failure?: FailureView | undefined;
  /** True for a part of a page: its buttons stand where the fields begin. */
  isInPage?: boolean;
  /** Another button, apart from those two. */
  other?: ReactNode;
  /** Called once nothing is wrong with the fields. */
  onSubmit(): unknown;
  /** Omitted where there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
}

/** Shows a form with its fields, what failed and its buttons. Enter submits it, in a field of several lines with Ctrl. */
export function Form({
  check,
  action,
  busy = false,
  failure,
  isInPage = false,
  other,
  onSubmit,
  onCancel,
  children,
  ...props
}: FormProps) {
  // Before a closed list of choices, which Enter would open.
  const onKeyDownCapture = (event: KeyboardEvent<HTMLElement>) => {
    const isButton = event.target instanceof HTMLButtonElement;
    const isMod = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && isMod && !isButton) {
      event.preventDefault();
      event.stopPropagation();
      event.currentTarget.closest('form')?.requestSubmit();
    }
  };
  const submit = (
    <Button variant="filled" type="submit" loading={busy}>
      {action}
    </Button>
  );
  const cancel = onCancel && <Button onClick={onCancel}>Cancel</Button>;
  return (
    <Stack
      component="form"
      {...(check && { ref: check.ref })}
      gap={10}
      w={isInPage ? '100%' : 320}
      {...props}
      onSubmit={submitted(() => check?.passes() !== false && onSubmit())}
      onKeyDownCapture={onKeyDownCapture}
    >
      {children}
      {failure && <FailureNotice failure={failure} />}
      {isInPage ? (
        <Group>
          {submit}
          {cancel}
          {other}
        </Group>
      ) : (
        <Group wrap="nowrap" justify="flex-end">
          {other && <div style={{ marginRight: 'auto' }}>{other}</div>}
          {cancel}
          {submit}
        </Group>
      )}
    </Stack>
  );
}
