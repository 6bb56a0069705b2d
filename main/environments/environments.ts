import { setTimeout as delay } from 'node:timers/promises';
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
import type { Keychain, KeychainStatus } from '../keychain/keychain.ts';
import { waitingForUser } from '../keychain/keychain-status.ts';
import { SplitKeychain } from '../keychain/split-keychain.ts';
import { pairSecrets, Redaction } from '../redaction.ts';
import { type EnvironmentRecord, openEnvironmentRepository } from './environment-repository.ts';
import { type ApiKey, noRecipients, secretsIn } from './secret-encoding.ts';
import { createSecretReading } from './secret-reading.ts';
import { createSecretSaving } from './secret-saving.ts';
import { createSessionSecrets, type SessionEntry } from './session-secrets.ts';
import { builtInId } from './settings-file.ts';

/** The environments and their secrets. */
export type EnvironmentService = Awaited<ReturnType<typeof openEnvironments>>;

export interface EnvironmentsDeps {
  /** Path of the settings file, `<data directory>/environments.json`. */
  file: string;
  /** The embedded sandbox, already listening; its settings and secrets are held in memory only. */
  sandbox: { settings: EnvironmentSettings; apiKey: ApiKey; signingKey: string };
  keychain: Keychain;
  now(): Date;
  /** Returns a unique id, such as `crypto.randomUUID`; unique on this machine, since all data directories share the keychain. */
  newId(): string;
  /** Receives every secret that is read or saved. */
  redaction?: Redaction;
  /** Called when the state of the keychain changes. */
  onKeychain(state: KeychainState): void;
}

/** The time for which a check of the keychain is awaited, in milliseconds. */
const waitingMs = 3_000;

/** Opens the environments of this machine. An unusable settings file does not throw here; `views` reports it. */
export async function openEnvironments(deps: EnvironmentsDeps) {
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
  let lastEmitted = '';

  /** Returns after three seconds at most: a check that waits for the user goes on, and its result is emitted. */
  async function keychainState(): Promise<KeychainState> {
    const found = deps.keychain.state();
    const waiting = delay(waitingMs, waitingForUser, { ref: false });
    const status = await Promise.race([found, waiting]);
    if (status === waitingForUser) {
      void found.then(emitted);
    }
    return emitted(status);
  }

  function emitted(status: KeychainStatus): KeychainState {
    const state = { ...status, sessionOnly };
    const text = JSON.stringify(state);
    if (lastEmitted !== '' && text !== lastEmitted) {
      deps.onKeychain(state);
    }
    lastEmitted = text;
    return state;
  }

  /** A failed read reveals the keychain's state, which every window shows. */
  const watched = watch(
    new SplitKeychain(deps.keychain),
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
    /** @throws Failure environment-not-found */
    settings: (environmentId: string): EnvironmentSettings => repository.find(environmentId).settings,
    /**
     * The API key for comparison, not for sending; undefined when none was entered. Reads the keychain at most once in
     * five minutes of use.
     * @throws Failure environment-not-found, keychain-absent, keychain-locked, keychain-denied, credentials-missing,
     * credentials-confused
     */
    apiKey: reading.apiKey,
    /**
     * The API key for requests under these settings (those the call started with, which may have changed since).
     * @throws as `apiKey`; credentials-missing also when it was entered for other addresses than these
     */
    apiKeyToSend: reading.apiKeyToSend,
    /** The other secrets for connecting under these settings. @throws each as `apiKey` */
    connectionSecrets: (environmentId: string, settings: EnvironmentSettings) => ({
      proxyLogin: () => reading.proxyLogin(environmentId, settings),
      clientCertificate: () => reading.clientCertificate(environmentId),
    }),
    /** All signing keys. @throws as `apiKey` */
    signingKeys: reading.signingKeys,
    /** One signing key, or undefined when there is none with this id. @throws as `apiKey` */
    signingKey: reading.signingKey,
    /** Ids of all environments, the sandbox first. */
    ids: (): string[] => repository.all().map(({ id }) => id),
    selectedId: repository.selectedId,
    /** Called with the id of an environment that was changed or deleted. Returns a function that unsubscribes. */
    onChange(listener: (environmentId: string) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: (environmentId: string): EnvironmentView => viewOf(repository.find(environmentId)),
    views(): EnvironmentsView {
      const problem = repository.problem()?.view();
      return {
        environments: repository.all().map(viewOf),
        selectedId: repository.selectedId(),
        ...omitUndefined({ problem }),
      };
    },
    keychainState,
    /** Checks again at the user's request: a password window that was closed may open again. */
    recheckKeychain(): Promise<KeychainState> {
      deps.keychain.askAgain();
      return keychainState();
    },
    /** Stops waiting for the keychain's password window. */
    cancelKeychain: () => deps.keychain.cancel(),
    /** Keeps secrets until the console closes, as the user chose. */
    isSessionOnly: () => sessionOnly,
    setSessionOnly(choice: boolean): Promise<KeychainState> {
      sessionOnly = choice;
      if (!choice) {
        deps.keychain.askAgain();
      }
      // Every window is notified of the choice.
      lastEmitted ||= 'nothing';
      return keychainState();
    },
    emitChange(environmentId: string): void {
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
  return omitUndefined({
    proxyLogin: login && {
      ...login,
      store: store(connection?.proxyLogin),
      heldBack: login.enteredFor !== proxyOf(record.settings),
    },
    clientCertificate: certificate && { ...certificate, store: store(connection?.clientCertificate) },
  });
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
    cancel: () => keychain.cancel(),
  };
}
