import { Button, Stack } from '@mantine/core';
import { IconArrowLeft, IconCopy, IconDownload } from '@tabler/icons-react';
import { useIsMutating } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { StoreApi } from 'zustand';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import type { EnvironmentState } from '../../environments/environment-store.ts';
import { useEnvironment, useEnvironmentAction } from '../../environments/use-environment.ts';
import type { NavigationState } from '../../navigation.ts';
import { EnvironmentTag } from '../../ui/environment-tag.tsx';
import { Page } from '../../ui/page.tsx';
import { Locked, UnderPolicy, useRefusal } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce, useGo } from '../../ui/services.tsx';
import { ApprovalSection } from './approval-section.tsx';
import { CheckButton, CheckResult, CheckSection, useCheck } from './check-section.tsx';
import { ClientCertificateSection } from './client-certificate-section.tsx';
import { DeleteSection } from './delete-section.tsx';
import { draftOf } from './environment-draft.ts';
import { EnvironmentForm, useEnvironmentForm } from './environment-form.tsx';
import { useExport } from './environment-list.tsx';
import { OwnChecksSection } from './own-checks-section.tsx';
import { PartFailure } from './part-failure.tsx';
import { RetentionSection } from './retention-section.tsx';
import { useSecret } from './secret-section.tsx';
import { ApiKeySection, ProxyLoginSection, SigningKeysSection } from './secrets.tsx';

/** The keys entered with a new environment, which are sent only to the keychain. */
export interface Keys {
  login: string;
  password: string;
  signingKey: string;
  /** True if the environment is then selected. */
  andSwitch: boolean;
}

interface EnvironmentPageProps {
  environments: StoreApi<EnvironmentState>;
  /** Returns the keys of an environment that was just added, once: they are saved here. */
  takeKeys(): Keys | undefined;
  navigation: StoreApi<NavigationState>;
}

/** Shows one environment: its keys, the check of its connection, its settings and its deletion. */
export function EnvironmentPage(props: EnvironmentPageProps) {
  const environment = useEnvironment();
  const { environments, takeKeys, navigation } = props;
  const go = useGo();
  const { id, settings, builtIn, apiKey } = environment;
  const copying = useEnvironmentAction('environments.duplicate');
  const check = useCheck();
  const refusal = useRefusal('environment', { environmentId: id });
  const canChange = !builtIn && refusal === undefined;
  const file = useExport([environment]);
  const busy = useIsMutating({ mutationKey: [id] }) > (check.busy ? 1 : 0);
  const announce = useAnnounce();
  const title = useRef<HTMLHeadingElement>(null);
  const [keyRequests, setKeyRequests] = useState(0);
  const newApiKey = useSecret('api-key');
  const newSigningKey = useSecret('signing-key');
  /** The outcome of each step is shown in its section. */
  const begin = async ({ login, password, signingKey, andSwitch }: Keys) => {
    const hasApiKey =
      (login !== '' || password !== '') && (await newApiKey.enter({ login, password }, 'API key saved'));
    if (signingKey !== '') {
      await newSigningKey.enter({ label: 'Current', key: signingKey }, 'Signing key Current saved');
    }
    if (andSwitch) {
      await environments.getState().select(id);
    }
    if (hasApiKey) {
      await check.run();
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for an environment that was added
  useEffect(() => {
    const keys = takeKeys();
    if (keys) {
      void begin(keys);
    }
  }, []);
  return (
    <Page
      title={visibleText(settings.name)}
      aside={<EnvironmentTag kind={settings.kind} readOnly={settings.readOnly} />}
      subtitle={builtIn ? 'The built-in sandbox. It cannot be changed.' : settings.baseUrl}
      actions={
        <>
          <BackButton />
          <UnderPolicy rule="copy" input={{ environmentId: id }}>
            <Button
              leftSection={<IconCopy size={14} />}
              onClick={async () => {
                const copy = await copying.run();
                if (copy) {
                  environments.getState().add(copy);
                  go({ page: 'settings', section: 'environment', environmentId: copy.id });
                }
              }}
            >
              Duplicate
            </Button>
          </UnderPolicy>
          <Button leftSection={<IconDownload size={14} />} onClick={() => void file.save()}>
            Export
          </Button>
        </>
      }
      busy={busy}
    >
      <Stack maw={864}>
        <PartFailure failure={copying.failure ?? file.failure} />
        {!builtIn && (
          <Section title="Settings" titleRef={title}>
            <Stack gap={14}>
              <Locked isForm refusal={refusal}>
                <Settings
                  // The saved settings are the form's beginning.
                  key={JSON.stringify(settings)}
                  navigation={navigation}
                  checkButton={
                    canChange ? (props) => <CheckButton check={check} busy={busy} {...props} /> : undefined
                  }
                  onSaved={(isHeldBack, andCheck) => {
                    check.stop();
                    check.reset();
                    if (isHeldBack && !apiKey?.heldBack) {
                      setKeyRequests(keyRequests + 1);
                      announce('Settings saved. Enter the API key again.');
                      return;
                    }
                    announce('Settings saved');
                    // The form begins again, and its first control is a choice.
                    title.current?.focus();
                    if (andCheck) {
                      void check.run();
                    }
                  }}
                />
              </Locked>
              {canChange && <CheckResult check={check} />}
            </Stack>
          </Section>
        )}
        {!canChange && <CheckSection check={check} busy={busy} />}
        <ApiKeySection requests={keyRequests} onSaved={() => void check.run()} />
        <SigningKeysSection />
        {!builtIn && <ProxyLoginSection />}
        {!builtIn && <ClientCertificateSection />}
        <RetentionSection />
        <ApprovalSection />
        <OwnChecksSection />
        {!builtIn && environment.setByPolicy === undefined && (
          <DeleteSection
            onGone={(left) => {
              environments.getState().show(left);
              navigation.getState().setUnsaved(false);
              go({ page: 'settings' });
            }}
          />
        )}
      </Stack>
    </Page>
  );
}

interface SettingsProps {
  navigation: StoreApi<NavigationState>;
  /** Renders the button that checks the connection; undefined where it stands elsewhere. */
  checkButton: ((props: { label?: string; onCheck?(): void }) => ReactNode) | undefined;
  /** Called with whether the API key must be entered again for the new settings, and whether the connection is then checked. */
  onSaved(isHeldBack: boolean, andCheck: boolean): void;
}

function Settings({ navigation, checkButton, onSaved }: SettingsProps) {
  const { id, settings, apiKey } = useEnvironment();
  const { run, busy, failure } = useBridgeAction('environments.save', { environmentId: id });
  const model = useEnvironmentForm(draftOf(settings));
  const save = (andCheck: boolean) => async (settings: EnvironmentSettings) => {
    const newState = await run({ settings });
    if (newState) {
      onSaved(newState.apiKey?.heldBack === true, andCheck);
    }
  };
  return (
    <EnvironmentForm
      model={model}
      verb="Save"
      keyEnteredFor={apiKey?.heldBack ? undefined : apiKey?.enteredFor}
      failure={failure}
      navigation={navigation}
      hasChanges={model.changed}
      onSubmit={() => model.submit(save(false))}
      buttons={
        <>
          <Button variant="filled" type="submit" loading={busy} disabled={!model.changed}>
            Save
          </Button>
          {checkButton?.(
            model.changed ? { label: 'Save and check', onCheck: () => model.submit(save(true)) } : {},
          )}
          <Button disabled={!model.changed} onClick={model.form.reset}>
            Discard changes
          </Button>
        </>
      }
    />
  );
}

export function BackButton() {
  const go = useGo();
  return (
    <Button leftSection={<IconArrowLeft size={14} />} onClick={() => go({ page: 'settings' })}>
      All settings
    </Button>
  );
}
