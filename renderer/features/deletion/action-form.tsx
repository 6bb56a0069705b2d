import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import { Form, FormButton } from '../../ui/form.tsx';
import type { FormCheck } from '../../ui/use-form-check.ts';

interface ActionFormProps {
  label: string;
  disabled?: boolean;
  /** Omitted where nothing is asked for. */
  check?: FormCheck;
  busy: boolean;
  failure: FailureView | undefined;
  /** Drops the failure. */
  onClose(): void;
  /** Resolves to whether it was saved. */
  onSubmit(): Promise<boolean>;
  children: ReactNode;
}

/** Shows a button that opens a small form. */
export function ActionForm({
  label,
  disabled = false,
  onClose,
  onSubmit,
  children,
  ...form
}: ActionFormProps) {
  return (
    <FormButton
      name={label}
      position="bottom-start"
      onClose={onClose}
      button={(button) => (
        <Button {...button} disabled={disabled}>
          {label}…
        </Button>
      )}
    >
      {({ close }) => (
        <Form {...form} action={label} onSubmit={async () => (await onSubmit()) && close()} onCancel={close}>
          {children}
        </Form>
      )}
    </FormButton>
  );
}
