import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { isOfArea } from '../../../preload/contract/envelope.ts';
import { secretKind } from '../../../preload/contract/secrets.ts';
import { Copyable } from '../../ui/copyable.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import classes from './settings.module.css';
import type { SettingsPart, SettingsState } from './settings-store.ts';

interface PartFailureProps {
  store: StoreApi<SettingsState>;
  part: SettingsPart;
  /** Other actions. */
  children?: ReactNode;
}

/** Shows the failure of one part of the page beside its cause; for the keychain, with other actions. */
export function PartFailure({ store, part, children }: PartFailureProps) {
  const { failed, environments } = useStore(store);
  const { keychain, sessionOnly } = useStore(environments);
  if (failed?.part !== part) {
    return null;
  }
  const command = failed.failure.details?.command;
  const saving = secretKind.safeParse(part).success;
  return (
    <FailureNotice failure={failed.failure}>
      {typeof command === 'string' && (
        <span className={classes.command}>
          <Copyable value={command} label="command" />
        </span>
      )}
      {saving && isOfArea('keychain', failed.failure) && !keychain?.sessionOnly && (
        <Button onClick={() => void sessionOnly(true)}>Keep secrets for this session only</Button>
      )}
      {children}
    </FailureNotice>
  );
}
