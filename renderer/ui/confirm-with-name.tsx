import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import { useFormCheck } from './use-form-check.ts';

interface ConfirmWithNameProps {
  /** The exact text to be typed. */
  name: string;
  /** The button, with the environment's name in it: "Delete data in Acme production". */
  action: string;
  busy?: boolean;
  /** True if something else is missing before it may be confirmed. */
  disabled?: boolean;
  onConfirm(text: string): void;
}

/** Shows a destructive act that asks for the environment's name to be typed first. Enter in the field does not confirm. */
export function ConfirmWithName({
  name,
  action,
  busy = false,
  disabled = false,
  onConfirm,
}: ConfirmWithNameProps) {
  const [text, setTyped] = useState('');
  const check = useFormCheck({ name: text.trim() !== name && 'Type it exactly as it is shown.' });
  return (
    <Group ref={check.ref} gap={10} align="flex-end">
      <TextInput
        label={
          <>
            Type <strong style={{ userSelect: 'all' }}>{visibleText(name)}</strong> to confirm
          </>
        }
        value={text}
        disabled={busy}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isMismatch(text, name) ? 'Does not match. The name is case-sensitive.' : check.errors.name}
        inputWrapperOrder={['label', 'error', 'input']}
        spellCheck={false}
        flex="1 1 16rem"
        maw={416}
      />
      <Button
        variant="filled"
        color="red"
        disabled={disabled}
        loading={busy}
        onClick={() => check.passes() && onConfirm(text.trim())}
      >
        {action}
      </Button>
    </Group>
  );
}

/** Returns whether the typed text is not the beginning of the name, so that more typing cannot make it match. */
export function isMismatch(input: string, name: string): boolean {
  const text = input.trim();
  return text !== name && !name.startsWith(input.trimStart());
}
