import { Group, Radio, Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import type { HeadlessField } from '../../../preload/wording/headless-fields.ts';
import layout from '../../ui/layout.module.css';

interface ValueFieldProps {
  field: HeadlessField;
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** Choices up to this number are all shown at once. */
const maxRadios = 6;
/** The most choices in an open list; others are found by typing. */
const maxListed = 200;
const maxLabel = 160;

const inputTypes = { email: 'email', phone: 'tel', code: 'text' } as const;

/** Shows a value that a step asks for, entered as its kind asks for. */
export function ValueField({ field, value, error, onChange }: ValueFieldProps) {
  const label = visibleText(field.label, maxLabel);
  const help = helpOf(field);
  const fieldProps = {
    label,
    error,
    withAsterisk: field.isRequired,
    ...omitUndefined({ description: help === '' ? undefined : help }),
  };
  const { kind, options: listOptions } = field;
  const options = useMemo(() => choicesOf(kind, listOptions), [kind, listOptions]);
  if (options.length > 0 && options.length <= maxRadios) {
    return (
      <Radio.Group {...fieldProps} value={value} onChange={onChange}>
        <Group gap={10}>
          {options.map((option) => (
            <Radio
              key={option.value}
              value={option.value}
              label={option.label}
              aria-invalid={error !== undefined}
            />
          ))}
        </Group>
      </Radio.Group>
    );
  }
  if (options.length > 0) {
    return (
      <Select
        allowDeselect
        {...fieldProps}
        data={options}
        value={value === '' ? null : value}
        searchable
        limit={maxListed}
        nothingFoundMessage="No such choice"
        onChange={(value) => onChange(value ?? '')}
      />
    );
  }
  return (
    <TextInput
      {...fieldProps}
      type={inputTypes[field.kind as keyof typeof inputTypes] ?? 'text'}
      {...(field.kind === 'code'
        ? { inputMode: 'numeric' as const, classNames: { input: layout.mono ?? '' } }
        : {})}
      {...(field.kind === 'date' ? { placeholder: 'YYYY-MM-DD' } : {})}
      {...(field.kind === 'country' ? { placeholder: 'Two letters, such as PL' } : {})}
      value={value}
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function helpOf({ help, optionsLeftOut }: HeadlessField): string {
  const more =
    optionsLeftOut === 0
      ? ''
      : `${optionsLeftOut.toLocaleString('en')} more choices are not listed. Enter them as JSON.`;
  return [help === undefined ? '' : visibleText(help, 500), more].filter((text) => text !== '').join(' ');
}

function choicesOf(
  kind: HeadlessField['kind'],
  options: HeadlessField['options'],
): { value: string; label: string }[] {
  const listOptions =
    kind === 'yes-no' && options.length === 0
      ? [
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]
      : options;
  return listOptions.map(({ value, label }) => ({ value, label: visibleText(label, maxLabel) }));
}
