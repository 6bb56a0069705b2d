import { type MantineColorScheme, Stack, useMantineColorScheme } from '@mantine/core';
import { useRef } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { useBridgeQuery } from '../../bridge/use-bridge.tsx';
import type { EnvironmentState } from '../../environments/environment-store.ts';
import { EnvironmentProvider } from '../../environments/use-environment.ts';
import type { NavigationState, SettingsSection } from '../../navigation.ts';
import type { PreferenceState } from '../../preferences/preference-store.ts';
import { PreferenceSwitch, preferenceSwitches } from '../../preferences/preference-switch.tsx';
import { RailGroups } from '../../preferences/rail-groups.tsx';
import { Choice } from '../../ui/choice.tsx';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { useGo } from '../../ui/services.tsx';
import { EnvironmentList } from '../environments/environment-list.tsx';
import { EnvironmentPage, type Keys } from '../environments/environment-page.tsx';
import { KeychainSection } from '../environments/keychain-section.tsx';
import { NewEnvironmentPage } from '../environments/new-environment-page.tsx';
import { About } from './about.tsx';
import { CopiesSection } from './copies-section.tsx';
import {
  ChecklistSection,
  NoteTemplatesSection,
  ReasonsSection,
  WaitingReasonsSection,
} from './own-lists.tsx';
import { PolicySection } from './policy-section.tsx';
import { PublicKeysSection } from './public-keys-section.tsx';
import { TeamSection } from './team-section.tsx';

interface SettingsPageProps {
  environments: StoreApi<EnvironmentState>;
  section: SettingsSection | undefined;
  environmentId: string | undefined;
  navigation: StoreApi<NavigationState>;
  preferences: StoreApi<PreferenceState>;
}

export function SettingsPage(props: SettingsPageProps) {
  const { environments, section, environmentId, navigation, preferences } = props;
  const go = useGo();
  const { data: info } = useBridgeQuery('application.info', {});
  const environment = useStore(environments, (state) =>
    section === 'environment' ? state.environments.find(({ id }) => id === environmentId) : undefined,
  );
  /** The environment that was just added, with the keys entered for it. */
  const added = useRef<{ id: string; keys: Keys }>(undefined);
  if (section === 'new') {
    return (
      <NewEnvironmentPage
        environments={environments}
        navigation={navigation}
        onAdded={(id, keys) => {
          added.current = { id, keys };
          go({ page: 'settings', section: 'environment', environmentId: id });
        }}
      />
    );
  }
  if (environment) {
    return (
      <EnvironmentProvider key={environment.id} value={environment}>
        <EnvironmentPage
          environments={environments}
          takeKeys={() => {
            const keys = environment.id === added.current?.id ? added.current.keys : undefined;
            added.current = undefined;
            return keys;
          }}
          navigation={navigation}
        />
      </EnvironmentProvider>
    );
  }
  return (
    <Page title="Settings">
      <Stack maw={864}>
        <EnvironmentList environments={environments} />
        <PolicySection />
        <KeychainSection />
        <TeamSection />
        <ReasonsSection />
        <WaitingReasonsSection />
        <ChecklistSection />
        <NoteTemplatesSection />
        <CopiesSection />
        <PublicKeysSection />
        <Appearance />
        <Section title="Pages">
          <RailGroups store={preferences} label="In the rail" />
        </Section>
        {info?.capabilities.contentProtection && (
          <Section title="Screen sharing">
            <PreferenceSwitch store={preferences} of={preferenceSwitches.contentProtection} />
          </Section>
        )}
        <Section title="Where data is stored">
          <ul className={layout.discs}>
            <li>Secrets are kept in the keychain and sent only to the service they belong to.</li>
            <li>The settings file and exports contain no secrets.</li>
            <li>
              The list of cases is stored on this computer. Personal data in it is encrypted with a key in the
              keychain.
            </li>
            <li>Data is sent only to the services you set up, and encrypted to the database of your team.</li>
          </ul>
        </Section>
        {info && <About info={info} />}
      </Stack>
    </Page>
  );
}

const schemes: readonly (readonly [MantineColorScheme, string])[] = [
  ['auto', 'Same as system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Section title="Appearance">
      <Choice label="Theme" value={colorScheme} choices={schemes} onChange={setColorScheme} />
    </Section>
  );
}
