import { Checkbox, Group, Select, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { countries } from '../../../preload/wording/country-names.ts';
import { type Query, type RequestFieldsProps, withProduct } from './request-fields.ts';
import { errorOf } from './request-notes.ts';
import { VerifyFields } from './verify-fields.tsx';

const lists = [
  ['PEP', 'Politically exposed persons'],
  ['SANCTIONS', 'Sanctions'],
] as const;

/** Shows the products beside identity, with their options (interface 2.1). Other options are entered as JSON. */
export function ProductFields({ request, notes, onChange }: RequestFieldsProps) {
  const { aml, bankTransactions, affordability } = request.query;
  const product = (name: keyof Query & string, label: string, children?: ReactNode) => (
    <Product
      label={label}
      on={request.query[name] !== undefined}
      onChange={(on) => onChange(withProduct(request, name, on ? {} : undefined))}
    >
      {children}
    </Product>
  );
  const setAml = (aml: NonNullable<Query['aml']>) => onChange(withProduct(request, 'aml', aml));
  const flags = textsIn(bankTransactions?.flags);
  const setTransactions = (transactions: { type?: string | undefined; flags?: string[] | undefined }) =>
    onChange(
      withProduct(request, 'bankTransactions', omitUndefined({ ...bankTransactions, ...transactions })),
    );
  const payer = affordability?.user ?? {};
  const setPayer = (newPayer: { country?: string; email?: string }) =>
    onChange(withProduct(request, 'affordability', { ...affordability, user: { ...payer, ...newPayer } }));
  return (
    <Stack gap={10}>
      {product(
        'aml',
        'AML lists',
        <>
          {lists.map(([code, label]) => (
            <Checkbox
              key={code}
              label={label}
              checked={aml?.checks?.includes(code) ?? false}
              onChange={({ currentTarget: { checked } }) => {
                const others = (aml?.checks ?? []).filter((one) => one !== code);
                setAml({ ...aml, checks: checked ? [...others, code] : others });
              }}
            />
          ))}
          <Checkbox
            label="Monitor the user (periodic checking)"
            description="While monitoring is active, the conversation’s data cannot be deleted."
            checked={aml?.subscription !== undefined}
            onChange={({ currentTarget: { checked } }) =>
              setAml(omitUndefined({ ...aml, subscription: checked ? {} : undefined }))
            }
          />
        </>,
      )}
      {product('auth', 'Authentication')}
      {product(
        'bankTransactions',
        'Bank transactions',
        <>
          <Select
            allowDeselect
            label="Type"
            data={['credit', 'debit', 'all']}
            value={bankTransactions?.type ?? null}
            clearable
            onChange={(type) => setTransactions({ type: type ?? undefined })}
          />
          {flags === undefined ? (
            <Text c="dimmed" fz={12}>
              The flags are not a list of texts. Change them as JSON.
            </Text>
          ) : (
            <TagsInput
              label="Flags"
              description="What else to return. The interface does not name the values."
              value={flags}
              clearable
              onChange={(flags) => setTransactions({ flags: flags.length === 0 ? undefined : flags })}
            />
          )}
        </>,
      )}
      {product(
        'verify',
        'Verify',
        <VerifyFields
          user={request.query.verify?.user}
          onChange={(user) =>
            onChange(withProduct(request, 'verify', omitUndefined({ ...request.query.verify, user })))
          }
        />,
      )}
      {product(
        'affordability',
        'Affordability',
        <Group align="flex-start">
          <Select
            allowDeselect
            label="Country"
            searchable
            clearable
            placeholder="Choose a country"
            value={payer.country ?? null}
            data={countriesWith(payer.country)}
            error={errorOf(notes, 'query.affordability.user.country')}
            onChange={(country) => setPayer({ country: country ?? '' })}
          />
          <TextInput
            label="Email"
            value={payer.email ?? ''}
            error={errorOf(notes, 'query.affordability.user.email')}
            onChange={({ currentTarget }) => setPayer({ email: currentTarget.value })}
          />
        </Group>,
      )}
      {product('databaseVerification', 'Database verification')}
    </Stack>
  );
}

/** Returns every country by name, with its code; and the one in the JSON, where that is none of them. */
function countriesWith(code: string | undefined) {
  const codes = countries();
  const isOther = code !== undefined && code !== '' && !codes.some(({ value }) => value === code);
  return isOther ? [{ value: code, label: code }, ...codes] : codes;
}

/** Returns a list of texts; undefined where the JSON has something else. */
function textsIn(flags: unknown): string[] | undefined {
  if (flags === undefined) {
    return [];
  }
  return Array.isArray(flags) && flags.every((flag) => typeof flag === 'string') ? flags : undefined;
}

interface ProductProps {
  label: string;
  on: boolean;
  onChange(on: boolean): void;
  children?: ReactNode;
}

function Product({ label, on, onChange, children }: ProductProps) {
  return (
    <Stack gap={10}>
      <Checkbox
        label={label}
        checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {on && children !== undefined && (
        <Stack gap={8} ps={24}>
          {children}
        </Stack>
      )}
    </Stack>
  );
}
