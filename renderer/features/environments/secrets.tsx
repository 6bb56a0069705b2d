import { Box, Button, Flex, Stack } from '@mantine/core';
import type { ApiKeyView } from '../../../preload/contract/environments.ts';
import { proxyOf, recipientNames, recipientsOf } from '../../../preload/contract/recipients.ts';
import { apiKeyInput, proxyLoginInput, signingKeyInput } from '../../../preload/contract/secrets.ts';
import { useEnvironment } from '../../environments/use-environment.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import itemList from './item-list.module.css';
import { SecretForm } from './secret-form.tsx';
import { Present, SecretSection, useSecret } from './secret-section.tsx';

interface ApiKeyProps {
  /** Counts how often it was asked for. */
  requests: number;
  onSaved(): void;
}

/** Shows the API key. */
export function ApiKeySection({ requests, onSaved }: ApiKeyProps) {
  const { apiKey, builtIn, settings } = useEnvironment();
  const goesTo = recipientNames(recipientsOf(settings));
  return (
    <SecretSection
      kind="api-key"
      name="API key"
      title="API key"
      secret={apiKey}
      opensEmpty
      requests={requests}
      onSaved={onSaved}
      remarks={apiKey?.heldBack ? [heldBackText(apiKey, goesTo)] : []}
      about={
        builtIn
          ? 'The sandbox makes its own API key at every start and keeps it in memory.'
          : apiKey && !apiKey.heldBack && `Sent only to ${recipientNames(apiKey.enteredFor)}.`
      }
      form={
        builtIn
          ? undefined
          : (state) => (
              <SecretForm
                state={state}
                schema={apiKeyInput}
                fields={[
                  { name: 'login', label: 'Login' },
                  { name: 'password', label: 'Password', showLabel: 'Show password' },
                ]}
                action="Save API key"
              >
                The login and password created for this environment in the service’s administration panel.
                They are sent only to <strong>{goesTo}</strong> and never shown again.
              </SecretForm>
            )
      }
    />
  );
}

function heldBackText({ enteredFor }: ApiKeyView, goesTo: string): string {
  return `Entered for ${recipientNames(enteredFor)}. It is not used until you enter it again for ${goesTo}.`;
}

const nameOf = (proxy: string) => (proxy === 'system' ? 'the system’s proxy' : proxy);

/** Shows the login for the environment's proxy. */
export function ProxyLoginSection() {
  const { settings, proxyLogin } = useEnvironment();
  const proxy = proxyOf(settings);
  if (proxy === undefined && !proxyLogin) {
    return null;
  }
  return (
    <SecretSection
      kind="proxy-login"
      name="proxy login"
      title="Proxy login"
      secret={proxyLogin}
      remarks={
        proxyLogin?.heldBack
          ? [
              `Entered for ${nameOf(proxyLogin.enteredFor)}, so it is not used now. Enter it again, or remove it.`,
            ]
          : []
      }
      about={
        proxyLogin && !proxyLogin.heldBack
          ? `Sent only to ${nameOf(proxyLogin.enteredFor)}, using Basic authentication.`
          : 'Only needed if the proxy asks for a login (407).'
      }
      form={
        proxy === undefined
          ? undefined
          : (state) => (
              <SecretForm
                state={state}
                schema={proxyLoginInput}
                fields={[
                  { name: 'login', label: 'Proxy user' },
                  { name: 'password', label: 'Proxy password', showLabel: 'Show proxy password' },
                ]}
                action="Save proxy login"
              >
                Sent only to <strong>{nameOf(proxy)}</strong>, and never shown again.
              </SecretForm>
            )
      }
    />
  );
}

const firstLabel = { label: 'Current' };

/** Shows the keys that callbacks are signed with: one, or several with labels while they are being replaced. */
export function SigningKeysSection() {
  const { signingKeys, builtIn } = useEnvironment();
  const { busy, enter, remove, outcome } = useSecret('signing-key');
  return (
    <Section title="Signing keys">
      <Stack align="flex-start" gap={10}>
        {signingKeys.length > 0 && (
          <Box component="ul" w="100%" className={`${layout.plainList} ${layout.lines}`}>
            {signingKeys.map((key) => (
              <li key={key.id} className={itemList.item}>
                <Flex component="span" direction="column" gap={2} miw={0} className={layout.anywhere}>
                  <strong>{key.label}</strong>
                  <Present secret={key} />
                </Flex>
                {!builtIn && (
                  <Button
                    aria-label={`Remove the signing key ${key.label}`}
                    disabled={busy}
                    onClick={() => void remove(`Signing key ${key.label} removed`, key.id)}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </Box>
        )}
        {!builtIn && (
          <SecretForm
            schema={signingKeyInput}
            fields={[
              { name: 'label', label: 'Label', maxLength: 80 },
              { name: 'key', label: 'Signing key', showLabel: 'Show signing key' },
            ]}
            // The first key may also be added elsewhere, such as with a new environment: its label is then taken.
            initial={signingKeys.length === 0 ? firstLabel : undefined}
            variant="default"
            action="Add signing key"
            state={{
              busy,
              onSave: (values) => enter(values, `Signing key ${values.label.trim()} saved`),
            }}
          >
            Callbacks are signed with a separate key, not the API key.
          </SecretForm>
        )}
        {outcome}
      </Stack>
    </Section>
  );
}
