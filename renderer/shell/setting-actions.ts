import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Action } from '../actions/action-store.ts';
import { useStores } from '../stores.tsx';

const group = 'Settings';

/** Registers every setting by its name, so that it is found without knowing its page. */
export function useSettingActions(): void {
  const { actions, navigation, environments, preferences, application } = useStores();
  const sessionOnly = useStore(environments, ({ keychain }) => keychain?.sessionOnly ?? false);
  const environmentId = useStore(environments, ({ selected }) => selected?.id);
  const singleKeys = useStore(preferences, (state) => state.singleKeys);
  const contentProtection = useStore(preferences, (state) => state.contentProtection);
  const canProtect = useStore(application, ({ info }) => info?.capabilities.contentProtection ?? false);
  useEffect(() => {
    const { go } = navigation.getState();
    const toSettings = () => go({ page: 'settings' });
    const toEnvironment = () => {
      if (environmentId !== undefined) {
        go({ page: 'settings', section: 'environment', environmentId });
      }
    };
    const offered: Action[] = [
      {
        id: 'setting-environment',
        label: 'Edit this environment',
        keywords: ['API key', 'signing key', 'proxy', 'certificate', 'timeout', 'read-only', 'media type'],
        disabled: environmentId === undefined,
        run: toEnvironment,
      },
      {
        id: 'setting-retention',
        label: 'How long cases are kept',
        keywords: ['retention', 'days', 'remove old cases', 'delete after'],
        disabled: environmentId === undefined,
        run: toEnvironment,
      },
      {
        id: 'setting-reasons',
        label: 'Your own decision reasons',
        keywords: ['reject', 'escalate', 'clear', 'reason list'],
        run: toSettings,
      },
      {
        id: 'setting-copies',
        label: 'Restore a copy of the stored cases',
        keywords: ['backup', 'copies', 'restore'],
        run: toSettings,
      },
      {
        id: 'setting-journal',
        label: 'Check or export the journal',
        keywords: ['audit', 'history', 'hash chain', 'CSV', 'JSON lines'],
        run: toSettings,
      },
      {
        id: 'setting-export',
        label: 'Export or import environments',
        keywords: ['backup', 'share', 'file'],
        run: toSettings,
      },
      {
        id: 'setting-keychain',
        label: sessionOnly ? 'Keep secrets in the keychain' : 'Keep secrets for this session only',
        keywords: ['keyring', 'password', 'memory', 'session only'],
        run: () => void environments.getState().sessionOnly(!sessionOnly),
      },
      {
        id: 'setting-single-keys',
        label: singleKeys ? 'Turn single-key shortcuts off' : 'Turn single-key shortcuts on',
        keywords: ['keyboard', 'dictation', 'letters'],
        run: () => preferences.getState().change({ singleKeys: !singleKeys }),
      },
      {
        id: 'setting-content-protection',
        label: contentProtection ? 'Allow screenshots of the window' : 'Hide the window from screenshots',
        keywords: ['screen sharing', 'privacy', 'recording'],
        disabled: !canProtect,
        run: () => preferences.getState().change({ contentProtection: !contentProtection }),
      },
      {
        id: 'setting-about',
        label: 'Version and diagnostics',
        keywords: ['about', 'log', 'support'],
        run: toSettings,
      },
    ];
    return actions.getState().register(offered.map((action) => ({ ...action, group })));
  }, [
    actions,
    navigation,
    environments,
    preferences,
    environmentId,
    sessionOnly,
    singleKeys,
    contentProtection,
    canProtect,
  ]);
}
