import { Button, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { type AccountDefaults, defaultFields } from '../../../preload/contract/creation.ts';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import type { CreationState } from './creation-store.ts';
import classes from './form.module.css';

const labels: Readonly<Record<(typeof defaultFields)[number], string>> = {
  strategy: 'Strategy',
  returnUrl: 'Return address',
  callbackUrl: 'Callback address',
};

/**
 * Shows the defaults configured at the service for the account (interface 2.1). The service has no operation to read them, so they are entered
 * here.
 */
export function AccountDefaultsSection({ store }: { store: StoreApi<CreationState> }) {
  const { setup, busy, saveDefaults } = useStore(store);
  const announce = useAnnounce();
  const [draft, setDraft] = useState<AccountDefaults>({});
  useEffect(() => setDraft(setup?.defaults ?? {}), [setup?.defaults]);
  return (
    <Section title="Account defaults" collapsible closed>
      <Stack gap={10}>
        <p className={classes.example}>
          The defaults that the service has for this account. Enter them here so that the console can say what
          is missing. They are not sent.
        </p>
        {defaultFields.map((field) => (
          <TextInput
            key={field}
            label={labels[field]}
            value={draft[field] ?? ''}
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, [field]: value })}
          />
        ))}
        <div>
          <Button
            loading={busy === 'setup'}
            onClick={async () => {
              const entered = Object.entries(draft).filter(([, value]) => value.trim() !== '');
              if (await saveDefaults(Object.fromEntries(entered))) {
                announce('Account defaults saved');
              }
            }}
          >
            Save defaults
          </Button>
        </div>
      </Stack>
    </Section>
  );
}
