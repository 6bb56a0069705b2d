import { Button } from '@mantine/core';
import { IconArrowLeft, IconCopy } from '@tabler/icons-react';
import { useStore } from 'zustand';
import type { StoreApi } from 'zustand/vanilla';
import type { EnvironmentView } from '../../preload/contract/environments.ts';
import { visibleText } from '../../preload/contract/service/visible-text.ts';
import type { NavigationState } from '../navigation.ts';
import { EnvironmentTag } from '../ui/environment-tag.tsx';
import { violationsOf } from '../ui/failure-notice.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { useAnnounce } from '../ui/services.tsx';
import { ApiKeySection } from './api-key-section.tsx';
import { CheckSection } from './check-section.tsx';
import { ClientCertificateSection } from './client-certificate-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { type DraftField, draftOf, fieldOfViolation, newDraft } from './environment-draft.ts';
import { EnvironmentForm } from './environment-form.tsx';
import { ExportButton } from './export-import.tsx';
import { PartFailure } from './part-failure.tsx';
import { ProxyLoginSection } from './proxy-login-section.tsx';
import classes from './settings.module.css';
import type { SettingsState } from './settings-store.ts';
import { SigningKeysSection } from './signing-keys-section.tsx';

interface EnvironmentPageProps {
  store: StoreApi<SettingsState>;
  environment: EnvironmentView;
  navigation: StoreApi<NavigationState>;
  onBack(): void;
  onOpen(environmentId: string): void;
}

/** One environment: its settings, its keys, the way to it, and the end of it. */
export function EnvironmentPage({ store, environment, navigation, onBack, onOpen }: EnvironmentPageProps) {
  const { busy, save, duplicate } = useStore(store);
  const announce = useAnnounce();
  const refused = useRefused(store);
  const { id, settings, builtIn, apiKey } = environment;
  const initial = draftOf(settings);
  return (
    <Page
      title={visibleText(settings.name)}
      aside={<EnvironmentTag kind={settings.kind} readOnly={settings.readOnly} />}
      subtitle={
        builtIn ? 'The embedded sandbox. It belongs to the console and cannot be changed.' : settings.baseUrl
      }
      actions={
        <>
          <BackButton onBack={onBack} />
          <Button
            variant="default"
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
      <div className={classes.column}>
        <PartFailure store={store} part="list" />
        <PartFailure store={store} part="transfer" />
        <ApiKeySection store={store} environment={environment} />
        <SigningKeysSection store={store} environment={environment} />
        {!builtIn && <ProxyLoginSection store={store} environment={environment} />}
        {!builtIn && <ClientCertificateSection store={store} environment={environment} />}
        <CheckSection store={store} environmentId={id} />
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
                  if (await save(id, changed)) {
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
      </div>
    </Page>
  );
}

interface NewEnvironmentPageProps {
  store: StoreApi<SettingsState>;
  navigation: StoreApi<NavigationState>;
  onBack(): void;
  onOpen(environmentId: string): void;
}

/** A new environment: settings first, its keys on the page that follows. */
export function NewEnvironmentPage({ store, navigation, onBack, onOpen }: NewEnvironmentPageProps) {
  const { busy, save } = useStore(store);
  const announce = useAnnounce();
  const refused = useRefused(store);
  return (
    <Page
      title="New environment"
      subtitle="Its keys are entered on the page that follows."
      actions={<BackButton onBack={onBack} />}
      busy={busy === 'form'}
    >
      <div className={classes.column}>
        <Section title="Settings">
          <EnvironmentForm
            initial={newDraft}
            action="Add the environment"
            busy={busy === 'form'}
            refused={refused}
            navigation={navigation}
            onSave={async (settings) => {
              const added = await save(undefined, settings);
              if (!added) {
                return;
              }
              announce(`${visibleText(settings.name)} added`);
              navigation.getState().setUnsaved(false);
              onOpen(added.id);
            }}
            onCancel={() => {
              navigation.getState().setUnsaved(false);
              onBack();
            }}
          />
          <PartFailure store={store} part="form" />
        </Section>
      </div>
    </Page>
  );
}

function BackButton({ onBack }: { onBack(): void }) {
  return (
    <Button variant="default" leftSection={<IconArrowLeft size={14} />} onClick={onBack}>
      All settings
    </Button>
  );
}

/** What main refused, at the fields it is about. */
function useRefused(store: StoreApi<SettingsState>): Partial<Record<DraftField, string>> {
  const failed = useStore(store, (state) => state.failed);
  const refused: Partial<Record<DraftField, string>> = {};
  if (failed?.part !== 'form') {
    return refused;
  }
  for (const { field, message } of violationsOf(failed.failure.details?.violations)) {
    const name = field === undefined ? undefined : fieldOfViolation(field);
    if (name) {
      refused[name] = message;
    }
  }
  return refused;
}
