import { setTimeout as delay } from 'node:timers/promises';
import { isOfArea } from '../../../preload/contract/envelope.ts';
import type {
  EnvironmentSettings,
  EnvironmentsView,
  EnvironmentView,
  KeychainState,
} from '../../../preload/contract/environments.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { PolicyInForce } from '../../../preload/contract/policy.ts';
import { isEmpty, newRecipients, proxyOf, recipientsOf } from '../../../preload/contract/recipients.ts';
import { Failure } from '../../common/failure.ts';
import { Redaction } from '../../common/redaction.ts';
import type { Keychain, KeychainStatus, SecretStore } from '../../keychain/keychain.ts';
import { waitingForUser } from '../../keychain/keychain-status.ts';
import { SplitKeychain } from '../../keychain/split-keychain.ts';
import { type EnvironmentRecord, openEnvironmentRepository } from './environment-repository.ts';
import { type ApiKey, listedSecrets, secretsIn, writeSecret } from './secret-encoding.ts';
import { createSecretReading } from './secret-reading.ts';
import { createSecretSaving } from './secret-saving.ts';
import { createSessionSecrets } from './session-secrets.ts';
import { builtInId } from './settings-file.ts';

/** The environments and their secrets. */
export type EnvironmentService = Awaited<ReturnType<typeof openEnvironments>>;

export interface EnvironmentsDeps {
  /** Path of the settings file, `<data directory>/environments.json`. */
  file: string;
  /** The embedded sandbox, already listening; its settings and secrets are held in memory only. */
  sandbox: { settings: EnvironmentSettings; apiKey: ApiKey; signingKey: string };
  /** The policy of the company. */
  policy?: { inForce: PolicyInForce | undefined } | undefined;
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
  const policy = () => deps.policy?.inForce;
  const repository = await openEnvironmentRepository(deps.file, sandbox.settings, policy);
  const redaction = deps.redaction ?? new Redaction();
  const session = createSessionSecrets((environmentId, secrets) =>
    redaction.keep(
      `session/${environmentId}`,
      secrets.flatMap(({ text }) => secretsIn(text)),
    ),
  );
  const startedAt = deps.now().toISOString();
  const enteredFor = recipientsOf(sandbox.settings);
  session.set(builtInId, {
    kind: 'api-key',
    text: writeSecret('api-key', { ...sandbox.apiKey, enteredFor }),
    facts: { since: startedAt, enteredFor },
  });
  session.set(builtInId, {
    kind: 'signing-key',
    id: builtInId,
    text: writeSecret('signing-key', { key: sandbox.signingKey }),
    facts: { id: builtInId, label: 'Sandbox signing key', since: startedAt },
  });
  const listeners = new Set<(environmentId: string) => void>();
  let sessionOnly = false;
  let lastEmitted = '';

  /** Returns after three seconds at most: a check that waits for the user goes on, and its result is emitted. */
  async function keychainState(): Promise<KeychainState> {
    const state = deps.keychain.state();
    const waiting = delay(waitingMs, waitingForUser, { ref: false });
    const status = await Promise.race([state, waiting]);
    if (status === waitingForUser) {
      void state.then(emit);
    }
    return emit(status);
  }

  function emit(status: KeychainStatus): KeychainState {
    const state = { ...status, sessionOnly };
    const text = JSON.stringify(state);
    if (lastEmitted !== '' && text !== lastEmitted) {
      deps.onKeychain(state);
    }
    lastEmitted = text;
    return state;
  }

  /** A failed read reveals the keychain's state, which every window shows. */
  const watchedKeychain = watch(
    new SplitKeychain(deps.keychain),
    redaction,
    () => void keychainState().catch(() => undefined),
  );
  const reading = createSecretReading({ repository, keychain: watchedKeychain, session });
  const saving = createSecretSaving({
    repository,
    keychain: watchedKeychain,
    session,
    reading,
    sessionOnly: () => sessionOnly,
    now: deps.now,
    newId: deps.newId,
  });

  function viewOf(record: EnvironmentRecord): EnvironmentView {
    const { id, settings, builtIn, setByPolicy } = record;
    // Those of the session are used before those of the keychain.
    const secrets = [
      ...session.of(id).map((secret) => ({ secret, store: 'session' as const })),
      ...listedSecrets(record).map((secret) => ({ secret, store: 'keychain' as const })),
    ];
    const view: EnvironmentView = {
      id,
      settings,
      builtIn,
      ...omitUndefined({ setByPolicy }),
      signingKeys: [],
    };
    for (const { secret, store } of secrets.reverse()) {
      if (secret.kind === 'signing-key') {
        view.signingKeys.unshift({ ...secret.facts, store });
      } else if (secret.kind === 'api-key') {
        const heldBack = !isEmpty(newRecipients(recipientsOf(settings), secret.facts.enteredFor));
        view.apiKey = { ...secret.facts, store, heldBack };
      } else if (secret.kind === 'proxy-login') {
        const heldBack = secret.facts.enteredFor !== proxyOf(settings);
        view.proxyLogin = { ...secret.facts, store, heldBack };
      } else {
        view.clientCertificate = { ...secret.facts, store };
      }
    }
    return view;
  }

  return {
    repository,
    saving,
    policy,
    /** Uses the environments under the policy that counts now, without removing anything of those that it hides. */
    policyChanged(): void {
      const texts = () => new Map(repository.all().map((one) => [one.id, JSON.stringify(one)]));
      const before = texts();
      repository.policyChanged();
      const after = texts();
      for (const id of new Set([...before.keys(), ...after.keys()])) {
        if (before.get(id) !== after.get(id)) {
          this.emitChange(id);
        }
      }
    },
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
    /** Ids also of those that the policy of the company hides: their cases are still here. */
    knownIds: repository.knownIds,
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

function watch(keychain: SecretStore, redaction: Redaction, onTrouble: () => void): SecretStore {
  const addToRedaction = (account: string, secret: string | undefined) => {
    if (secret !== undefined) {
      redaction.keep(account, secretsIn(secret));
    }
    return secret;
  };
  const watching = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Failure && isOfArea('keychain', error)) {
        onTrouble();
      }
      throw error;
    }
  };
  return {
    get: async (account) => addToRedaction(account, await watching(keychain.get(account))),
    set(account, secret) {
      addToRedaction(account, secret);
      return watching(keychain.set(account, secret));
    },
    delete: (account) => watching(keychain.delete(account)),
    state: () => keychain.state(),
  };
}
