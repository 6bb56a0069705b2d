import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { KeychainState } from '../../../../preload/contract/environments.ts';
import {
  createEnvironmentStore,
  type EnvironmentState,
} from '../../../../renderer/environments/environment-store.ts';
import { ApiKeySection } from '../../../../renderer/features/settings/api-key-section.tsx';
import { CheckSection } from '../../../../renderer/features/settings/check-section.tsx';
import { EnvironmentList } from '../../../../renderer/features/settings/environment-list.tsx';
import { ImportSummary } from '../../../../renderer/features/settings/export-import.tsx';
import { KeychainSection } from '../../../../renderer/features/settings/keychain-section.tsx';
import { PartFailure } from '../../../../renderer/features/settings/part-failure.tsx';
import {
  createSettingsStore,
  type SettingsState,
} from '../../../../renderer/features/settings/settings-store.ts';
import { type Composed, startComposed } from '../../../support/composed.ts';
import { render } from '../../../support/render.tsx';

let composed: Composed;
let environments: StoreApi<EnvironmentState>;
let settings: StoreApi<SettingsState>;
let acmeId = '';

beforeAll(async () => {
  composed = await startComposed();
  acmeId = await composed.add('Acme', 'https://acme.example');
  environments = createEnvironmentStore(composed.bridge);
  await environments.getState().load();
  await environments.getState().checkKeychain();
  settings = createSettingsStore(composed.bridge, environments);
});
afterAll(() => composed.close());

/** The current stores with changes: a component rendered once shows a store's first state. */
const environmentsWith = (change: Partial<EnvironmentState> = {}) =>
  createStore<EnvironmentState>(() => ({ ...environments.getState(), ...change }));
const settingsWith = (change: Partial<SettingsState> = {}, shared: Partial<EnvironmentState> = {}) =>
  createStore<SettingsState>(() => ({
    ...settings.getState(),
    environments: environmentsWith(shared),
    ...change,
  }));
const acme = () => {
  const found = environments.getState().environments.find(({ id }) => id === acmeId);
  if (!found) {
    throw new Error('Acme was not added');
  }
  return found;
};

describe('the list of environments', () => {
  const list = (change: Partial<EnvironmentState> = {}) =>
    render(
      <EnvironmentList store={settingsWith({}, change)} onOpen={() => undefined} onAdd={() => undefined} />,
    );

  test('marks the selected one, and offers the others', () => {
    const { text, buttons } = list();
    expect(text).toMatch(/Sandbox.*In use.*Acme/);
    expect(text).toContain('https://acme.example · API key · no signing key · Basic');
    expect(buttons).toEqual(expect.arrayContaining(['View Sandbox', 'Use Acme', 'Edit Acme']));
    expect(buttons).not.toContain('Use Sandbox');
  });

  test('reports that a key must be entered again', () => {
    const changed = { ...acme(), apiKey: acme().apiKey && { ...acme().apiKey, heldBack: true } };
    const { text } = list({ environments: [changed] as EnvironmentState['environments'] });
    expect(text).toContain('API key must be entered again');
  });

  test('adds and imports nothing while the settings file is unusable', () => {
    const problem = { code: 'settings-unreadable', message: 'Not JSON.', retryable: false } as const;
    const disabled = (html: string) =>
      [...html.matchAll(/<button[^>]*disabled=""[^>]*>(.*?)<\/button>/gs)].map(([, content = '']) =>
        content.replaceAll(/<[^>]*>/g, ''),
      );
    expect(disabled(list({ problem }).html)).toEqual(expect.arrayContaining(['Import…', 'Add']));
    expect(disabled(list().html)).toEqual([]);
  });
});

describe('the API key', () => {
  const section = (change: Partial<SettingsState> = {}, environment = acme()) =>
    render(<ApiKeySection store={settingsWith(change)} environment={environment} requests={0} />);

  test('is never shown, only its date and where it is sent', () => {
    const { text, buttons, html } = section();
    expect(text).toMatch(/Saved .*, for this session only/);
    expect(text).toContain('Sent only to https://acme.example.');
    expect(buttons).toEqual(['Replace…', 'Remove']);
    expect(html).not.toContain('secret');
  });

  test('entered for another address must be entered again', () => {
    const { apiKey } = acme();
    const environment = { ...acme(), ...(apiKey && { apiKey: { ...apiKey, heldBack: true } }) };
    const { text, buttons } = section({}, environment);
    expect(text).toContain('It is not used until you enter it again for https://acme.example.');
    expect(buttons).toContain('Enter it again…');
  });

  test('that is missing has a form', () => {
    const { apiKey: _, ...environment } = acme();
    expect(section({}, environment).buttons).toContain('Save API key');
  });
});

describe('the secret storage', () => {
  const state = (change: Partial<KeychainState>): KeychainState => ({
    state: 'available',
    message: 'The keychain works.',
    sessionOnly: false,
    ...change,
  });
  const section = (keychain: KeychainState) =>
    render(<KeychainSection store={environmentsWith({ keychain })} />);

  test.each([
    ['available', 'Available'],
    ['absent', 'Absent'],
    ['locked', 'Locked'],
    ['denied', 'Denied'],
  ] as const)('that is %s shows “%s” with what to do', (name, word) => {
    const { text } = section(state({ state: name, hint: 'Do this.', command: 'unlock now' }));
    expect(text).toContain(word);
    expect(text).toMatch(/Do this\. unlock now/);
  });

  test('shows whether secrets are kept for the session only', () => {
    expect(section(state({ sessionOnly: true })).html).toContain('checked=""');
    expect(section(state({ sessionOnly: false })).html).not.toContain('checked=""');
  });
});

describe('a failure of a part', () => {
  const failed = {
    part: 'api-key',
    failure: {
      code: 'keychain-locked',
      message: 'The keyring is locked.',
      retryable: true,
      details: { command: 'unlock now' },
    },
  } as const;
  const notice = (part: 'api-key' | 'form', sessionOnly: boolean) => {
    const keychain = { state: 'locked', message: '', sessionOnly } as const;
    return render(<PartFailure store={settingsWith({ failed }, { keychain })} part={part} />);
  };

  test('is shown next to that part, with the command and the option without a keychain', () => {
    expect(notice('form', false).text).toBe('');
    const { text, buttons } = notice('api-key', false);
    expect(text).toMatch(/The keyring is locked\..*unlock now/);
    expect(buttons).toContain('Keep secrets for this session only');
    expect(notice('api-key', true).buttons).not.toContain('Keep secrets for this session only');
  });
});

describe('the connection check', () => {
  const section = (check: SettingsState['check'], busy?: SettingsState['busy']) =>
    render(<CheckSection store={settingsWith({ check, busy })} environmentId={acmeId} />);

  test('lists every step, including skipped ones', () => {
    const { text, html } = section({
      environmentId: acmeId,
      state: 'failed',
      steps: [
        { step: 'settings', state: 'passed', message: 'Complete.' },
        { step: 'proxy', state: 'skipped', message: 'No proxy.' },
        { step: 'name', state: 'failed', message: 'Unknown host.', hint: 'Check the name.' },
        { step: 'tcp', state: 'skipped', message: 'Not run.' },
      ],
    });
    expect(
      [...html.matchAll(/data-step="(\w+)" data-state="(\w+)"/g)].map(([, ...pair]) => pair.join(' ')),
    ).toEqual(['settings passed', 'proxy skipped', 'name failed', 'tcp skipped']);
    expect(text).toContain('The connection failed.');
    expect(text).toContain('Check the name.');
  });

  test('of another environment is not shown', () => {
    const { text } = section({ environmentId: 'sandbox', state: 'passed', steps: [] });
    expect(text).toContain('nothing is changed and nothing is billed');
  });

  test('can be stopped while it runs, and is not started during a save', () => {
    expect(section({ environmentId: acmeId, state: 'running', steps: [] }, 'check').buttons).toEqual([
      'Stop',
    ]);
    expect(section(undefined, 'form').html).toMatch(/disabled=""[^>]*>.*Check connection/s);
  });
});

test('an import lists what was added, and why the rest was not', () => {
  const imported: SettingsState['imported'] = {
    added: [acme()],
    refused: [{ name: 'Other', reason: 'The base address is missing.' }],
  } as SettingsState['imported'];
  const { text } = render(<ImportSummary store={settingsWith({ imported })} />);
  expect(text).toContain('Added: Acme. Enter their keys next.');
  expect(text).toContain('Other was not imported: The base address is missing.');
  expect(render(<ImportSummary store={settingsWith({})} />).text).toBe('');
});
