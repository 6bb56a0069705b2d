import type { EnvironmentSettings } from '../../preload/contract/environments.ts';
import {
  isEmpty,
  newRecipients,
  proxyOf,
  type Recipients,
  recipientNames,
  recipientsOf,
} from '../../preload/contract/recipients.ts';
import { Failure } from '../failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { ClientIdentity } from '../service/transport/authorities.ts';
import type { EnvironmentRecord, EnvironmentRepository } from './environment-repository.ts';
import {
  type ApiKey,
  apiKeyAccount,
  type BoundApiKey,
  type ConnectionSecretName,
  connectionAccount,
  type ProxyLogin,
  readApiKey,
  readClientCertificate,
  readProxyLogin,
  readSigningKey,
  signingKeyAccount,
} from './secret-encoding.ts';
import type { KnownSecrets } from './secret-mixup.ts';
import type { SessionSecrets } from './session-secrets.ts';

export interface SigningKey {
  id: string;
  label: string;
  key: string;
}

/**
 * Reads secrets. Those kept for the session come first. An API key read from the keychain stays in memory while in use
 * and for five minutes after; signing keys are read for each use.
 */
export type SecretReading = ReturnType<typeof createSecretReading>;

interface ReadingDeps {
  repository: EnvironmentRepository;
  keychain: Keychain;
  session: SessionSecrets;
  /** The time for which an unused API key stays in memory, in milliseconds. */
  keepMs?: number;
}

export function createSecretReading({ repository, keychain, session, keepMs = 300_000 }: ReadingDeps) {
  const held = new Map<string, { apiKey: Promise<BoundApiKey>; timer: NodeJS.Timeout }>();

  async function fromKeychain<T>(
    account: string,
    read: (text: string) => T,
    name: string,
    { settings }: EnvironmentRecord,
  ): Promise<T> {
    const text = await keychain.get(account);
    if (text !== undefined) {
      return read(text);
    }
    throw new Failure({
      code: 'credentials-missing',
      message: `The ${name} of “${settings.name}” is no longer in the keychain: it was removed there.`,
      hint: 'Enter it again in Settings, or remove it there.',
    });
  }

  function forget(environmentId: string): void {
    clearTimeout(held.get(environmentId)?.timer);
    held.delete(environmentId);
  }

  function heldApiKey(record: EnvironmentRecord): Promise<BoundApiKey> {
    const { id } = record;
    const present = held.get(id);
    if (present) {
      present.timer.refresh();
      return present.apiKey;
    }
    const apiKey = fromKeychain(apiKeyAccount(id), readApiKey, 'API key', record);
    const entry = { apiKey, timer: setTimeout(() => forget(id), keepMs).unref() };
    held.set(id, entry);
    apiKey.catch(() => {
      if (held.get(id) === entry) {
        forget(id);
      }
    });
    return apiKey;
  }

  async function apiKeyOf(
    profile: Omit<EnvironmentRecord, 'apiKey'> & { apiKey?: EnvironmentRecord['apiKey'] | undefined },
  ) {
    const kept = session.of(profile.id).apiKey;
    if (kept) {
      return kept.value;
    }
    return profile.apiKey ? heldApiKey(repository.find(profile.id)) : undefined;
  }

  async function connectionSecret<N extends ConnectionSecretName, T>(
    environmentId: string,
    name: N,
    read: (text: string) => T,
  ): Promise<T | undefined> {
    const inSession = session.of(environmentId).connection?.[name];
    if (inSession) {
      return read(inSession.text);
    }
    const record = repository.find(environmentId);
    if (record[name] === undefined) {
      return undefined;
    }
    const what = name === 'proxyLogin' ? 'login for the proxy' : 'client certificate';
    return fromKeychain(connectionAccount(environmentId, name), read, what, record);
  }

  function kept(record: EnvironmentRecord): { id: string; label: string; read(): Promise<string> }[] {
    const inSession = session.of(record.id).signingKeys.map(({ id, label, key }) => ({
      id,
      label,
      read: async () => key,
    }));
    const inKeychain = record.signingKeys.map(({ id, label }) => ({
      id,
      label,
      read: () => {
        const account = signingKeyAccount(record.id, id);
        return fromKeychain(account, readSigningKey, `signing key “${label}”`, record);
      },
    }));
    return [...inKeychain, ...inSession];
  }

  return {
    /**
     * For comparison, not for sending. Undefined when none was entered.
     * @throws Failure environment-not-found, keychain-*, credentials-confused, credentials-missing (missing from the
     * keychain, or of an unknown form)
     */
    apiKey: async (environmentId: string): Promise<ApiKey | undefined> =>
      unbound(await apiKeyOf(repository.find(environmentId))),
    /**
     * For requests under these settings, which may differ from the environment's present ones.
     * @throws as {@link SecretReading.apiKey}; credentials-missing also when it was entered for other recipients
     */
    async apiKeyToSend(environmentId: string, settings: EnvironmentSettings): Promise<ApiKey | undefined> {
      const apiKey = await apiKeyOf(repository.find(environmentId));
      if (apiKey) {
        refuseOthers(apiKey.enteredFor, settings);
      }
      return unbound(apiKey);
    },
    /** Returns the API key with what it was entered for. @throws as {@link SecretReading.apiKey} */
    boundApiKey: (environmentId: string): Promise<BoundApiKey | undefined> =>
      apiKeyOf(repository.find(environmentId)),
    /** Drops an environment's keychain secrets from memory. */
    forget,
    /**
     * For the proxy of these settings; undefined when none was entered or it was entered for another proxy.
     * @throws as {@link SecretReading.apiKey}
     */
    async proxyLogin(environmentId: string, settings: EnvironmentSettings): Promise<ProxyLogin | undefined> {
      const login = await connectionSecret(environmentId, 'proxyLogin', readProxyLogin);
      return login?.enteredFor === proxyOf(settings) ? login : undefined;
    },
    /** @throws as {@link SecretReading.apiKey} */
    clientCertificate: (environmentId: string): Promise<ClientIdentity | undefined> =>
      connectionSecret(environmentId, 'clientCertificate', readClientCertificate),
    /** @throws as {@link SecretReading.apiKey} */
    async signingKeys(environmentId: string): Promise<SigningKey[]> {
      const keys: SigningKey[] = [];
      for (const { id, label, read } of kept(repository.find(environmentId))) {
        keys.push({ id, label, key: await read() });
      }
      return keys;
    },
    /** Returns one signing key; the others are not read. @throws as {@link SecretReading.apiKey} */
    async signingKey(environmentId: string, keyId: string): Promise<SigningKey | undefined> {
      const found = kept(repository.find(environmentId)).find(({ id }) => id === keyId);
      return found && { id: found.id, label: found.label, key: await found.read() };
    },
    /**
     * Returns all secrets of an environment, for comparison; missing and malformed ones are skipped. With `sessionPart` the
     * keychain is not read.
     * @throws Failure keychain-*
     */
    async known(environmentId: string, { sessionPart }: { sessionPart: boolean }): Promise<KnownSecrets> {
      const whole = repository.find(environmentId);
      const record = sessionPart ? { ...whole, apiKey: undefined, signingKeys: [] } : whole;
      const signingKeys: { label: string; key: string }[] = [];
      for (const { label, read } of kept(record)) {
        const key = await unlessGone(read());
        if (key !== undefined) {
          signingKeys.push({ label, key });
        }
      }
      return {
        environmentName: record.settings.name,
        apiKey: unbound(await unlessGone(apiKeyOf(record))),
        signingKeys,
      };
    },
  };
}

function unbound(apiKey: BoundApiKey | undefined): ApiKey | undefined {
  return apiKey && { login: apiKey.login, password: apiKey.password };
}

function refuseOthers(enteredFor: Recipients, settings: EnvironmentSettings): void {
  const others = newRecipients(recipientsOf(settings), enteredFor);
  if (isEmpty(others)) {
    return;
  }
  const formerly = isEmpty(enteredFor)
    ? 'was stored by an older version, without the address it was entered for'
    : `was entered for ${recipientNames(enteredFor)}`;
  throw new Failure({
    code: 'credentials-missing',
    message: `The API key of “${settings.name}” ${formerly}. It is not sent to ${recipientNames(others)}.`,
    hint:
      others.origins.length + others.proxies.length === 0
        ? 'The addresses are as before, but another certificate authority is trusted. Enter the API key again in Settings to use it with this one, or remove the file.'
        : 'If the new address is right, enter the API key again in Settings; if not, put the old address back.',
    details: { enteredFor: { ...enteredFor }, refused: { ...others } },
  });
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Failure && !error.code.startsWith('keychain-')) {
      return undefined;
    }
    throw error;
  }
}
