import type {
  ApiKeyView,
  EnvironmentSettings,
  EnvironmentsView,
  EnvironmentView,
  KeychainState,
} from '../../preload/contract/environments.ts';
import { omitUndefined } from '../../preload/contract/objects.ts';
import { isEmpty, newRecipients, proxyOf, recipientsOf } from '../../preload/contract/recipients.ts';
import { Failure } from '../failure.ts';
import { pairSecrets, Redaction } from '../redaction.ts';
import type { ClientIdentity } from '../service/transport/authorities.ts';
import {
  type EnvironmentRecord,
  type EnvironmentRepository,
  openEnvironmentRepository,
} from './environment-repository.ts';
import type { Keychain } from './keychain.ts';
import { PartedKeychain } from './parted-keychain.ts';
import { type ApiKey, noRecipients, type ProxyLogin, secretsIn } from './secret-encoding.ts';
import { createSecretReading, type SigningKey } from './secret-reading.ts';
import { createSecretSaving, type SecretSaving } from './secret-saving.ts';
import { createSessionSecrets, type SessionEntry } from './session-secrets.ts';
import { builtInId } from './settings-file.ts';

/** What the rest of main asks of the environments. */
export interface Environments {
  /** @throws Failure environment-not-found */
  settings(environmentId: string): EnvironmentSettings;
  /**
   * The API key to compare with, never to send; undefined where none was entered. Asks the keychain at most once in five
   * minutes of use.
   * @throws Failure environment-not-found, keychain-absent, keychain-locked, keychain-denied, credentials-missing,
   * credentials-confused
   */
  apiKey(environmentId: string): Promise<ApiKey | undefined>;
  /**
   * The API key to send with requests made under these settings (those a call began with, which may have been changed since).
   * @throws as `apiKey`; credentials-missing also where it was entered for other addresses than they name
   */
  apiKeyToSend(environmentId: string, settings: EnvironmentSettings): Promise<ApiKey | undefined>;
  /** What else connecting needs under these settings. @throws each as `apiKey` */
  connectionSecrets(
    environmentId: string,
    settings: EnvironmentSettings,
  ): {
    proxyLogin(): Promise<ProxyLogin | undefined>;
    clientCertificate(): Promise<ClientIdentity | undefined>;
  };
  /** Every signing key, read for this use. @throws as `apiKey` */
  signingKeys(environmentId: string): Promise<SigningKey[]>;
  /** One signing key, or undefined where there is none of this id. @throws as `apiKey` */
  signingKey(environmentId: string, keyId: string): Promise<SigningKey | undefined>;
  /** Ids of all environments, the sandbox first. */
  ids(): string[];
  selectedId(): string;
  /** Hears the id of an environment whose settings or secrets changed, or that was deleted. Returns how to stop. */
  onChange(listener: (environmentId: string) => void): () => void;
}

/** The same with what only the handlers of this folder use. */
export interface EnvironmentService extends Environments {
  repository: EnvironmentRepository;
  saving: SecretSaving;
  view(environmentId: string): EnvironmentView;
  views(): EnvironmentsView;
  keychainState(): Promise<KeychainState>;
  /** The person asks to look again: a password window they closed may open once more. */
  recheckKeychain(): Promise<KeychainState>;
  /** The person chose to keep secrets until the console closes. */
  isSessionOnly(): boolean;
  setSessionOnly(sessionOnly: boolean): Promise<KeychainState>;
  emitChange(environmentId: string): void;
}

export interface EnvironmentsDeps {
  /** Path of the settings file, `<data directory>/environments.json`. */
  file: string;
  /** The embedded sandbox, already listening; its settings and secrets live in memory only. */
  sandbox: { settings: EnvironmentSettings; apiKey: ApiKey; signingKey: string };
  keychain: Keychain;
  now(): Date;
  /** A new id, unique on this machine, since the keychain is shared by every data directory: `crypto.randomUUID`. */
  newId(): string;
  /** Hears every secret that is read or saved. */
  redaction?: Redaction;
  /** Hears the state of the keychain whenever it is found to be another than before. */
  onKeychain(state: KeychainState): void;
}

/** Opens the environments of this machine. A settings file that cannot be used does not fail here; `views` tells of it. */
export async function openEnvironments(deps: EnvironmentsDeps): Promise<EnvironmentService> {
  const { sandbox } = deps;
  const repository = await openEnvironmentRepository(deps.file, sandbox.settings);
  const redaction = deps.redaction ?? new Redaction();
  const session = createSessionSecrets((environmentId, { apiKey, signingKeys, connection }) => {
    const pair = apiKey ? pairSecrets(apiKey.value.login, apiKey.value.password) : [];
    const others = Object.values(connection ?? {}).flatMap((kept) => (kept ? secretsIn(kept.text) : []));
    redaction.keep(`session/${environmentId}`, [...pair, ...signingKeys.map(({ key }) => key), ...others]);
  });
  const started = deps.now().toISOString();
  session.put(builtInId, {
    apiKey: { since: started, value: { ...sandbox.apiKey, enteredFor: recipientsOf(sandbox.settings) } },
    signingKeys: [{ id: builtInId, label: 'Sandbox signing key', since: started, key: sandbox.signingKey }],
  });
  const listeners = new Set<(environmentId: string) => void>();
  let sessionOnly = false;
  let lastTold = '';

  async function keychainState(): Promise<KeychainState> {
    const state = { ...(await deps.keychain.state()), sessionOnly };
    const told = JSON.stringify(state);
    if (lastTold !== '' && told !== lastTold) {
      deps.onKeychain(state);
    }
    lastTold = told;
    return state;
  }

  /** A secret that could not be had says something about the keychain that every window should know. */
  const watched = watch(
    new PartedKeychain(deps.keychain),
    redaction,
    () => void keychainState().catch(() => undefined),
  );
  const reading = createSecretReading({ repository, keychain: watched, session });
  const saving = createSecretSaving({
    repository,
    keychain: watched,
    session,
    reading,
    sessionOnly: () => sessionOnly,
    now: deps.now,
    newId: deps.newId,
  });

  function viewOf(record: EnvironmentRecord): EnvironmentView {
    const kept = session.of(record.id);
    const apiKey = apiKeyOf(record, kept);
    return {
      id: record.id,
      settings: record.settings,
      builtIn: record.builtIn,
      ...omitUndefined({ apiKey }),
      ...connectionViewsOf(record, kept),
      signingKeys: [
        ...record.signingKeys.map((key) => ({ ...key, store: 'keychain' as const })),
        ...kept.signingKeys.map(({ id, label, since }) => ({ id, label, since, store: 'session' as const })),
      ],
    };
  }

  return {
    repository,
    saving,
    settings: (environmentId) => repository.find(environmentId).settings,
    apiKey: reading.apiKey,
    apiKeyToSend: reading.apiKeyToSend,
    connectionSecrets: (environmentId, settings) => ({
      proxyLogin: () => reading.proxyLogin(environmentId, settings),
      clientCertificate: () => reading.clientCertificate(environmentId),
    }),
    signingKeys: reading.signingKeys,
    signingKey: reading.signingKey,
    ids: () => repository.all().map(({ id }) => id),
    selectedId: repository.selectedId,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: (environmentId) => viewOf(repository.find(environmentId)),
    views() {
      const problem = repository.problem()?.view();
      return {
        environments: repository.all().map(viewOf),
        selectedId: repository.selectedId(),
        ...omitUndefined({ problem }),
      };
    },
    keychainState,
    recheckKeychain() {
      deps.keychain.askAgain();
      return keychainState();
    },
    isSessionOnly: () => sessionOnly,
    setSessionOnly(choice) {
      sessionOnly = choice;
      // Every window hears of the choice, also one that has not asked yet.
      lastTold ||= 'nothing';
      return keychainState();
    },
    emitChange(environmentId) {
      for (const listener of listeners) {
        listener(environmentId);
      }
    },
  };
}

function connectionViewsOf(record: EnvironmentRecord, { connection }: SessionEntry) {
  const login = connection?.proxyLogin?.facts ?? record.proxyLogin;
  const certificate = connection?.clientCertificate?.facts ?? record.clientCertificate;
  const store = (inSession: unknown) => (inSession ? ('session' as const) : ('keychain' as const));
  return {
    ...(login && {
      proxyLogin: {
        ...login,
        store: store(connection?.proxyLogin),
        heldBack: login.enteredFor !== proxyOf(record.settings),
      },
    }),
    ...(certificate && {
      clientCertificate: { ...certificate, store: store(connection?.clientCertificate) },
    }),
  };
}

function apiKeyOf(record: EnvironmentRecord, { apiKey: inSession }: SessionEntry): ApiKeyView | undefined {
  const inKeychain = record.apiKey;
  const since = (inSession ?? inKeychain)?.since;
  if (since === undefined) {
    return undefined;
  }
  const enteredFor = (inSession ? inSession.value.enteredFor : inKeychain?.enteredFor) ?? noRecipients;
  return {
    since,
    store: inSession ? 'session' : 'keychain',
    enteredFor,
    heldBack: !isEmpty(newRecipients(recipientsOf(record.settings), enteredFor)),
  };
}

function watch(keychain: Keychain, redaction: Redaction, troubled: () => void): Keychain {
  const known = (account: string, secret: string | undefined) => {
    if (secret !== undefined) {
      redaction.keep(account, secretsIn(secret));
    }
    return secret;
  };
  const watching = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Failure && error.code.startsWith('keychain-')) {
        troubled();
      }
      throw error;
    }
  };
  return {
    get: async (account) => known(account, await watching(keychain.get(account))),
    set(account, secret) {
      known(account, secret);
      return watching(keychain.set(account, secret));
    },
    delete: (account) => watching(keychain.delete(account)),
    state: () => keychain.state(),
    askAgain: () => keychain.askAgain(),
  };
}
