import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { KeyChoice, KeyName } from '../../../preload/contract/signatures.ts';
import { assertFailure, Failure } from '../../common/failure.ts';
import type { NamedKey } from './engine/changes/keys.ts';

/** The environments' keys; values stay in main. */
export interface KeyStore {
  /** Ids of all environments. */
  ids(): string[];
  selectedId(): string;
  settings(environmentId: string): { name: string };
  signingKeys(environmentId: string): Promise<{ id: string; label: string; key: string }[]>;
  signingKey(environmentId: string, keyId: string): Promise<{ label: string; key: string } | undefined>;
  apiKey(environmentId: string): Promise<{ login: string; password: string } | undefined>;
}

/** A key to check with, and its name. */
export interface CheckKey {
  value: string;
  name: KeyName;
}

interface KeysOf<T> {
  keys: T;
  /** Keys that could not be read, as texts. */
  unread: string[];
}

export const pastedLabel = 'pasted for this check';

/**
 * Returns the keys of a choice: one, or with `all` every signing key, the selected environment's first.
 * @throws Failure credentials-missing when there is none; for one saved key also keychain failures
 */
export async function keysToCheck(choice: KeyChoice, keyStore: KeyStore): Promise<KeysOf<CheckKey[]>> {
  if (choice.kind === 'pasted') {
    return { keys: [{ value: choice.key, name: { label: pastedLabel } }], unread: [] };
  }
  if (choice.kind === 'stored') {
    const key = await keyStore.signingKey(choice.environmentId, choice.keyId);
    if (!key) {
      throw missing(`That signing key is no longer in ${keyStore.settings(choice.environmentId).name}.`);
    }
    return { keys: [checkKey(keyStore, choice.environmentId, key)], unread: [] };
  }
  const { keys, unread, failure } = await everyKey(keyStore);
  if (keys.length === 0) {
    throw failure ?? missing('There is no signing key in any environment.');
  }
  return { keys, unread };
}

/**
 * Returns the expected key and all others: every signing key and API key of every environment. Unreadable ones are omitted and
 * named.
 * @throws as {@link keysToCheck}
 */
export async function keysToExplain(
  choice: KeyChoice,
  keyStore: KeyStore,
): Promise<KeysOf<{ expected: NamedKey; candidates: NamedKey[] }>> {
  const { keys: checkKeys } = await keysToCheck(choice, keyStore);
  const first = checkKeys[0];
  if (!first) {
    throw missing('There is no signing key to start from.');
  }
  const { keys, unread } = await everyKey(keyStore);
  const apiKeys = await apiKeysOf(keyStore, unread);
  const others = keys.filter(({ value }) => value !== first.value).map(asNamed);
  return { keys: { expected: asNamed(first), candidates: [...others, ...apiKeys] }, unread };
}

async function everyKey(keyStore: KeyStore): Promise<KeysOf<CheckKey[]> & { failure?: Failure }> {
  const selected = keyStore.selectedId();
  const ids = [selected, ...keyStore.ids().filter((id) => id !== selected)];
  const keys: CheckKey[] = [];
  const unread: string[] = [];
  let failure: Failure | undefined;
  for (const id of ids) {
    try {
      for (const key of await keyStore.signingKeys(id)) {
        keys.push(checkKey(keyStore, id, key));
      }
    } catch (error) {
      assertFailure(error);
      failure ??= error;
      unread.push(`The signing keys of ${keyStore.settings(id).name}: ${error.message}`);
    }
  }
  return { keys, unread, ...omitUndefined({ failure }) };
}

async function apiKeysOf(keyStore: KeyStore, unread: string[]): Promise<NamedKey[]> {
  const keys: NamedKey[] = [];
  for (const id of keyStore.ids()) {
    const environment = keyStore.settings(id).name;
    try {
      const key = await keyStore.apiKey(id);
      if (!key) {
        continue;
      }
      keys.push({ role: 'api-login', environment, value: key.login });
      keys.push({ role: 'api-password', environment, value: key.password });
    } catch (error) {
      assertFailure(error);
      unread.push(`The API key of ${environment}: ${error.message}`);
    }
  }
  return keys;
}

export function checkKey(
  keyStore: KeyStore,
  environmentId: string,
  key: { label: string; key: string },
): CheckKey {
  const environmentName = keyStore.settings(environmentId).name;
  return { value: key.key, name: { environmentId, environmentName, label: key.label } };
}

function asNamed({ value, name }: CheckKey): NamedKey {
  return {
    role: 'signing-key',
    value,
    label: name.label,
    ...omitUndefined({ environment: name.environmentName }),
  };
}

function missing(message: string): Failure {
  return new Failure({
    code: 'credentials-missing',
    message,
    hint: 'Choose another key, paste one for this check, or add one in Settings.',
  });
}
