import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { ApiKeyView, EnvironmentView } from '../../../preload/contract/environments.ts';
import { isEmpty, recipientNames, recipientsOf } from '../../../preload/contract/recipients.ts';
import { apiKeyInput } from '../../../preload/contract/secrets.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { PartFailure } from './part-failure.tsx';
import { Present } from './present.tsx';
import { SecretForm } from './secret-form.tsx';
import shared from './settings.module.css';
import type { SettingsState } from './settings-store.ts';
import { Warnings } from './warnings.tsx';

interface ApiKeySectionProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
  /** Counts how often the key was asked for: its form then opens and takes the focus. */
  requests: number;
}

/** Shows the API key: typed in once, never shown again. */
export function ApiKeySection({ store, environment, requests }: ApiKeySectionProps) {
  const { busy, warnings, saveSecret, removeSecret } = useStore(store);
  const [replacing, setReplacing] = useState(false);
  const [removed, setRemoved] = useState(false);
  useEffect(() => {
    if (requests > 0) {
      setReplacing(true);
    }
  }, [requests]);
  const announce = useAnnounce();
  const { apiKey, id, builtIn, settings } = environment;
  const goesTo = recipientNames(recipientsOf(settings));
  const remove = async () => {
    if (!(await removeSecret(id, 'api-key'))) {
      return;
    }
    setRemoved(true);
    announce('API key removed');
  };
  return (
    <Section title="API key" aside={apiKey && <Present secret={apiKey} />}>
      <div className={shared.stack}>
        {apiKey?.heldBack && <Warnings texts={[heldBackText(apiKey, goesTo)]} />}
        {builtIn ? (
          <p className={layout.explanation}>
            The sandbox makes its own API key at every start and keeps it in memory.
          </p>
        ) : apiKey && !replacing ? (
          <>
            {!apiKey.heldBack && (
              <p className={layout.explanation}>Sent only to {recipientNames(apiKey.enteredFor)}.</p>
            )}
            <div className={shared.row}>
              <Button variant={apiKey.heldBack ? 'filled' : 'default'} onClick={() => setReplacing(true)}>
                {apiKey.heldBack ? 'Enter it again…' : 'Replace…'}
              </Button>
              <Button color="red" loading={busy === 'api-key'} onClick={() => void remove()}>
                Remove
              </Button>
            </div>
          </>
        ) : (
          <SecretForm
            schema={apiKeyInput}
            fields={apiKeyFields}
            takesFocus={replacing || removed}
            busy={busy === 'api-key'}
            action="Save API key"
            onSave={async (entered) => {
              const saved = await saveSecret(id, { kind: 'api-key', ...entered });
              if (saved) {
                setReplacing(false);
                announce('API key saved');
              }
              return saved;
            }}
            onCancel={apiKey && (() => setReplacing(false))}
          >
            The login and password created for this environment in the service’s administration panel. They
            are sent only to <strong>{goesTo}</strong> and never shown again.
          </SecretForm>
        )}
        {warnings?.part === 'api-key' && <Warnings texts={warnings.texts} />}
        <PartFailure store={store} part="api-key" />
      </div>
    </Section>
  );
}

const apiKeyFields = [
  { name: 'login', label: 'Login' },
  { name: 'password', label: 'Password', showLabel: 'Show password' },
] as const;

function heldBackText({ enteredFor }: ApiKeyView, goesTo: string): string {
  return isEmpty(enteredFor)
    ? `It was saved by an older version, which did not record the address it was entered for. It is not used until you enter it again for ${goesTo}.`
    : `Entered for ${recipientNames(enteredFor)}. It is not used until you enter it again for ${goesTo}.`;
}
