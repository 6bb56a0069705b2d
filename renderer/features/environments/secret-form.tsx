import { Button, Flex, PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import layout from '../../ui/layout.module.css';
import formLayout from './settings-form.module.css';

/** A text of a secret. A hidden one has a button with this name, which shows it. */
interface SecretField<Name extends string> {
  name: Name;
  label: string;
  showLabel?: string;
  maxLength?: number;
}

interface SecretFormProps<Name extends string> {
  /** The texts, and how they are saved. */
  state: SecretFormState<Record<Name, string>>;
  schema: z.ZodType<Record<Name, string>>;
  fields: readonly SecretField<Name>[];
  /** Texts to begin with; no longer given, they are removed unless they were changed. */
  initial?: Partial<Record<Name, string>> | undefined;
  /** Says what it is for, above the fields. */
  children: ReactNode;
  action: ReactNode;
  variant?: 'filled' | 'default';
}

export interface SecretFormState<Values> {
  busy: boolean;
  /** True if the button that opened it is no longer there. */
  takesFocus?: boolean;
  /** Resolves to true where it was saved: what was typed is then forgotten. */
  onSave(values: Values): Promise<boolean>;
  onCancel?: (() => void) | undefined;
}

/** The texts of a secret: typed in once, never shown again. */
export function SecretForm<Name extends string>(props: SecretFormProps<Name>) {
  const { schema, fields, initial, children, action, variant = 'filled', state } = props;
  const { busy, takesFocus = false, onSave, onCancel } = state;
  const [initialValues] = useState(initial);
  const empty = Object.fromEntries(fields.map(({ name }) => [name, ''])) as Record<Name, string>;
  const form = useForm<Record<string, string>>({
    initialValues: { ...empty, ...initial },
    validate: schemaResolver(schema, { sync: true }),
  });
  const { setFieldValue } = form;
  useEffect(() => {
    for (const [name, text] of Object.entries(initial === undefined && initialValues ? initialValues : {})) {
      setFieldValue(name, (value) => (value === text ? '' : value));
    }
  }, [initial, initialValues, setFieldValue]);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) {
      first.current?.focus();
    }
  }, [takesFocus]);
  const save = form.onSubmit(async (values) => {
    if (await onSave(values as Record<Name, string>)) {
      form.setValues(empty);
    }
  });
  return (
    <form className={formLayout.form} onSubmit={save} noValidate autoComplete="off">
      <p className={layout.explanation}>{children}</p>
      <div className={formLayout.fields}>
        {fields.map(({ name, showLabel, ...field }, index) => {
          const common = {
            ...form.getInputProps(name),
            ...(index === 0 ? { ref: first } : {}),
            ...field,
            required: true,
          };
          return showLabel === undefined ? (
            <TextInput key={name} {...common} spellCheck={false} />
          ) : (
            <PasswordInput key={name} {...common} visibilityToggleButtonProps={{ 'aria-label': showLabel }} />
          );
        })}
      </div>
      <Flex wrap="wrap" align="center" columnGap={12} rowGap={8} pt={4}>
        <Button variant={variant} type="submit" loading={busy}>
          {action}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </Flex>
    </form>
  );
}
