import { Button } from '@mantine/core';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { proxyOf } from '../../../preload/contract/recipients.ts';
import { proxyLoginInput } from '../../../preload/contract/secrets.ts';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { PartFailure } from './part-failure.tsx';
import { Present } from './present.tsx';
import { SecretForm } from './secret-form.tsx';
import shared from './settings.module.css';
import type { SettingsState } from './settings-store.ts';
import { Warnings } from './warnings.tsx';

interface ProxyLoginSectionProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
}

const proxyLoginFields = [
  { name: 'login', label: 'Proxy user' },
  { name: 'password', label: 'Proxy password', showLabel: 'Show proxy password' },
] as const;

const nameOf = (proxy: string) => (proxy === 'system' ? 'the system’s proxy' : proxy);

/** Shows the login for the environment's proxy: typed in once, never shown again. */
export function ProxyLoginSection({ store, environment }: ProxyLoginSectionProps) {
  const { busy, saveSecret, removeSecret } = useStore(store);
  const [entering, setEntering] = useState(false);
  const announce = useAnnounce();
  const { id, settings, proxyLogin } = environment;
  const proxy = proxyOf(settings);
  if (proxy === undefined && !proxyLogin) {
    return null;
  }
  return (
    <Section title="Proxy login" aside={proxyLogin && <Present secret={proxyLogin} />}>
      <div className={shared.stack}>
        {proxyLogin?.heldBack && (
          <Warnings
            texts={[
              `Entered for ${nameOf(proxyLogin.enteredFor)}, so it is not used now. Enter it again, or remove it.`,
            ]}
          />
        )}
        {!entering && (
          <p className={layout.explanation}>
            {proxyLogin && !proxyLogin.heldBack
              ? `Sent only to ${nameOf(proxyLogin.enteredFor)}, using Basic authentication.`
              : 'Only needed if the proxy asks for a login (407).'}
          </p>
        )}
        {entering && proxy !== undefined ? (
          <SecretForm
            schema={proxyLoginInput}
            fields={proxyLoginFields}
            takesFocus
            busy={busy === 'proxy-login'}
            action="Save proxy login"
            onSave={async (entered) => {
              const saved = await saveSecret(id, { kind: 'proxy-login', ...entered });
              if (saved) {
                setEntering(false);
                announce('Proxy login saved');
              }
              return saved;
            }}
            onCancel={() => setEntering(false)}
          >
            Sent only to <strong>{nameOf(proxy)}</strong>, and never shown again.
          </SecretForm>
        ) : (
          <div className={shared.row}>
            {proxy !== undefined && (
              <Button onClick={() => setEntering(true)}>
                {proxyLogin ? 'Replace…' : 'Add proxy login…'}
              </Button>
            )}
            {proxyLogin && (
              <Button
                color="red"
                loading={busy === 'proxy-login'}
                onClick={async () => {
                  if (await removeSecret(id, 'proxy-login')) {
                    announce('Proxy login removed');
                  }
                }}
              >
                Remove
              </Button>
            )}
          </div>
        )}
        <PartFailure store={store} part="proxy-login" />
      </div>
    </Section>
  );
}
