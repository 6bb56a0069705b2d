import { Button, Stack, TagsInput } from '@mantine/core';
import { fieldIdentifierLabel } from '../../../preload/wording/record.ts';
import { fieldIdentifiers } from './field-identifiers.ts';
import classes from './form.module.css';
import { type RequestFieldsProps, withProduct } from './request-fields.ts';

const options = [...fieldIdentifiers];

/** `query.identity`, which is always requested: alternative sets of required fields, and optional fields (interface 2.1). */
export function IdentityFields({ request, onChange }: RequestFieldsProps) {
  const { identity } = request.query;
  const alternatives = identity.requireOneOf ?? [];
  const setAlternatives = (changed: string[][]) => {
    const { requireOneOf, ...others } = identity;
    onChange(
      withProduct(request, 'identity', changed.length === 0 ? others : { ...others, requireOneOf: changed }),
    );
  };
  const welcome = (identity.optional ?? []).flatMap(({ list }) => list);
  const setWelcome = (list: string[]) => {
    const { optional, ...others } = identity;
    onChange(
      withProduct(request, 'identity', list.length === 0 ? others : { ...others, optional: [{ list }] }),
    );
  };
  return (
    <Stack gap={10}>
      {alternatives.map((fields, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: alternatives have no other identity
        <div key={index} className={classes.row}>
          <FieldsInput
            label={index === 0 ? 'Required fields' : `Or these fields (alternative ${index + 1})`}
            value={fields}
            onChange={(changed) => setAlternatives(alternatives.with(index, changed))}
          />
          <Button
            size="compact-sm"
            onClick={() => setAlternatives(alternatives.filter((_, other) => other !== index))}
          >
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button size="compact-sm" onClick={() => setAlternatives([...alternatives, []])}>
          {alternatives.length === 0 ? 'Require fields' : 'Add an alternative'}
        </Button>
      </div>
      <div className={classes.row}>
        <FieldsInput label="Optional fields" value={welcome} onChange={setWelcome} />
      </div>
    </Stack>
  );
}

interface FieldsInputProps {
  label: string;
  value: string[];
  onChange(value: string[]): void;
}

function FieldsInput({ label, value, onChange }: FieldsInputProps) {
  return (
    <TagsInput
      flex="1 1 16rem"
      label={label}
      description={value.map((identifier) => fieldIdentifierLabel(identifier) ?? identifier).join(', ')}
      data={options}
      {...(value.length === 0 ? { placeholder: 'Choose or type a field identifier' } : {})}
      value={value}
      onChange={onChange}
      clearable
      maxDropdownHeight={240}
    />
  );
}
