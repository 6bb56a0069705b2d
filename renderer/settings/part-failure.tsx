import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import { Copyable } from '../ui/copyable.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import classes from './settings.module.css';
import type { SettingsPart, SettingsState } from './settings-store.ts';

/** Where secrets are saved. */
const savingParts: ReadonlySet<SettingsPart> = new Set([
  'api-key',
  'signing-keys',
  'proxy-login',
  'client-certificate',
]);

interface PartFailureProps {
  store: StoreApi<SettingsState>;
  part: SettingsPart;
  /** Other ways on. */
  children?: ReactNode;
}

/** The failure of one part of the room, beside what caused it; where the keychain is in the way, with the ways round it. */
export function PartFailure({ store, part, children }: PartFailureProps) {
  const { failed, keychain, sessionOnly } = useStore(store);
  if (failed?.part !== part) {
    return null;
  }
  const { code, details } = failed.failure;
  const command = details?.command;
  const saving = savingParts.has(part);
  return (
    <FailureNotice failure={failed.failure}>
      {typeof command === 'string' && (
        <span className={classes.command}>
          <Copyable value={command} label="command" />
        </span>
      )}
      {saving && code.startsWith('keychain-') && !keychain?.sessionOnly && (
        <Button variant="default" onClick={() => void sessionOnly(true)}>
          Keep secrets for this session only
        </Button>
      )}
      {children}
    </FailureNotice>
  );
}
