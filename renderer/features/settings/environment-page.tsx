import { Button, Stack } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { EnvironmentView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import type { NavigationState } from '../../navigation.ts';
import { EnvironmentTag } from '../../ui/environment-tag.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce } from '../../ui/services.tsx';
import { ApiKeySection } from './api-key-section.tsx';
import { BackButton } from './back-button.tsx';
import { CheckSection } from './check-section.tsx';
import { ClientCertificateSection } from './client-certificate-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { draftOf } from './environment-draft.ts';
import { EnvironmentForm } from './environment-form.tsx';
import { ExportButton } from './export-import.tsx';
import { PartFailure } from './part-failure.tsx';
import { ProxyLoginSection } from './proxy-login-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import type { SettingsState } from './settings-store.ts';
import { SigningKeysSection } from './signing-keys-section.tsx';
import { useRefused } from './use-refused.ts';

interface EnvironmentPageProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
  navigation: StoreApi<NavigationState>;
  onBack(): void;
  onOpen(environmentId: string): void;
}

/** Shows one environment: its keys, the check of its connection, its settings and its deletion. */
export function EnvironmentPage({ store, environment, navigation, onBack, onOpen }: EnvironmentPageProps) {
  const { busy, records, save, duplicate } = useStore(store);
  const announce = useAnnounce();
  const refused = useRefused(store);
  const [keyRequests, setKeyRequests] = useState(0);
  const { id, settings, builtIn, apiKey } = environment;
  const initial = draftOf(settings);
  return (
    <Page
      title={visibleText(settings.name)}
      aside={<EnvironmentTag kind={settings.kind} readOnly={settings.readOnly} />}
      subtitle={builtIn ? 'The built-in sandbox. It cannot be changed.' : settings.baseUrl}
      actions={
        <>
          <BackButton onBack={onBack} />
          <Button
            leftSection={<IconCopy size={14} />}
            onClick={async () => {
              const copy = await duplicate(id);
              if (copy) {
                onOpen(copy.id);
              }
            }}
          >
            Duplicate
          </Button>
          <ExportButton store={store} environmentIds={[id]} label="Export" />
        </>
      }
      busy={busy !== undefined && busy !== 'check'}
    >
      <Stack maw={864}>
        <PartFailure store={store} part="list" />
        <PartFailure store={store} part="transfer" />
        <ApiKeySection store={store} environment={environment} requests={keyRequests} />
        <SigningKeysSection store={store} environment={environment} />
        {!builtIn && <ProxyLoginSection store={store} environment={environment} />}
        {!builtIn && <ClientCertificateSection store={store} environment={environment} />}
        <CheckSection store={store} environmentId={id} />
        <RetentionSection store={records} environmentId={id} />
        {!builtIn && (
          <>
            <Section title="Settings">
              <EnvironmentForm
                key={JSON.stringify(initial)}
                initial={initial}
                action="Save"
                busy={busy === 'form'}
                keyEnteredFor={apiKey?.heldBack ? undefined : apiKey?.enteredFor}
                refused={refused}
                navigation={navigation}
                onSave={async (changed) => {
                  const saved = await save(id, changed);
                  if (saved?.apiKey?.heldBack && !apiKey?.heldBack) {
                    setKeyRequests(keyRequests + 1);
                    announce('Settings saved. Enter the API key again.');
                  } else if (saved) {
                    announce('Settings saved');
                  }
                }}
              />
              <PartFailure store={store} part="form" />
            </Section>
            <DeleteSection
              store={store}
              environment={environment}
              onGone={() => {
                navigation.getState().setUnsaved(false);
                onBack();
              }}
            />
          </>
        )}
      </Stack>
    </Page>
  );
}
