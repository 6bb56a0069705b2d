import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { type EnvironmentView, signingKeyInput } from '../../preload/contract/environments.ts';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { PartFailure } from './part-failure.tsx';
import { Present } from './present.tsx';
import classes from './settings.module.css';
import type { SettingsState } from './settings-store.ts';
import { Warnings } from './warnings.tsx';

interface SigningKeysSectionProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
}

/** The keys callbacks are signed with: one or, while they are being changed, several, told apart by labels. */
export function SigningKeysSection({ store, environment }: SigningKeysSectionProps) {
  const { busy, warnings, saveSigningKey, removeSigningKey } = useStore(store);
  const announce = useAnnounce();
  const { signingKeys, id, builtIn } = environment;
  const remove = async (keyId: string, label: string) => {
    if (await removeSigningKey(id, keyId)) {
      announce(`Signing key ${label} removed`);
    }
  };
  return (
    <Section title="Signing keys">
      <div className={classes.stack}>
        {signingKeys.length > 0 && (
          <ul className={`${classes.list} ${classes.wide}`}>
            {signingKeys.map((key) => (
              <li key={key.id} className={classes.item}>
                <span className={classes.what}>
                  <strong>{key.label}</strong>
                  <Present secret={key} />
                </span>
                {!builtIn && (
                  <Button
                    variant="default"
                    aria-label={`Remove the signing key ${key.label}`}
                    disabled={busy === 'signing-keys'}
                    onClick={() => void remove(key.id, key.label)}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {!builtIn && (
          <SigningKeyForm
            busy={busy === 'signing-keys'}
            first={signingKeys.length === 0}
            onSave={async (label, key) => {
              const saved = await saveSigningKey(id, label, key);
              if (saved) {
                announce(`Signing key ${label} saved`);
              }
              return saved;
            }}
          />
        )}
        {warnings?.part === 'signing-keys' && <Warnings texts={warnings.texts} />}
        <PartFailure store={store} part="signing-keys" />
      </div>
    </Section>
  );
}

interface SigningKeyFormProps {
  busy: boolean;
  first: boolean;
  onSave(label: string, key: string): Promise<boolean>;
}

function SigningKeyForm({ busy, first, onSave }: SigningKeyFormProps) {
  const [label, setLabel] = useState(first ? 'Current' : '');
  const [key, setKey] = useState('');
  const [tried, setTried] = useState(false);
  const read = signingKeyInput.safeParse({ label, key });
  const error = (name: string) =>
    tried ? read.error?.issues.find((issue) => issue.path[0] === name)?.message : undefined;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!read.success) {
      return;
    }
    if (await onSave(read.data.label, read.data.key)) {
      setLabel('');
      setKey('');
      setTried(false);
    }
  };
  return (
    <form className={`${classes.form} ${classes.wide}`} onSubmit={submit} noValidate autoComplete="off">
      <p className={classes.quiet}>Callbacks are signed with a separate key, not the API key.</p>
      <div className={classes.fields}>
        <TextInput
          label="Label"
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
          error={error('label')}
          maxLength={80}
          autoComplete="off"
          required
        />
        <PasswordInput
          label="Signing key"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          error={error('key')}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': 'Show signing key', tabIndex: 0 }}
          required
        />
      </div>
      <div className={classes.footer}>
        <Button type="submit" variant="default" loading={busy}>
          Add signing key
        </Button>
      </div>
    </form>
  );
}
