import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from './confirm-with-name.module.css';

interface ConfirmWithNameProps {
  /** What must be typed, exactly. */
  name: string;
  /** The button, with the environment's name in it: "Delete data in Acme production". */
  action: string;
  busy?: boolean;
  onConfirm(typed: string): void;
}

/** A destructive act that asks for the environment's name to be typed first. */
export function ConfirmWithName({ name, action, busy = false, onConfirm }: ConfirmWithNameProps) {
  const [typed, setTyped] = useState('');
  const matches = typed.trim() === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (matches && !busy) onConfirm(typed.trim());
  };
  return (
    <form className={classes.root} onSubmit={submit}>
      <TextInput
        label={
          <>
            Type <strong className={classes.name}>{name}</strong> to go on
          </>
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        className={classes.input ?? ''}
      />
      <Button type="submit" color="red" disabled={!matches} loading={busy}>
        {action}
      </Button>
    </form>
  );
}
