import { Button, Group, Select, TextInput } from '@mantine/core';
import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useEnvironment } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { ListenerAddress } from '../../ui/listener-address.tsx';
import { useGo } from '../../ui/services.tsx';

type Keys = EnvironmentView['signingKeys'];

interface ReceiverFieldsProps {
  /** True where the console’s own listener is offered as the receiver. */
  offersListener?: boolean;
  url: string;
  keyId: string | null;
  keyDescription?: string;
  disabled?: boolean;
  errors: { url?: string | false | undefined };
  onChange(change: { url: string } | { keyId: string | null }): void;
}

/** Shows the address of a receiver, and the key that messages to it are signed with. */
export function ReceiverFields({
  offersListener = false,
  keyDescription,
  disabled = false,
  onChange,
  ...fields
}: ReceiverFieldsProps) {
  const { id: environmentId, signingKeys: keys } = useEnvironment();
  const go = useGo();
  return (
    <>
      <TextInput
        label="Receiver"
        description="{conversationId}, {target} and {event} are replaced, as in callbackUrl. Redirects are not followed."
        value={fields.url}
        error={fields.errors.url}
        spellCheck={false}
        disabled={disabled}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      {offersListener && !disabled && <ListenerAddress onUse={(url) => onChange({ url })} />}
      {keys.length === 0 ? (
        <Group>
          <p className={layout.quietParagraph}>
            This environment has no signing key, so nothing can be signed.
          </p>
          <Button onClick={() => go({ page: 'settings', section: 'environment', environmentId })}>
            Add a signing key
          </Button>
        </Group>
      ) : (
        <Select
          label="Signing key"
          description={keyDescription}
          disabled={disabled}
          value={fields.keyId}
          data={keys.map(({ id, label }) => ({ value: id, label: visibleText(label, 80) }))}
          onChange={(keyId) => onChange({ keyId })}
        />
      )}
    </>
  );
}

/** Returns the chosen key; the first one if none is chosen, or it was removed or belongs to another environment. */
export function signingKeyOf(keys: Keys, keyId: string | null): string | null {
  return keys.some(({ id }) => id === keyId) ? keyId : (keys[0]?.id ?? null);
}

/** Returns the address to confirm, where it is neither on this computer nor in a private network. */
export function publicIpOf(failure: FailureView | undefined): string | undefined {
  const { problem, ip } = failure?.details ?? {};
  return problem === 'public' && typeof ip === 'string' ? ip : undefined;
}
