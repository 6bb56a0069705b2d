import { Button } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { signingKeyInput } from '../../../preload/contract/secrets.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import itemList from './item-list.module.css';
import { PartFailure } from './part-failure.tsx';
import { Present } from './present.tsx';
import { SecretForm } from './secret-form.tsx';
import shared from './settings.module.css';
import type { SettingsState } from './settings-store.ts';
import { Warnings } from './warnings.tsx';

interface SigningKeysSectionProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
}

/** Shows the keys that callbacks are signed with: one, or several with labels while they are being replaced. */
export function SigningKeysSection({ store, environment }: SigningKeysSectionProps) {
  const { busy, warnings, saveSecret, removeSecret } = useStore(store);
  const announce = useAnnounce();
  const { signingKeys, id, builtIn } = environment;
  const remove = async (keyId: string, label: string) => {
    if (await removeSecret(id, 'signing-key', keyId)) {
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
                    disabled={busy === 'signing-key'}
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
          <SecretForm
            schema={signingKeyInput}
            fields={signingKeyFields}
            // The first key may also be added elsewhere, such as with a new environment: its label is then taken.
            initial={signingKeys.length === 0 ? firstLabel : undefined}
            variant="default"
            busy={busy === 'signing-key'}
            action="Add signing key"
            onSave={async (entered) => {
              const saved = await saveSecret(id, { kind: 'signing-key', ...entered });
              if (saved) {
                announce(`Signing key ${entered.label.trim()} saved`);
              }
              return saved;
            }}
          >
            Callbacks are signed with a separate key, not the API key.
          </SecretForm>
        )}
        {warnings?.part === 'signing-key' && <Warnings texts={warnings.texts} />}
        <PartFailure store={store} part="signing-key" />
      </div>
    </Section>
  );
}

const firstLabel = { label: 'Current' };

const signingKeyFields = [
  { name: 'label', label: 'Label', maxLength: 80 },
  { name: 'key', label: 'Signing key', showLabel: 'Show signing key' },
] as const;
