import { Button, PasswordInput, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { proxyOf } from '../../preload/contract/recipients.ts';
import { proxyLoginInput } from '../../preload/contract/secrets.ts';
import layout from '../ui/layout.module.css';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { PartFailure } from './part-failure.tsx';
import { Present } from './present.tsx';
import shared from './settings.module.css';
import formLayout from './settings-form.module.css';
import type { SettingsState } from './settings-store.ts';
import { Warnings } from './warnings.tsx';

interface ProxyLoginSectionProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
}

const nameOf = (proxy: string) => (proxy === 'system' ? 'the system’s proxy' : proxy);

/** Shows the login for the environment's proxy: typed in once, never shown again. */
export function ProxyLoginSection({ store, environment }: ProxyLoginSectionProps) {
  const { busy, saveProxyLogin, removeProxyLogin } = useStore(store);
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
          <ProxyLoginForm
            proxy={nameOf(proxy)}
            busy={busy === 'proxy-login'}
            onSave={async (login, password) => {
              if (!(await saveProxyLogin(id, login, password))) {
                return;
              }
              setEntering(false);
              announce('Proxy login saved');
            }}
            onCancel={() => setEntering(false)}
          />
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
                  if (await removeProxyLogin(id)) {
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

interface ProxyLoginFormProps {
  proxy: string;
  busy: boolean;
  onSave(login: string, password: string): Promise<void>;
  onCancel(): void;
}

function ProxyLoginForm({ proxy, busy, onSave, onCancel }: ProxyLoginFormProps) {
  const form = useForm({
    initialValues: { login: '', password: '' },
    validate: schemaResolver(proxyLoginInput, { sync: true }),
  });
  return (
    <form
      className={`${formLayout.form} ${shared.wide}`}
      onSubmit={form.onSubmit(({ login, password }) => onSave(login, password))}
      noValidate
      autoComplete="off"
    >
      <p className={layout.explanation}>
        Sent only to <strong>{proxy}</strong>, and never shown again.
      </p>
      <div className={formLayout.fields}>
        <TextInput
          {...form.getInputProps('login')}
          label="Proxy user"
          data-autofocus
          autoFocus
          spellCheck={false}
          required
        />
        <PasswordInput
          {...form.getInputProps('password')}
          label="Proxy password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show proxy password', tabIndex: 0 }}
          required
        />
      </div>
      <div className={formLayout.footer}>
        <Button variant="filled" type="submit" loading={busy}>
          Save proxy login
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
