import { Autocomplete, Stack, Text, TextInput } from '@mantine/core';
import type { AccountDefaults } from '../../../preload/contract/creation.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { ListenerAddress } from '../../ui/listener-address.tsx';
import type { RequestFieldsProps } from './request-fields.ts';
import { errorOf, withExamples } from './request-notes.ts';

interface AddressFieldsProps extends RequestFieldsProps {
  defaults: AccountDefaults;
  /** Those of the account and of saved templates, to choose from. */
  strategies: readonly string[];
}

type TextMember = 'userKey' | 'strategy' | 'returnUrl' | 'callbackUrl';

/** Shows the members of the request beside `query` (interface 2.1). */
export function AddressFields({ request, defaults, notes, onChange, strategies }: AddressFieldsProps) {
  const field = (name: TextMember, fallback?: string) => ({
    value: request[name] ?? '',
    error: errorOf(notes, name),
    spellCheck: false,
    ...omitUndefined({ placeholder: fallback && `Account default: ${visibleText(fallback)}` }),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(omitUndefined({ ...request, [name]: currentTarget.value || undefined }) as typeof request),
  });
  return (
    <Stack gap={10}>
      <TextInput
        label="User key"
        description="The user’s identifier in your own system. It comes back in results and callbacks."
        {...field('userKey')}
      />
      <Autocomplete
        label="Strategy"
        description="In the form scope:name. Usually the account’s default is right."
        data={[...strategies]}
        {...field('strategy', defaults.strategy)}
        onChange={(strategy) =>
          onChange(omitUndefined({ ...request, strategy: strategy || undefined }) as typeof request)
        }
      />
      <TextInput
        label="Return address"
        description="Where the user is sent at the end. {conversationId} is replaced."
        {...field('returnUrl', defaults.returnUrl)}
      />
      <Example address={request.returnUrl} />
      <TextInput
        label="Callback address"
        description="Where results are sent. {conversationId}, {target} and {event} are replaced."
        {...field('callbackUrl', defaults.callbackUrl)}
      />
      <ListenerAddress onUse={(callbackUrl) => onChange({ ...request, callbackUrl })} />
      <Example address={request.callbackUrl} />
    </Stack>
  );
}

/** Shows a preview of an address with its placeholders replaced. */
function Example({ address }: { address: string | undefined }) {
  const example = address && withExamples(address);
  if (!example || example === address) {
    return null;
  }
  return (
    <Text c="dimmed" fz={12}>
      For example: <code>{visibleText(example)}</code>
    </Text>
  );
}
