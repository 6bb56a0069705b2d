import pLimit from 'p-limit';
import { proxyOf, recipientsOf } from '../../../preload/contract/recipients.ts';
import { assertFailure, Failure } from '../../common/failure.ts';
import type { SecretStore } from '../../keychain/keychain.ts';
import { certificateWarnings, type ReadCertificate } from './client-certificate.ts';
import {
  type EnvironmentRecord,
  type EnvironmentRepository,
  withEnvironment,
} from './environment-repository.ts';
import {
  type ApiKey,
  accountOf,
  isSameSecret,
  type KeptSecret,
  type ListedSecret,
  listedSecrets,
  type SecretRef,
  withoutSecret,
  withSecret,
  writeSecret,
} from './secret-encoding.ts';
import { checkApiKey, checkSigningKey, type KnownSecrets } from './secret-mixup.ts';
import type { SecretReading } from './secret-reading.ts';
import type { SessionSecrets } from './session-secrets.ts';
import type { StoredEnvironment } from './settings-file.ts';

/**
 * Saves and removes secrets. The value goes to the keychain first, then "present since" to the settings file; when the
 * second fails the first is undone, and when that fails too the message says what is left where. Saving returns
 * warnings. All throw Failure environment-not-found, keychain-*, settings-*, file-not-written.
 */
export type SecretSaving = ReturnType<typeof createSecretSaving>;

/** A secret as it was entered. */
export type NewSecret =
  | ({ kind: 'api-key' | 'proxy-login' } & ApiKey)
  | { kind: 'signing-key'; label: string; key: string }
  | ({ kind: 'client-certificate' } & ReadCertificate);

interface SavingDeps {
  repository: EnvironmentRepository;
  keychain: SecretStore;
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
  async function otherSecrets(environmentId: string): Promise<{
    own: KnownSecrets;
    others: KnownSecrets[];
    warnings: string[];
  }> {
    const others: KnownSecrets[] = [];
    const warnings: string[] = [];
    const shut = deps.sessionOnly() && (await keychain.state()).state !== 'available';
    for (const record of repository.all()) {
      if (shut && (record.apiKey || record.signingKeys.length > 0)) {
        warnings.push(
          `It could not be compared with the keys of “${record.settings.name}”, since the keychain is not open.`,
        );
      }
      if (record.id !== environmentId) {
        others.push(await reading.allSecrets(record.id, { sessionPart: shut }));
      }
    }
    const own = await reading.allSecrets(environmentId, { sessionPart: shut });
    return { own, others, warnings };
  }

  function note(
    environmentId: string,
    edit: (environment: StoredEnvironment) => StoredEnvironment,
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

  async function put(environmentId: string, secret: KeptSecret, inSession: boolean): Promise<void> {
    if (inSession) {
      session.set(environmentId, secret);
      return;
    }
    const { text, ...description } = secret;
    await keep(accountOf(environmentId, secret), text, () =>
      note(environmentId, (environment) => withSecret(environment, description as ListedSecret)),
    );
    session.remove(environmentId, secret);
    reading.forget(environmentId);
  }

  /** The secret as it is kept, with warnings. @throws Failure credentials-confused, invalid-input */
  async function prepare(
    environmentId: string,
    secret: NewSecret,
  ): Promise<{ secret: KeptSecret; warnings: readonly string[] }> {
    const { settings } = own(environmentId);
    const since = deps.now().toISOString();
    switch (secret.kind) {
      case 'api-key': {
        const { kind, login, password } = secret;
        const enteredFor = recipientsOf(settings);
        const comparison = await otherSecrets(environmentId);
        const warnings = [...comparison.warnings, ...checkApiKey(secret, comparison.own, comparison.others)];
        const text = writeSecret(kind, { login, password, enteredFor });
        return { secret: { kind, text, facts: { since, enteredFor } }, warnings };
      }
      case 'signing-key': {
        const { kind, key, label } = secret;
        const comparison = await otherSecrets(environmentId);
        const warnings = [...comparison.warnings, ...checkSigningKey(key, comparison.own, comparison.others)];
        const id = deps.newId();
        return {
          secret: { kind, id, text: writeSecret(kind, { key }), facts: { id, label, since } },
          warnings,
        };
      }
      case 'proxy-login': {
        const { kind, login, password } = secret;
        const enteredFor = proxyOf(settings);
        if (enteredFor === undefined) {
          throw new Failure({
            code: 'invalid-input',
            message: 'The proxy login was not saved because this environment uses no proxy.',
            hint: 'Set the proxy of the environment first.',
          });
        }
        const text = writeSecret(kind, { login, password, enteredFor });
        return { secret: { kind, text, facts: { since, enteredFor } }, warnings: [] };
      }
      case 'client-certificate': {
        const { kind, identity, facts } = secret;
        const warnings = certificateWarnings(facts, deps.now());
        return {
          secret: { kind, text: writeSecret(kind, { identity }), facts: { since, ...facts } },
          warnings,
        };
      }
    }
  }

  return {
    /**
     * Saves a secret; an API key and a proxy login for the environment's present addresses only. Returns warnings.
     * @throws Failure credentials-confused; invalid-input for a proxy login where there is no proxy
     */
    save(environmentId: string, secret: NewSecret): Promise<readonly string[]> {
      return oneAtATime(async () => {
        const { secret: newSecret, warnings } = await prepare(environmentId, secret);
        await put(environmentId, newSecret, deps.sessionOnly());
        return warnings;
      });
    },
    /** Lets the stored API key be sent to servers that these files vouch for, too, at the addresses it was entered for. */
    trustAuthorities(environmentId: string, authorities: readonly string[]): Promise<void> {
      return oneAtATime(async () => {
        const kind = 'api-key';
        const bound = await reading.boundApiKey(environmentId);
        const inSession = session.get(environmentId, { kind });
        const since = (inSession?.facts ?? own(environmentId).apiKey)?.since;
        if (bound === undefined || since === undefined) {
          return;
        }
        const files = [...new Set([...bound.enteredFor.authorities, ...authorities])];
        const enteredFor = { ...bound.enteredFor, authorities: files };
        const text = writeSecret(kind, { ...bound, enteredFor });
        await put(environmentId, { kind, text, facts: { since, enteredFor } }, inSession !== undefined);
      });
    },
    /** Removes the one kept for the session, otherwise the one in the keychain. */
    remove(environmentId: string, ref: SecretRef): Promise<void> {
      return oneAtATime(async () => {
        const record = own(environmentId);
        if (session.get(environmentId, ref)) {
          session.remove(environmentId, ref);
        } else if (listedSecrets(record).some((one) => isSameSecret(one, ref))) {
          reading.forget(environmentId);
          await keychain.delete(accountOf(environmentId, ref));
          await note(environmentId, (environment) => withoutSecret(environment, ref));
        }
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
        const all = listedSecrets(record);
        let count = 0;
        try {
          for (const secret of leaveSecrets ? [] : all) {
            await keychain.delete(accountOf(environmentId, secret));
            count += 1;
            await note(environmentId, (environment) => withoutSecret(environment, secret));
          }
        } catch (error) {
          assertFailure(error);
          throw error.with({
            message: `“${record.settings.name}” was not deleted: ${count} of its ${all.length} secrets were removed, then it stopped. ${error.message}`,
            details: { removed: count, secrets: all.length },
          });
        }
        session.forget(environmentId);
      });
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Failure ? error.message : 'It failed.';
}
