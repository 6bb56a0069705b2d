import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { isOfArea } from '../../../preload/contract/envelope.ts';
import { type EnvironmentView, needsTypedName } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { ConfirmWithName } from '../../ui/confirm-with-name.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { PartFailure } from './part-failure.tsx';
import classes from './settings.module.css';
import type { SettingsState } from './settings-store.ts';

interface DeleteSectionProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
  onGone(): void;
}

/** Deletes the environment from this console with its secrets; in production its name is typed first. */
export function DeleteSection({ store, environment, onGone }: DeleteSectionProps) {
  const { busy, failed, remove } = useStore(store);
  const [confirming, setConfirming] = useState(false);
  const announce = useAnnounce();
  const ask = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const before = useRef(confirming);
  // The button that was pressed is gone: the focus goes to the harmless answer, and back from there.
  useEffect(() => {
    if (confirming !== before.current) {
      (confirming ? keep : ask).current?.focus();
    }
    before.current = confirming;
  }, [confirming]);
  const { id, settings } = environment;
  const secrets = countSecrets(environment);
  const working = busy === 'delete';
  const keychainInTheWay = failed?.part === 'delete' && isOfArea('keychain', failed.failure);
  const go = async (leaveSecrets: boolean) => {
    if (!(await remove(id, leaveSecrets))) {
      return;
    }
    announce(`${visibleText(settings.name)} deleted from this console`);
    onGone();
  };
  return (
    <Section title="Delete">
      <div className={classes.stack}>
        <p className={classes.text}>
          Deletes {visibleText(settings.name)} from this console
          {secrets > 0 && ` with its ${secrets === 1 ? 'secret' : `${secrets} secrets`}`}. Nothing changes at
          the service.
        </p>
        {!confirming ? (
          <Button ref={ask} variant="outline" color="red" onClick={() => setConfirming(true)}>
            Delete {visibleText(settings.name)}…
          </Button>
        ) : (
          <div className={needsTypedName(settings) ? classes.stack : classes.row}>
            {needsTypedName(settings) ? (
              <ConfirmWithName
                name={settings.name}
                action={`Delete ${visibleText(settings.name)}`}
                busy={working}
                onConfirm={() => void go(false)}
              />
            ) : (
              <Button variant="filled" color="red" loading={working} onClick={() => void go(false)}>
                Delete {visibleText(settings.name)}
              </Button>
            )}
            <Button ref={keep} onClick={() => setConfirming(false)}>
              Cancel{' '}
            </Button>
          </div>
        )}
        <PartFailure store={store} part="delete">
          {keychainInTheWay && (
            <Button onClick={() => void go(true)}>
              Delete {visibleText(settings.name)} and leave its secrets in the keychain
            </Button>
          )}
        </PartFailure>
      </div>
    </Section>
  );
}

/** Counts the secrets that main deletes with the environment. */
export function countSecrets({
  apiKey,
  signingKeys,
  proxyLogin,
  clientCertificate,
}: Pick<EnvironmentView, 'apiKey' | 'signingKeys' | 'proxyLogin' | 'clientCertificate'>): number {
  return signingKeys.length + [apiKey, proxyLogin, clientCertificate].filter(Boolean).length;
}
