import { Button, Checkbox, Group, Stack, TagsInput } from '@mantine/core';
import { fieldIdentifierLabel } from '../../../preload/wording/record.ts';
import { type RequestFieldsProps, withProduct } from './request-fields.ts';

/** The documented field identifiers of `requireOneOf` and `optional` (field notes); the list is open. */
const documents: Readonly<Record<string, readonly string[]>> = {
  IDCARD: ['TYPE'],
  PASSPORT: [],
  RESIDENCE_PERMIT: ['TYPE'],
  DRIVER_LICENCE: ['ISSUE_STATE', 'CATEGORIES', 'ADDITIONAL_ID', 'LIMITATIONS', 'DOCUMENT_STATUS'],
  OTHER_DOCUMENT: ['DESCRIPTION'],
};
const ofEveryDocument = ['ID', 'ISSUE_DATE', 'EXPIRY_DATE', 'PHOTO', 'ISSUE_COUNTRY', 'ISSUER'];

const withPrefix = (prefix: string, names: string) => names.split(' ').map((name) => `${prefix}_${name}`);

const fieldIdentifiers = [
  ...withPrefix(
    'PERSON_NAME',
    'FIRSTNAME LASTNAME MIDDLENAME MIDDLE_INITIAL FULLNAME MOTHER_NAME FATHER_NAME SPELLING',
  ),
  ...withPrefix('PERSON_IDS', 'NATIONAL_ID ACCOUNTS'),
  ...Object.entries(documents).flatMap(([document, more]) =>
    [...ofEveryDocument, ...more].map((name) => `PERSON_IDS_${document}_${name}`),
  ),
  ...withPrefix('PERSON_INFO', 'GENDER NATIONALITY BIRTHDATE BIRTH_CITY BIRTH_COUNTRY AGE FOREIGNER_STATUS'),
  'PERSON_ADDRESS',
  ...withPrefix('PERSON_CONTACT', 'EMAIL PHONE EMAIL_OTP PHONE_OTP'),
  'COMPANY_NAME_NAME',
  ...withPrefix('COMPANY_IDS', 'TAX_ID ADDITIONAL_ID ACCOUNTS'),
  'COMPANY_ADDRESS',
  ...withPrefix('COMPANY_CONTACT', 'EMAIL PHONE'),
];

/** `query.identity`, where it is requested: alternative sets of required fields, and optional fields (interface 2.1). */
export function IdentityFields({ request, onChange }: RequestFieldsProps) {
  const { identity } = request.query;
  const question = (
    <Checkbox
      label="Identity"
      checked={identity !== undefined}
      onChange={({ currentTarget: { checked } }) =>
        onChange(withProduct(request, 'identity', checked ? {} : undefined))
      }
    />
  );
  if (identity === undefined) {
    return question;
  }
  const alternatives = identity.requireOneOf ?? [];
  const setAlternatives = (alternatives: string[][]) => {
    const { requireOneOf, ...others } = identity;
    onChange(
      withProduct(
        request,
        'identity',
        alternatives.length === 0 ? others : { ...others, requireOneOf: alternatives },
      ),
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
      {question}
      {alternatives.map((fields, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: alternatives have no other identity
        <Group key={index} align="flex-end">
          <FieldsInput
            label={index === 0 ? 'Required fields' : `Or these fields (alternative ${index + 1})`}
            value={fields}
            onChange={(alternative) => setAlternatives(alternatives.with(index, alternative))}
          />
          <Button
            size="compact-sm"
            onClick={() => setAlternatives(alternatives.filter((_, other) => other !== index))}
          >
            Remove
          </Button>
        </Group>
      ))}
      <div>
        <Button size="compact-sm" onClick={() => setAlternatives([...alternatives, []])}>
          {alternatives.length === 0 ? 'Require fields' : 'Add an alternative'}
        </Button>
      </div>
      <Group>
        <FieldsInput label="Optional fields" value={welcome} onChange={setWelcome} />
      </Group>
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
      data={fieldIdentifiers}
      {...(value.length === 0 ? { placeholder: 'Choose or type a field identifier' } : {})}
      value={value}
      onChange={onChange}
      clearable
      maxDropdownHeight={240}
    />
  );
}
