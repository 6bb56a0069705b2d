import { Box, Button, PasswordInput, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StoreApi } from 'zustand';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { apiKeyInput, signingKeyInput } from '../../../preload/contract/secrets.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { setByPolicyLabel } from '../../../preload/wording/policy.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import type { EnvironmentState } from '../../environments/environment-store.ts';
import type { NavigationState } from '../../navigation.ts';
import layout from '../../ui/layout.module.css';
import { EmptyState } from '../../ui/notices.tsx';
import { Page } from '../../ui/page.tsx';
import { usePolicy } from '../../ui/policy.tsx';
import { Section } from '../../ui/section.tsx';
import { useAnnounce, useGo } from '../../ui/services.tsx';
import { useTexts } from '../../ui/use-form-check.ts';
import { type EnvironmentDraft, newDraft } from './environment-draft.ts';
import { EnvironmentForm, useEnvironmentForm } from './environment-form.tsx';
import type { Keys } from './environment-page.tsx';
import { BackButton } from './environment-page.tsx';
import { type PastedSettings, readPastedSettings } from './pasted-settings.ts';
import formLayout from './settings-form.module.css';

interface NewEnvironmentPageProps {
  environments: StoreApi<EnvironmentState>;
  navigation: StoreApi<NavigationState>;
  /** Opens the page of the environment that was added, where its keys are saved. */
  onAdded(environmentId: string, keys: Keys): void;
}

type EnteredKeys = Omit<Keys, 'andSwitch'>;
const noKeys: EnteredKeys = { login: '', password: '', signingKey: '' };

/** Shows a new environment on one page: its settings and its keys, typed or pasted, and a check of the connection once it is added. */
export function NewEnvironmentPage({ environments, navigation, onAdded }: NewEnvironmentPageProps) {
  const go = useGo();
  const { run, busy, failure } = useBridgeAction('environments.save', {});
  const policy = usePolicy();
  const announce = useAnnounce();
  const model = useEnvironmentForm(newDraft);
  const { texts: keys, setTexts: setKeys, field } = useTexts(noKeys, { spellCheck: false });
  const faults = keyFaults(keys);

  const fill = (settings: PastedSettings) => {
    model.form.setValues(fillIn(model.form.values, settings));
    setKeys(({ login, password, signingKey }) => ({
      login: settings.login ?? login,
      password: settings.password ?? password,
      signingKey: settings.signingKey ?? signingKey,
    }));
  };
  const add = async (settings: EnvironmentSettings, andSwitch: boolean) => {
    const environment = await run({ settings });
    if (!environment) {
      return;
    }
    announce(`${visibleText(settings.name)} added`);
    navigation.getState().setUnsaved(false);
    // Main publishes the list as well; the page that opens next needs it at once.
    environments.getState().add(environment);
    onAdded(environment.id, { ...keys, andSwitch });
  };

  const save = (andSwitch: boolean) =>
    model.submit((settings) => void add(settings, andSwitch), Object.keys(faults).length === 0);

  if (policy?.ownEnvironments.length === 0) {
    return (
      <Page title="New environment" actions={<BackButton />}>
        <EmptyState title="No environment can be added.">{setByPolicyLabel}.</EmptyState>
      </Page>
    );
  }
  return (
    <Page title="New environment" actions={<BackButton />} busy={busy}>
      <Stack maw={864}>
        <PasteSection onFill={fill} />
        <Section title="Settings">
          <EnvironmentForm
            model={model}
            verb="Add"
            failure={failure}
            navigation={navigation}
            hasChanges={model.changed || keys !== noKeys}
            onSubmit={() => save(false)}
            buttons={
              <>
                <Button variant="filled" type="submit" loading={busy}>
                  Add environment
                </Button>
                <Button disabled={busy} onClick={() => save(true)}>
                  Add and switch to it
                </Button>
                <Button
                  onClick={() => {
                    navigation.getState().setUnsaved(false);
                    go({ page: 'settings' });
                  }}
                >
                  Cancel
                </Button>
              </>
            }
          >
            <KeyFields field={(name) => field(name, model.tried ? faults : {})} />
          </EnvironmentForm>
        </Section>
      </Stack>
    </Page>
  );
}

function PasteSection({ onFill }: { onFill(settings: PastedSettings): void }) {
  const [text, setText] = useState('');
  const [result, setResult] = useState('');
  const read = (text: string) => {
    if (text.trim() === '') {
      setText(text);
      return;
    }
    const pastedSettings = readPastedSettings(text);
    if (!pastedSettings) {
      setText(text);
      setResult('No settings found in this text.');
      return;
    }
    onFill(pastedSettings.settings);
    // The text may hold secrets; they are in their fields now.
    setText('');
    const names = Object.keys(pastedSettings.settings).map((name) => labels[name as keyof PastedSettings]);
    const unusedText =
      pastedSettings.otherLines.length === 0
        ? ''
        : ` Not used: ${pastedSettings.otherLines.map((name) => visibleText(name)).join(', ')}.`;
    setResult(`Filled in: ${names.join(', ')}.${unusedText}`);
  };
  return (
    <Section title="Paste">
      <Textarea
        label="A .env file, JSON, or lines such as “Login: …”"
        description="Whatever is found in it, including keys, is filled in below."
        value={text}
        onChange={(event) => read(event.currentTarget.value)}
        spellCheck={false}
        classNames={{ input: layout.mono ?? '' }}
      />
      <p className={layout.explanation} role="status">
        {result}
      </p>
    </Section>
  );
}

function KeyFields({ field }: { field(name: keyof EnteredKeys): object }) {
  return (
    <Box component="fieldset" m={0} p={0} bd={0} miw={0}>
      <legend className={formLayout.legend}>Keys (optional)</legend>
      <div className={formLayout.fields}>
        <TextInput label="Login of the API key" {...field('login')} />
        <PasswordInput
          label="Password of the API key"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          {...field('password')}
        />
        <PasswordInput
          label="Signing key"
          description="Checks callbacks. It is not the API key."
          visibilityToggleButtonProps={{ 'aria-label': 'Show signing key' }}
          {...field('signingKey')}
        />
      </div>
    </Box>
  );
}

const labels: Readonly<Record<keyof PastedSettings, string>> = {
  name: 'name',
  kind: 'kind',
  baseUrl: 'base address',
  mediaType: 'media type',
  tokenUrl: 'token address',
  proxyUrl: 'proxy',
  extraCaFile: 'extra certificate authority',
  login: 'login',
  password: 'password',
  signingKey: 'signing key',
};

/** Returns the faults of keys that were entered; empty ones are not required yet. */
function keyFaults({ login, password, signingKey }: EnteredKeys): Partial<Record<keyof EnteredKeys, string>> {
  const faults: Partial<Record<keyof EnteredKeys, string>> = {};
  if (login !== '' || password !== '') {
    for (const issue of apiKeyInput.safeParse({ login, password }).error?.issues ?? []) {
      faults[issue.path[0] === 'login' ? 'login' : 'password'] ??= issue.message;
    }
  }
  if (signingKey !== '') {
    const fault = signingKeyInput.shape.key.safeParse(signingKey).error?.issues[0]?.message;
    if (fault !== undefined) {
      faults.signingKey = fault;
    }
  }
  return faults;
}

/** Returns the draft with pasted values in place of its own. */
function fillIn(draft: EnvironmentDraft, settings: PastedSettings): EnvironmentDraft {
  const { name, kind, baseUrl, mediaType, tokenUrl, proxyUrl, extraCaFile } = settings;
  return {
    ...draft,
    name: name ?? (draft.name || (URL.parse(baseUrl ?? '')?.hostname ?? '')),
    kind: kind ?? draft.kind,
    baseUrl: baseUrl ?? draft.baseUrl,
    mediaType: mediaType ?? draft.mediaType,
    ...(tokenUrl === undefined ? {} : { scheme: 'oauth', tokenUrl }),
    ...(proxyUrl === undefined ? {} : { proxyMode: 'own', proxyUrl }),
    extraCaFile: extraCaFile ?? draft.extraCaFile,
  };
}
