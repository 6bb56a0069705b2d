import { isOfArea } from '../../../preload/contract/envelope.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import {
  isEmpty,
  newRecipients,
  proxyOf,
  type Recipients,
  recipientNames,
  recipientsOf,
} from '../../../preload/contract/recipients.ts';
import type { SecretKind } from '../../../preload/contract/secrets.ts';
import { Failure } from '../../common/failure.ts';
import type { SecretStore } from '../../keychain/keychain.ts';
import type { ClientIdentity } from '../../service/transport/authorities.ts';
import type { EnvironmentRecord, EnvironmentRepository } from './environment-repository.ts';
import {
  type ApiKey,
  accountOf,
  type BoundApiKey,
  isSameSecret,
  type ListedSecret,
  listedSecrets,
  nameOf,
  type ProxyLogin,
  readSecret,
  type SecretValue,
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
  keychain: SecretStore;
  session: SessionSecrets;
  /** The time for which an unused API key stays in memory, in milliseconds. */
  keepMs?: number;
}

export function createSecretReading({ repository, keychain, session, keepMs = 300_000 }: ReadingDeps) {
  const inMemory = new Map<string, { apiKey: Promise<BoundApiKey>; timer: NodeJS.Timeout }>();

  async function fromKeychain<K extends SecretKind>(
    { id, settings }: EnvironmentRecord,
    kind: K,
    secret: ListedSecret,
  ): Promise<SecretValue<K>> {
    const text = await keychain.get(accountOf(id, secret));
    if (text !== undefined) {
      return readSecret(kind, text);
    }
    throw new Failure({
      code: 'credentials-missing',
      message: `The ${nameOf(secret)} of “${settings.name}” is no longer in the keychain: it was removed there.`,
      hint: 'Enter it again in Settings, or remove it there.',
    });
  }

  /** Returns the secret kept for the session, otherwise the one in the keychain; undefined where there is none. */
  async function read<K extends SecretKind>(
    environmentId: string,
    kind: K,
    id?: string,
  ): Promise<SecretValue<K> | undefined> {
    const record = repository.find(environmentId);
    const ref = { kind, id };
    const inSession = session.get(environmentId, ref);
    if (inSession) {
      return readSecret(kind, inSession.text);
    }
    const secret = listedSecrets(record).find((one) => isSameSecret(one, ref));
    if (secret === undefined) {
      return undefined;
    }
    return kind === 'api-key'
      ? (apiKeyOf(record, secret) as Promise<SecretValue<K>>)
      : fromKeychain(record, kind, secret);
  }

  function forget(environmentId: string): void {
    clearTimeout(inMemory.get(environmentId)?.timer);
    inMemory.delete(environmentId);
  }

  function apiKeyOf(record: EnvironmentRecord, secret: ListedSecret): Promise<BoundApiKey> {
    const { id } = record;
    const present = inMemory.get(id);
    if (present) {
      present.timer.refresh();
      return present.apiKey;
    }
    const apiKey = fromKeychain(record, 'api-key', secret);
    const entry = { apiKey, timer: setTimeout(() => forget(id), keepMs).unref() };
    inMemory.set(id, entry);
    apiKey.catch(() => {
      if (inMemory.get(id) === entry) {
        forget(id);
      }
    });
    return apiKey;
  }

  /** Returns those of the keychain, then those of the session. */
  function listedKeys(environmentId: string, from: readonly ListedSecret[]): { id: string; label: string }[] {
    return [...from, ...session.of(environmentId)].flatMap((one) =>
      one.kind === 'signing-key' ? { id: one.id, label: one.facts.label } : [],
    );
  }

  async function signingKey(environmentId: string, keyId: string): Promise<SigningKey | undefined> {
    const keys = listedKeys(environmentId, listedSecrets(repository.find(environmentId)));
    const entry = keys.find(({ id }) => id === keyId);
    const value = entry && (await read(environmentId, 'signing-key', keyId));
    return entry && value && { ...entry, key: value.key };
  }

  return {
    /**
     * For comparison, not for sending. Undefined when none was entered.
     * @throws Failure environment-not-found, keychain-*, credentials-confused, credentials-missing (missing from the
     * keychain, or of an unknown form)
     */
    apiKey: async (environmentId: string): Promise<ApiKey | undefined> =>
      unbound(await read(environmentId, 'api-key')),
    /**
     * For requests under these settings, which may differ from the environment's present ones.
     * @throws as {@link SecretReading.apiKey}; credentials-missing also when it was entered for other recipients
     */
    async apiKeyToSend(environmentId: string, settings: EnvironmentSettings): Promise<ApiKey | undefined> {
      const apiKey = await read(environmentId, 'api-key');
      if (apiKey) {
        refuseOthers(apiKey.enteredFor, settings);
      }
      return unbound(apiKey);
    },
    /** Returns the API key with what it was entered for. @throws as {@link SecretReading.apiKey} */
    boundApiKey: (environmentId: string): Promise<BoundApiKey | undefined> => read(environmentId, 'api-key'),
    /** Drops an environment's keychain secrets from memory. */
    forget,
    /**
     * For the proxy of these settings; undefined when none was entered or it was entered for another proxy.
     * @throws as {@link SecretReading.apiKey}
     */
    async proxyLogin(environmentId: string, settings: EnvironmentSettings): Promise<ProxyLogin | undefined> {
      const login = await read(environmentId, 'proxy-login');
      return login?.enteredFor === proxyOf(settings) ? login : undefined;
    },
    /** @throws as {@link SecretReading.apiKey} */
    clientCertificate: async (environmentId: string): Promise<ClientIdentity | undefined> =>
      (await read(environmentId, 'client-certificate'))?.identity,
    /** @throws as {@link SecretReading.apiKey} */
    async signingKeys(environmentId: string): Promise<SigningKey[]> {
      const keys: SigningKey[] = [];
      for (const { id } of listedKeys(environmentId, listedSecrets(repository.find(environmentId)))) {
        const key = await signingKey(environmentId, id);
        keys.push(...(key ? [key] : []));
      }
      return keys;
    },
    /** Returns one signing key; the others are not read. @throws as {@link SecretReading.apiKey} */
    signingKey,
    /**
     * Returns all secrets of an environment, for comparison; missing and malformed ones are skipped. With `sessionPart` the
     * keychain is not read.
     * @throws Failure keychain-*
     */
    async allSecrets(
      environmentId: string,
      { sessionPart }: { sessionPart: boolean },
    ): Promise<KnownSecrets> {
      const record = repository.find(environmentId);
      const signingKeys: { label: string; key: string }[] = [];
      for (const { id, label } of listedKeys(environmentId, sessionPart ? [] : listedSecrets(record))) {
        const value = await unlessGone(read(environmentId, 'signing-key', id));
        if (value !== undefined) {
          signingKeys.push({ label, key: value.key });
        }
      }
      const hasApiKey = !sessionPart || session.get(environmentId, { kind: 'api-key' }) !== undefined;
      return {
        environmentName: record.settings.name,
        apiKey: hasApiKey ? unbound(await unlessGone(read(environmentId, 'api-key'))) : undefined,
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
  throw new Failure({
    code: 'credentials-missing',
    message: `The API key of “${settings.name}” was entered for ${recipientNames(enteredFor)}. It is not sent to ${recipientNames(others)}.`,
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
    if (error instanceof Failure && !isOfArea('keychain', error)) {
      return undefined;
    }
    throw error;
  }
}
