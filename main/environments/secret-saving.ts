import pLimit from 'p-limit';
import type { ClientCertificateDetails } from '../../preload/contract/environments.ts';
import { proxyOf, recipientsOf } from '../../preload/contract/recipients.ts';
import { Failure } from '../failure.ts';
import type { Keychain } from '../keychain/keychain.ts';
import type { ClientIdentity } from '../service/transport/authorities.ts';
import {
  type EnvironmentRecord,
  type EnvironmentRepository,
  withEnvironment,
} from './environment-repository.ts';
import {
  type ApiKey,
  apiKeyAccount,
  type ConnectionSecretName,
  connectionAccount,
  signingKeyAccount,
  writeApiKey,
  writeClientCertificate,
  writeProxyLogin,
  writeSigningKey,
} from './secret-encoding.ts';
import { checkApiKey, checkSigningKey, type KnownSecrets } from './secret-mixup.ts';
import type { SecretReading } from './secret-reading.ts';
import type { SessionConnection, SessionSecrets } from './session-secrets.ts';
import type { StoredEnvironment } from './settings-file.ts';

/**
 * Saves and removes secrets. The value goes to the keychain first, then "present since" to the settings file; when the
 * second fails the first is undone, and when that fails too the message says what is left where. Saving returns
 * warnings. All throw Failure environment-not-found, keychain-*, settings-*, file-not-written.
 */
export type SecretSaving = ReturnType<typeof createSecretSaving>;

interface SavingDeps {
  repository: EnvironmentRepository;
  keychain: Keychain;
  session: SessionSecrets;
  reading: SecretReading;
  sessionOnly(): boolean;
  now(): Date;
  newId(): string;
}

export function createSecretSaving(deps: SavingDeps) {
  const { repository, keychain, session, reading } = deps;
  const oneAtATime = pLimit(1);

  function own(environmentId: string): EnvironmentRecord {
    const record = repository.find(environmentId);
    if (!record.builtIn) {
      return record;
    }
    throw new Failure({
      code: 'invalid-input',
      message: 'The keys of the embedded sandbox cannot be changed.',
      hint: 'Add an environment for other keys.',
    });
  }

  /**
   * Returns all secrets to compare with. In a session-only state no password window is opened: secrets in a closed keychain are
   * not compared, and a warning says so.
   */
  async function compared(environmentId: string): Promise<{
    own: KnownSecrets;
    others: KnownSecrets[];
    warnings: string[];
  }> {
    const others: KnownSecrets[] = [];
    const warnings: string[] = [];
    let own: KnownSecrets | undefined;
    const shut = deps.sessionOnly() && (await keychain.state()).state !== 'available';
    for (const record of repository.all()) {
      if (shut && (record.apiKey || record.signingKeys.length > 0)) {
        warnings.push(
          `It could not be compared with the keys of “${record.settings.name}”, since the keychain is not open.`,
        );
      }
      const known = await reading.known(record.id, { sessionPart: shut });
      if (record.id === environmentId) {
        own = known;
      } else {
        others.push(known);
      }
    }
    const nothing = { environmentName: '', apiKey: undefined, signingKeys: [] };
    return { own: own ?? nothing, others, warnings };
  }

  function note(
    environmentId: string,
    edit: (stored: StoredEnvironment) => StoredEnvironment,
  ): Promise<void> {
    return repository.change((document) => withEnvironment(document, environmentId, edit));
  }

  /** Saves `text` under `account`, then runs `then`; restores the account when that fails. */
  async function keep(account: string, text: string, then: () => Promise<void>): Promise<void> {
    const before = await keychain.get(account);
    await keychain.set(account, text);
    try {
      await then();
    } catch (error) {
      try {
        if (before === undefined) {
          await keychain.delete(account);
        } else {
          await keychain.set(account, before);
        }
      } catch (undoing) {
        throw new Failure({
          code: error instanceof Failure ? error.code : 'internal',
          message: `${messageOf(error)} The secret was already in the keychain and could not be removed again (${messageOf(undoing)}).`,
          hint: `Remove “assay/${account}” in the keychain’s own app, or save again when both the keychain and the settings file are available.`,
          cause: error,
        });
      }
      throw error;
    }
  }

  async function saveConnectionSecret(
    environmentId: string,
    text: string,
    secret: ConnectionSecret,
  ): Promise<void> {
    const { name, facts } = secret;
    const entry = session.of(environmentId);
    const putInSession = (kept: SessionConnection) =>
      session.put(environmentId, { ...entry, connection: { ...entry.connection, ...kept } });
    if (deps.sessionOnly()) {
      putInSession({ [name]: { text, facts } });
      return;
    }
    await keep(connectionAccount(environmentId, name), text, () =>
      note(environmentId, (stored) => withConnectionSecret(stored, secret)),
    );
    putInSession({ [name]: undefined });
  }

  return {
    /** Saves a login for the proxy of the present settings. @throws Failure invalid-input when there is none */
    saveProxyLogin(
      environmentId: string,
      { login, password }: { login: string; password: string },
    ): Promise<void> {
      return oneAtATime(async () => {
        const enteredFor = proxyOf(own(environmentId).settings);
        if (enteredFor === undefined) {
          throw new Failure({
            code: 'invalid-input',
            message: 'The proxy login was not saved because this environment uses no proxy.',
            hint: 'Set the proxy of the environment first.',
          });
        }
        const text = writeProxyLogin({ login, password, enteredFor });
        const since = deps.now().toISOString();
        await saveConnectionSecret(environmentId, text, { name: 'proxyLogin', facts: { since, enteredFor } });
      });
    },
    saveClientCertificate(
      environmentId: string,
      identity: ClientIdentity,
      facts: ClientCertificateDetails,
    ): Promise<void> {
      return oneAtATime(() => {
        own(environmentId);
        const since = deps.now().toISOString();
        const text = writeClientCertificate(identity);
        return saveConnectionSecret(environmentId, text, {
          name: 'clientCertificate',
          facts: { since, ...facts },
        });
      });
    },
    /** Removes the one kept for the session, otherwise the one in the keychain. */
    removeConnectionSecret(environmentId: string, name: ConnectionSecretName): Promise<void> {
      return oneAtATime(async () => {
        const record = own(environmentId);
        const entry = session.of(environmentId);
        if (entry.connection?.[name]) {
          session.put(environmentId, { ...entry, connection: { ...entry.connection, [name]: undefined } });
          return;
        }
        if (!record[name]) {
          return;
        }
        await keychain.delete(connectionAccount(environmentId, name));
        await note(environmentId, (stored) => withoutConnectionSecret(stored, name));
      });
    },
    /**
     * Saves it for the environment's present addresses only.
     * @throws Failure credentials-confused
     */
    saveApiKey(environmentId: string, apiKey: ApiKey): Promise<readonly string[]> {
      return oneAtATime(async () => {
        const enteredFor = recipientsOf(own(environmentId).settings);
        const known = await compared(environmentId);
        const warnings = [...known.warnings, ...checkApiKey(apiKey, known.own, known.others)];
        const since = deps.now().toISOString();
        const entry = session.of(environmentId);
        if (deps.sessionOnly()) {
          session.put(environmentId, { ...entry, apiKey: { since, value: { ...apiKey, enteredFor } } });
          return warnings;
        }
        await keep(apiKeyAccount(environmentId), writeApiKey({ ...apiKey, enteredFor }), () =>
          note(environmentId, (stored) => ({ ...stored, apiKey: { since, enteredFor } })),
        );
        session.put(environmentId, { ...entry, apiKey: undefined });
        reading.forget(environmentId);
        return warnings;
      });
    },
    /** Lets the stored API key be sent to servers that these files vouch for, too, at the addresses it was entered for. */
    trustAuthorities(environmentId: string, authorities: readonly string[]): Promise<void> {
      return oneAtATime(async () => {
        const bound = await reading.boundApiKey(environmentId);
        if (bound === undefined) {
          return;
        }
        const files = [...new Set([...bound.enteredFor.authorities, ...authorities])];
        const enteredFor = { ...bound.enteredFor, authorities: files };
        const entry = session.of(environmentId);
        if (entry.apiKey) {
          const value = { ...entry.apiKey.value, enteredFor };
          session.put(environmentId, { ...entry, apiKey: { ...entry.apiKey, value } });
          return;
        }
        await keep(apiKeyAccount(environmentId), writeApiKey({ ...bound, enteredFor }), () =>
          note(environmentId, (stored) =>
            stored.apiKey ? { ...stored, apiKey: { ...stored.apiKey, enteredFor } } : stored,
          ),
        );
        reading.forget(environmentId);
      });
    },
    /** Removes the one kept for the session, otherwise the one in the keychain. */
    removeApiKey(environmentId: string): Promise<void> {
      return oneAtATime(async () => {
        const record = own(environmentId);
        const entry = session.of(environmentId);
        if (entry.apiKey) {
          session.put(environmentId, { ...entry, apiKey: undefined });
          return;
        }
        if (!record.apiKey) {
          return;
        }
        reading.forget(environmentId);
        await keychain.delete(apiKeyAccount(environmentId));
        await note(environmentId, withoutApiKey);
      });
    },
    /** @throws Failure credentials-confused */
    saveSigningKey(environmentId: string, label: string, key: string): Promise<readonly string[]> {
      return oneAtATime(async () => {
        own(environmentId);
        const known = await compared(environmentId);
        const warnings = [...known.warnings, ...checkSigningKey(key, known.own, known.others)];
        const added = { id: deps.newId(), label, since: deps.now().toISOString() };
        if (deps.sessionOnly()) {
          const entry = session.of(environmentId);
          session.put(environmentId, { ...entry, signingKeys: [...entry.signingKeys, { ...added, key }] });
          return warnings;
        }
        await keep(signingKeyAccount(environmentId, added.id), writeSigningKey(key), () =>
          note(environmentId, (stored) => ({ ...stored, signingKeys: [...stored.signingKeys, added] })),
        );
        return warnings;
      });
    },
    removeSigningKey(environmentId: string, keyId: string): Promise<void> {
      return oneAtATime(async () => {
        const record = own(environmentId);
        const entry = session.of(environmentId);
        if (entry.signingKeys.some(({ id }) => id === keyId)) {
          session.put(environmentId, {
            ...entry,
            signingKeys: entry.signingKeys.filter(({ id }) => id !== keyId),
          });
          return;
        }
        if (!record.signingKeys.some(({ id }) => id === keyId)) {
          return;
        }
        await keychain.delete(signingKeyAccount(environmentId, keyId));
        await note(environmentId, (stored) => withoutSigningKey(stored, keyId));
      });
    },
    /**
     * Removes every secret of an environment that is about to be deleted. When one cannot be removed, the removed ones are
     * no longer listed, the rest still are, and the failure says so.
     */
    removeAll(environmentId: string, { leaveSecrets }: { leaveSecrets: boolean }): Promise<void> {
      return oneAtATime(async () => {
        const record = own(environmentId);
        reading.forget(environmentId);
        const all: { account: string; without: (stored: StoredEnvironment) => StoredEnvironment }[] =
          record.signingKeys.map(({ id }) => ({
            account: signingKeyAccount(environmentId, id),
            without: (stored) => withoutSigningKey(stored, id),
          }));
        if (record.apiKey) {
          all.push({ account: apiKeyAccount(environmentId), without: withoutApiKey });
        }
        for (const name of ['proxyLogin', 'clientCertificate'] as const) {
          if (record[name] === undefined) {
            continue;
          }
          const without = (stored: StoredEnvironment) => withoutConnectionSecret(stored, name);
          all.push({ account: connectionAccount(environmentId, name), without });
        }
        let removed = 0;
        try {
          for (const { account, without } of leaveSecrets ? [] : all) {
            await keychain.delete(account);
            removed += 1;
            await note(environmentId, without);
          }
        } catch (error) {
          if (!(error instanceof Failure)) {
            throw error;
          }
          throw new Failure({
            code: error.code,
            message: `“${record.settings.name}” was not deleted: ${removed} of its ${all.length} secrets were removed, then it stopped. ${error.message}`,
            hint: error.hint,
            retryable: error.retryable,
            details: { ...error.details, removed, secrets: all.length },
            cause: error,
          });
        }
        session.forget(environmentId);
      });
    },
  };
}

function withoutApiKey({ apiKey: _, ...stored }: StoredEnvironment): StoredEnvironment {
  return stored;
}

type ConnectionSecret = {
  [N in ConnectionSecretName]: { name: N; facts: NonNullable<StoredEnvironment[N]> };
}[ConnectionSecretName];

function withConnectionSecret(stored: StoredEnvironment, secret: ConnectionSecret): StoredEnvironment {
  return secret.name === 'proxyLogin'
    ? { ...stored, proxyLogin: secret.facts }
    : { ...stored, clientCertificate: secret.facts };
}

function withoutConnectionSecret(stored: StoredEnvironment, name: ConnectionSecretName): StoredEnvironment {
  const { [name]: _, ...others } = stored;
  return others;
}

function withoutSigningKey(stored: StoredEnvironment, keyId: string): StoredEnvironment {
  return { ...stored, signingKeys: stored.signingKeys.filter(({ id }) => id !== keyId) };
}

function messageOf(error: unknown): string {
  return error instanceof Failure ? error.message : 'It failed.';
}
