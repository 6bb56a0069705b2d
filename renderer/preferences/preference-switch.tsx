import { Switch } from '@mantine/core';
import { type StoreApi, useStore } from 'zustand';
import type { ApplicationInfo, Preferences } from '../../preload/contract/application.ts';
import type { PreferenceState } from './preference-store.ts';

interface PreferenceSwitchView {
  key: { [K in keyof Preferences]-?: Preferences[K] extends boolean ? K : never }[keyof Preferences];
  label: string;
  description: string;
  /** The action of the palette while it is off, and while it is on. */
  turnOn: string;
  turnOff: string;
  /** Words by which the action is found. */
  keywords: readonly string[];
  /** The capability of the host without which it is not offered. */
  needs?: keyof ApplicationInfo['capabilities'];
}

/** Preferences that are on or off, each with its switch and its action in the palette. */
export const preferenceSwitches = {
  singleKeys: {
    key: 'singleKeys',
    label: 'Single-key shortcuts',
    description: 'Turn this off if you use dictation or a screen reader. With Alt, the letters always work.',
    turnOn: 'Turn single-key shortcuts on',
    turnOff: 'Turn single-key shortcuts off',
    keywords: ['keyboard', 'dictation', 'screen reader', 'letters'],
  },
  contentProtection: {
    key: 'contentProtection',
    label: 'Hide the window from screenshots and shared screens',
    description: 'Others see a black or missing window. You see no difference.',
    turnOn: 'Hide the window from screenshots',
    turnOff: 'Allow screenshots of the window',
    keywords: ['screen sharing', 'privacy', 'recording'],
    needs: 'contentProtection',
  },
} as const satisfies Record<string, PreferenceSwitchView>;

interface PreferenceSwitchProps {
  store: StoreApi<PreferenceState>;
  of: (typeof preferenceSwitches)[keyof typeof preferenceSwitches];
}

export function PreferenceSwitch({ store, of: { key, label, description } }: PreferenceSwitchProps) {
  const isOn = useStore(store, (state) => state[key]);
  return (
    <Switch
      checked={isOn}
      onChange={(event) => store.getState().change({ [key]: event.currentTarget.checked })}
      label={label}
      description={description}
    />
  );
}
