import { useStore } from 'zustand';
import type { Action } from '../actions/action-store.ts';
import { useActions } from '../actions/use-action.ts';
import { useBridgeQuery } from '../bridge/use-bridge.tsx';
import { useKeychain } from '../environments/use-keychain.ts';
import { preferenceSwitches } from '../preferences/preference-switch.tsx';
import { useStores } from '../stores.tsx';

/** Registers every setting by its name, so that it is found without knowing its page. */
export function useSettingActions(): void {
  const { navigation, environments, preferences } = useStores();
  const { keychain, sessionOnly } = useKeychain();
  const isSessionOnly = keychain?.sessionOnly ?? false;
  const environmentId = useStore(environments, ({ selected }) => selected?.id);
  const state = useStore(preferences);
  const capabilities = useBridgeQuery('application.info', {}).data?.capabilities;
  const { go } = navigation.getState();
  const toEnvironment = () => {
    if (environmentId !== undefined) {
      go({ page: 'settings', section: 'environment', environmentId });
    }
  };
  // Those without a place of their own are on the first page of the settings.
  const offers: (Omit<Action, 'group' | 'run'> & Partial<Pick<Action, 'run'>>)[] = [
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
    },
    {
      id: 'setting-team',
      label: 'Team: create, join, invite',
      keywords: ['PostgreSQL', 'database', 'colleagues', 'members', 'share', 'role'],
    },
    {
      id: 'setting-waiting',
      label: 'Texts for users: waiting reasons',
      keywords: ['waiting for the user', 'languages', 'message', 'templates'],
    },
    {
      id: 'setting-checklist',
      label: 'Checklist before Approve',
      keywords: ['items', 'tick', 'products'],
    },
    {
      id: 'setting-note-templates',
      label: 'Templates of notes',
      keywords: ['note', 'text', 'snippet'],
    },
    {
      id: 'setting-copies',
      label: 'Restore a copy of the stored cases',
      keywords: ['backup', 'copies', 'restore'],
    },
    {
      id: 'setting-journal',
      label: 'Check or export the journal',
      keywords: ['audit', 'history', 'hash chain', 'CSV', 'JSON lines'],
      run: () => go({ page: 'reports', view: 'journal' }),
    },
    {
      id: 'setting-export',
      label: 'Export or import environments',
      keywords: ['backup', 'share', 'file'],
    },
    {
      id: 'setting-keychain',
      label: isSessionOnly ? 'Keep secrets in the keychain' : 'Keep secrets for this session only',
      keywords: ['keyring', 'password', 'memory', 'session only'],
      run: () => sessionOnly(!isSessionOnly),
    },
    ...Object.values(preferenceSwitches).map((one) => {
      const isOn = state[one.key];
      return {
        id: `setting-${one.key}`,
        label: isOn ? one.turnOff : one.turnOn,
        keywords: one.keywords,
        disabled: 'needs' in one && !capabilities?.[one.needs],
        run: () => preferences.getState().change({ [one.key]: !isOn }),
      };
    }),
    {
      id: 'setting-about',
      label: 'Version and diagnostics',
      keywords: ['about', 'log', 'support'],
    },
  ];
  useActions(
    'Settings',
    offers.map((action) => ({ run: () => go({ page: 'settings' }), ...action })),
  );
}
