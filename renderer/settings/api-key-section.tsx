import { Button, PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { ApiKeyView, EnvironmentView } from '../../preload/contract/environments.ts';
import { isEmpty, recipientNames, recipientsOf } from '../../preload/contract/recipients.ts';
import { apiKeyInput } from '../../preload/contract/secrets.ts';
import layout from '../ui/layout.module.css';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { PartFailure } from './part-failure.tsx';
import { Present } from './present.tsx';
import shared from './settings.module.css';
import formLayout from './settings-form.module.css';
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
  const { busy, warnings, saveApiKey, removeApiKey } = useStore(store);
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
    if (!(await removeApiKey(id))) {
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
          <ApiKeyForm
            takesFocus={replacing || removed}
            goesTo={goesTo}
            busy={busy === 'api-key'}
            onSave={async (login, password) => {
              const saved = await saveApiKey(id, login, password);
              if (saved) {
                setReplacing(false);
                announce('API key saved');
              }
              return saved;
            }}
            {...(apiKey ? { onCancel: () => setReplacing(false) } : {})}
          />
        )}
        {warnings?.part === 'api-key' && <Warnings texts={warnings.texts} />}
        <PartFailure store={store} part="api-key" />
      </div>
    </Section>
  );
}

function heldBackText({ enteredFor }: ApiKeyView, goesTo: string): string {
  return isEmpty(enteredFor)
    ? `It was saved by an older version, which did not record the address it was entered for. It is not used until you enter it again for ${goesTo}.`
    : `Entered for ${recipientNames(enteredFor)}. It is not used until you enter it again for ${goesTo}.`;
}

interface ApiKeyFormProps {
  /** The button that opened it is no longer there. */
  takesFocus: boolean;
  /** Names the addresses the key will be sent to. */
  goesTo: string;
  busy: boolean;
  onSave(login: string, password: string): Promise<boolean>;
  onCancel?: () => void;
}

function ApiKeyForm({ takesFocus, goesTo, busy, onSave, onCancel }: ApiKeyFormProps) {
  const form = useForm({
    initialValues: { login: '', password: '' },
    validate: schemaResolver(apiKeyInput, { sync: true }),
  });
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) {
      first.current?.focus();
    }
  }, [takesFocus]);
  const save = form.onSubmit(async ({ login, password }) => {
    if (await onSave(login, password)) {
      form.reset();
    }
  });
  return (
    <form className={`${formLayout.form} ${shared.wide}`} onSubmit={save} noValidate autoComplete="off">
      <p className={layout.explanation}>
        The login and password created for this environment in the service’s administration panel. They are
        sent only to <strong>{goesTo}</strong> and never shown again.
      </p>
      <div className={formLayout.fields}>
        <TextInput {...form.getInputProps('login')} ref={first} label="Login" spellCheck={false} required />
        <PasswordInput
          {...form.getInputProps('password')}
          label="Password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          required
        />
      </div>
      <div className={formLayout.footer}>
        <Button variant="filled" type="submit" loading={busy}>
          Save API key
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
      </div>
    </form>
  );
}
