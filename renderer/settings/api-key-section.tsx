import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { type ApiKeyView, apiKeyInput, type EnvironmentView } from '../../preload/contract/environments.ts';
import { isEmpty, recipientNames, recipientsOf } from '../../preload/contract/recipients.ts';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { PartFailure } from './part-failure.tsx';
import { Present } from './present.tsx';
import classes from './settings.module.css';
import type { SettingsState } from './settings-store.ts';
import { Warnings } from './warnings.tsx';

interface ApiKeySectionProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
}

/** The API key: typed in once, never shown again. */
export function ApiKeySection({ store, environment }: ApiKeySectionProps) {
  const { busy, warnings, saveApiKey, removeApiKey } = useStore(store);
  const [replacing, setReplacing] = useState(false);
  const [removed, setRemoved] = useState(false);
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
      <div className={classes.stack}>
        {builtIn ? (
          <p className={classes.quiet}>
            The sandbox makes its own API key at every start and keeps it in memory.
          </p>
        ) : apiKey && !replacing ? (
          <>
            {apiKey.heldBack ? (
              <Warnings texts={[heldBackWords(apiKey, goesTo)]} />
            ) : (
              <p className={classes.quiet}>Sent only to {recipientNames(apiKey.enteredFor)}.</p>
            )}
            <div className={classes.row}>
              <Button variant={apiKey.heldBack ? 'filled' : 'default'} onClick={() => setReplacing(true)}>
                {apiKey.heldBack ? 'Enter it again…' : 'Replace…'}
              </Button>
              <Button
                variant="default"
                color="red"
                loading={busy === 'api-key'}
                onClick={() => void remove()}
              >
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

function heldBackWords({ enteredFor }: ApiKeyView, goesTo: string): string {
  return isEmpty(enteredFor)
    ? `It was saved by an older version, which did not record the address it was entered for. It is not used until you enter it again for ${goesTo}.`
    : `Entered for ${recipientNames(enteredFor)}. It is not used until you enter it again for ${goesTo}.`;
}

interface ApiKeyFormProps {
  /** The button that brought it here is gone. */
  takesFocus: boolean;
  /** Whom the key will be sent to, in words. */
  goesTo: string;
  busy: boolean;
  onSave(login: string, password: string): Promise<boolean>;
  onCancel?: () => void;
}

function ApiKeyForm({ takesFocus, goesTo, busy, onSave, onCancel }: ApiKeyFormProps) {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) {
      first.current?.focus();
    }
  }, [takesFocus]);
  const read = apiKeyInput.safeParse({ login, password });
  const error = (name: string) =>
    tried ? read.error?.issues.find((issue) => issue.path[0] === name)?.message : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!read.success) {
      return;
    }
    if (await onSave(login, password)) {
      setLogin('');
      setPassword('');
      setTried(false);
    }
  };
  return (
    <form className={`${classes.form} ${classes.wide}`} onSubmit={submit} noValidate autoComplete="off">
      <p className={classes.quiet}>
        The login and password made for this environment in the service’s administration panel. They are never
        shown again, and are sent only to <strong>{goesTo}</strong>.
      </p>
      <div className={classes.fields}>
        <TextInput
          ref={first}
          label="Login"
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value)}
          error={error('login')}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <PasswordInput
          label="Password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={error('password')}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
          required
        />
      </div>
      <div className={classes.footer}>
        <Button type="submit" loading={busy}>
          Save API key
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
