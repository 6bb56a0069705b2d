import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type {
  CheckStep,
  EnvironmentsView,
  EnvironmentView,
  KeychainState,
} from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { proxyOf, recipientsOf } from '../../../preload/contract/recipients.ts';
import type { SecretInput } from '../../../preload/contract/secrets.ts';
import { newEnvironment, signingKey } from '../environments.ts';
import type { FakeBridge, Replies } from '../fake-bridge.ts';
import { type OpenedWindow, openWindow } from '../window.tsx';

export const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
export const part = (name: string): Locator => page.getByRole('region', { name, exact: true });
export const text = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible();

const since = '2026-01-15T12:00:00Z';

/** Environments and their secrets as main keeps them: what is saved is shown without its value. */
export class FakeEnvironments {
  all: EnvironmentView[];
  selectedId: string;
  keychain: KeychainState = { state: 'available', message: 'The keychain is available.', sessionOnly: false };
  problem: EnvironmentsView['problem'];
  /** The steps that the check of a connection reports, in this order. */
  steps: CheckStep[] = [{ step: 'authorisation', state: 'passed', message: 'The API key is accepted.' }];
  bridge: FakeBridge | undefined;

  constructor(...all: EnvironmentView[]) {
    this.all = all;
    this.selectedId = all[0]?.id ?? '';
  }

  get view(): EnvironmentsView {
    const { all: environments, selectedId, problem } = this;
    return { environments, selectedId, ...(problem && { problem }) };
  }

  changeKeychain(change: Partial<KeychainState>): KeychainState {
    this.keychain = { ...this.keychain, ...change };
    this.bridge?.send('keychain.changed', this.keychain);
    return this.keychain;
  }

  #put(environmentId: string, change: (before: EnvironmentView) => EnvironmentView): EnvironmentView {
    const before = this.all.find(({ id }) => id === environmentId);
    if (before === undefined) {
      throw new Error(`There is no environment ${environmentId}`);
    }
    const after = change(before);
    this.all = this.all.map((one) => (one === before ? after : one));
    this.bridge?.send('environments.changed', this.view);
    return after;
  }

  #add(added: EnvironmentView): EnvironmentView {
    this.all = [...this.all, added];
    this.bridge?.send('environments.changed', this.view);
    return added;
  }

  replies(): Replies {
    const store = () => (this.keychain.sessionOnly ? ('session' as const) : ('keychain' as const));
    return {
      'environments.list': () => this.view,
      'environments.select': ({ environmentId }) => {
        this.selectedId = environmentId;
        this.bridge?.send('environments.changed', this.view);
        return this.view;
      },
      'environments.save': ({ environmentId, settings }) => {
        if (environmentId === undefined) {
          return this.#add({ id: `e${this.all.length}`, builtIn: false, settings, signingKeys: [] });
        }
        return this.#put(environmentId, (before) => ({
          ...before,
          settings,
          ...(before.apiKey && {
            apiKey: {
              ...before.apiKey,
              heldBack: JSON.stringify(before.apiKey.enteredFor) !== JSON.stringify(recipientsOf(settings)),
            },
          }),
        }));
      },
      'environments.duplicate': ({ environmentId }) => {
        const { settings } = this.all.find(({ id }) => id === environmentId) as EnvironmentView;
        return this.#add({
          id: `copy-of-${environmentId}`,
          builtIn: false,
          signingKeys: [],
          settings: { ...settings, name: `${settings.name} (2)` },
        });
      },
      'environments.delete': ({ environmentId }) => {
        this.all = this.all.filter(({ id }) => id !== environmentId);
        this.selectedId = this.all[0]?.id ?? '';
        this.bridge?.send('environments.changed', this.view);
        return this.view;
      },
      'credentials.save': (secret) => ({
        ...this.#put(secret.environmentId, (before) => withSecret(before, secret, store())),
        warnings: [],
      }),
      'credentials.remove': ({ environmentId, kind, id }) =>
        this.#put(environmentId, ({ apiKey, proxyLogin, clientCertificate, ...rest }) => ({
          ...rest,
          ...omitUndefined({
            apiKey: kind === 'api-key' ? undefined : apiKey,
            proxyLogin: kind === 'proxy-login' ? undefined : proxyLogin,
            clientCertificate: kind === 'client-certificate' ? undefined : clientCertificate,
          }),
          signingKeys: rest.signingKeys.filter((key) => kind !== 'signing-key' || key.id !== id),
        })),
      'connection.check': (_input, { progress }) => {
        for (const step of this.steps) {
          progress(step);
        }
        const passed = this.steps.every(({ state }) => state === 'passed' || state === 'skipped');
        return { passed, steps: this.steps };
      },
      'keychain.state': () => this.keychain,
      'keychain.check': () => this.keychain,
      'keychain.sessionOnly': ({ sessionOnly }) => this.changeKeychain({ sessionOnly }),
    };
  }
}

function withSecret(
  before: EnvironmentView,
  secret: SecretInput,
  store: 'session' | 'keychain',
): EnvironmentView {
  const present = { since, store };
  const { settings, signingKeys } = before;
  switch (secret.kind) {
    case 'api-key':
      return { ...before, apiKey: { ...present, enteredFor: recipientsOf(settings), heldBack: false } };
    case 'signing-key':
      return {
        ...before,
        signingKeys: [...signingKeys, { ...signingKey(`key-${signingKeys.length}`, secret.label), store }],
      };
    case 'proxy-login':
      return {
        ...before,
        proxyLogin: { ...present, enteredFor: proxyOf(settings) ?? '', heldBack: false },
      };
    case 'client-certificate':
      return {
        ...before,
        clientCertificate: {
          ...present,
          subject: 'console.test',
          issuer: 'authority.test',
          validUntil: new Date(Date.now() + 20 * 24 * 3_600_000).toISOString(),
          fingerprint: 'AB:CD',
        },
      };
  }
}

/** The API key of the environment is kept in the keychain. */
export const withApiKey = (environment: EnvironmentView): EnvironmentView => ({
  ...environment,
  apiKey: { since, store: 'keychain', enteredFor: recipientsOf(environment.settings), heldBack: false },
});

export const acme = () => newEnvironment('acme', { name: 'Acme test' });

/** Settings, or the page of the environment with this id. */
export async function openSettings(
  environments: FakeEnvironments,
  { of, replies = {} }: { of?: string; replies?: Replies } = {},
): Promise<OpenedWindow> {
  const opened = await openWindow(
    { ...environments.replies(), ...replies },
    { hash: of === undefined ? '#/settings' : `#/settings/environment/${of}` },
  );
  environments.bridge = opened.bridge;
  return opened;
}
