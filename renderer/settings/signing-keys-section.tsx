import { Button, PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useEffect } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { signingKeyInput } from '../../preload/contract/secrets.ts';
import layout from '../ui/layout.module.css';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import itemList from './item-list.module.css';
import { PartFailure } from './part-failure.tsx';
import { Present } from './present.tsx';
import shared from './settings.module.css';
import formLayout from './settings-form.module.css';
import type { SettingsState } from './settings-store.ts';
import { Warnings } from './warnings.tsx';

interface SigningKeysSectionProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
}

/** Shows the keys that callbacks are signed with: one, or several with labels while they are being replaced. */
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
      <div className={shared.stack}>
        {signingKeys.length > 0 && (
          <ul className={`${layout.plainList} ${shared.wide}`}>
            {signingKeys.map((key) => (
              <li key={key.id} className={itemList.item}>
                <span className={itemList.what}>
                  <strong>{key.label}</strong>
                  <Present secret={key} />
                </span>
                {!builtIn && (
                  <Button
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

const firstLabel = 'Current';

interface SigningKeyFormProps {
  busy: boolean;
  first: boolean;
  onSave(label: string, key: string): Promise<boolean>;
}

function SigningKeyForm({ busy, first, onSave }: SigningKeyFormProps) {
  const form = useForm({
    initialValues: { label: first ? firstLabel : '', key: '' },
    validate: schemaResolver(signingKeyInput, { sync: true }),
  });
  const { setFieldValue } = form;
  // The first key may also be added elsewhere, such as with a new environment: its label is then taken.
  useEffect(() => {
    if (!first) {
      setFieldValue('label', (label) => (label === firstLabel ? '' : label));
    }
  }, [first, setFieldValue]);
  const save = form.onSubmit(async ({ label, key }) => {
    if (await onSave(label.trim(), key)) {
      form.setValues({ label: '', key: '' });
    }
  });
  return (
    <form className={`${formLayout.form} ${shared.wide}`} onSubmit={save} noValidate autoComplete="off">
      <p className={layout.explanation}>Callbacks are signed with a separate key, not the API key.</p>
      <div className={formLayout.fields}>
        <TextInput {...form.getInputProps('label')} label="Label" maxLength={80} required />
        <PasswordInput
          {...form.getInputProps('key')}
          label="Signing key"
          visibilityToggleButtonProps={{ 'aria-label': 'Show signing key', tabIndex: 0 }}
          required
        />
      </div>
      <div className={formLayout.footer}>
        <Button type="submit" loading={busy}>
          Add signing key
        </Button>
      </div>
    </form>
  );
}
