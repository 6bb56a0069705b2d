import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type AccountDefaults, defaultFields } from '../../../preload/contract/creation.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';
import { FailureNotice } from '../../ui/notices.tsx';
import { Section } from '../../ui/section.tsx';
import { setupChange, useSetup } from './use-setup.ts';

const labels: Readonly<Record<(typeof defaultFields)[number], string>> = {
  strategy: 'Strategy',
  returnUrl: 'Return address',
  callbackUrl: 'Callback address',
};

/**
 * Shows the defaults configured at the service for the account (interface 2.1). The service has no operation to read them, so they are entered
 * here.
 */
export function AccountDefaultsSection() {
  const { data: setup } = useSetup();
  const { run, busy, failure } = useEnvironmentAction('creation.saveDefaults', {}, setupChange);
  const [draft, setDraft] = useState<AccountDefaults>({});
  useEffect(() => setDraft(setup?.defaults ?? {}), [setup?.defaults]);
  return (
    <Section title="Account defaults" collapsible closed>
      <Stack gap={10}>
        <Text c="dimmed" fz={12}>
          The defaults that the service has for this account. Enter them here so that the console can say what
          is missing. They are not sent.
        </Text>
        {defaultFields.map((field) => (
          <TextInput
            key={field}
            label={labels[field]}
            value={draft[field] ?? ''}
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, [field]: value })}
          />
        ))}
        {failure && <FailureNotice failure={failure} />}
        <div>
          <Button
            loading={busy}
            onClick={() => {
              const entries = Object.entries(draft).filter(([, value]) => value.trim() !== '');
              void run({ defaults: Object.fromEntries(entries) }, 'Account defaults saved');
            }}
          >
            Save defaults
          </Button>
        </div>
      </Stack>
    </Section>
  );
}
