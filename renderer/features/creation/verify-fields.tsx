import { Group, Text, TextInput } from '@mantine/core';
import { isObject, omitUndefined } from '../../../preload/contract/objects.ts';
import type { Query } from './request-fields.ts';

type VerifiedUser = NonNullable<NonNullable<Query['verify']>['user']>;

const fields = [
  { label: 'First name', path: ['person', 'name', 'firstName'] },
  { label: 'Last name', path: ['person', 'name', 'lastName'] },
  { label: 'Date of birth', path: ['person', 'info', 'birthDate'], placeholder: 'YYYY-MM-DD' },
  { label: 'National id', path: ['person', 'ids', 'nationalId'] },
  { label: 'Identity card number', path: ['person', 'ids', 'idCard', 'id'] },
  { label: 'Passport number', path: ['person', 'ids', 'passport', 'id'] },
  { label: 'Email', path: ['person', 'contact', 'email'] },
  { label: 'Telephone', path: ['person', 'contact', 'phone'] },
] as const;

interface VerifyFieldsProps {
  user: VerifiedUser | undefined;
  onChange(user: VerifiedUser | undefined): void;
}

/** Shows the user's data to be compared (interface 2.1, `verify.user`), in the shape of identity results (2.2). Other members are entered as JSON. */
export function VerifyFields({ user, onChange }: VerifyFieldsProps) {
  return (
    <>
      <Text c="dimmed" fz={12}>
        What you know about the user. The service compares it with what it finds. Enter other data as JSON, in
        query.verify.user.
      </Text>
      <Group align="flex-end">
        {fields.map(({ label, path, ...more }) => (
          <TextInput
            key={label}
            label={label}
            value={textAt(user, path)}
            spellCheck={false}
            {...omitUndefined(more)}
            onChange={({ currentTarget: { value } }) => onChange(withTextAt(user, path, value))}
          />
        ))}
      </Group>
    </>
  );
}

type Members = Record<string, unknown>;

/** Returns the text at a path of members; empty where there is none. */
export function textAt(value: unknown, path: readonly string[]): string {
  let member = value;
  for (const name of path) {
    member = isObject(member) && Object.hasOwn(member, name) ? member[name] : undefined;
  }
  return typeof member === 'string' ? member : '';
}

/** Returns the object with a text at a path; without it, and without the objects that are then empty, where the text is empty. Other members stay. */
export function withTextAt(value: unknown, path: readonly string[], text: string): Members | undefined {
  const [name, ...rest] = path;
  if (name === undefined) {
    return undefined;
  }
  const { [name]: before, ...others } = isObject(value) ? value : {};
  const member = rest.length === 0 ? text || undefined : withTextAt(before, rest, text);
  const checks = member === undefined ? others : { ...others, [name]: member };
  return Object.keys(checks).length === 0 ? undefined : checks;
}
