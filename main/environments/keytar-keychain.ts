import pLimit from 'p-limit';
import { Failure } from '../failure.ts';
import { type Keychain, type KeychainLibrary, type KeychainStatus, keychainFailure } from './keychain.ts';
import {
  availableStatus,
  canAsk,
  dismissedStatus,
  libraryMissingStatus,
  type Machine,
  refusalStatus,
  secretServiceStatus,
  unansweredStatus,
  waitingStatus,
} from './keychain-status.ts';
import { PromptDismissed, readSecretServiceState, unlockSecretService } from './secret-service.ts';
import { SecretServiceLibrary } from './secret-service-library.ts';
import { BusTimeout } from './session-bus.ts';

interface KeytarFacts {
  machine: Machine;
  /** Imports the native library; rejects where it cannot be had. */
  load(): Promise<KeychainLibrary>;
  /** The longest a call may take, in milliseconds: an open store answers at once, a locked one waits for a person. */
  bounds?: { lookMs: number; openMs: number; askMs: number };
}

const service = 'assay';
/** CRED_MAX_CREDENTIAL_BLOB_SIZE: the most bytes the Windows Credential Manager keeps under one name. */
const maxOnWindows = 2560;
const usualBounds = { lookMs: 4_000, openMs: 10_000, askMs: 90_000 };

/** The keychain of this system: over D-Bus on Linux, elsewhere by a native library, imported only when it is first needed. */
export async function loadKeychainLibrary({ platform, variables }: Machine): Promise<KeychainLibrary> {
  if (platform === 'linux') {
    return new SecretServiceLibrary(variables, usualBounds.askMs);
  }
  return (await import('keytar')).default;
}

/**
 * The operating system's own store. On Linux a search finds nothing in a locked keyring, so the keyring is looked at and unlocked
 * before it is searched. One call runs at a time: one window, not several.
 */
export function createKeytarKeychain(facts: KeytarFacts): Keychain {
  const { machine } = facts;
  const bounds = facts.bounds ?? usualBounds;
  let library: Promise<KeychainLibrary> | undefined;
  const oneAtATime = pLimit(1);
  let hung = false;
  /** Why the person is not asked again until they want to be. */
  let declined: KeychainStatus | undefined;

  async function loaded(): Promise<KeychainLibrary> {
    library ??= facts.load();
    try {
      return await library;
    } catch (cause) {
      library = undefined;
      throw keychainFailure(libraryMissingStatus(), cause);
    }
  }

  /** `open`: the store will answer without asking the person; known on Linux only. */
  async function survey(): Promise<{ status: KeychainStatus; open: boolean }> {
    if (machine.platform !== 'linux') {
      return { status: availableStatus(machine), open: false };
    }
    const state = await readSecretServiceState(machine.variables, bounds.lookMs);
    return { status: secretServiceStatus(state, machine), open: state === 'unlocked' };
  }

  /** Opens a locked keyring, which may ask the person; a window they closed is not opened again by itself. */
  async function unlock(): Promise<void> {
    if (declined) {
      throw keychainFailure(declined);
    }
    const state = await unlockSecretService(machine.variables, bounds.askMs);
    if (state === 'unlocked') {
      return;
    }
    if (state === 'unanswered') {
      declined = unansweredStatus(machine);
    } else if (state === 'locked' && canAsk(machine)) {
      declined = dismissedStatus(machine);
    }
    throw keychainFailure(declined ?? secretServiceStatus(state, machine));
  }

  /** What an unsuccessful call meant, given how the store stands after it. */
  async function whyNot(cause: unknown): Promise<Failure> {
    const text = cause instanceof Error ? cause.message : '';
    if (machine.platform === 'linux') {
      const { status } = await survey();
      return keychainFailure(status.state === 'available' ? refusedLook(text) : status, cause);
    }
    const look = refusalStatus(text, machine);
    if (look.state === 'denied') {
      declined = look;
    }
    return keychainFailure(look, cause);
  }

  async function perform<T>(act: (library: KeychainLibrary) => Promise<T>, nothing: (result: T) => boolean) {
    const keytar = await loaded();
    if (hung) {
      throw keychainFailure(waitingStatus(machine));
    }
    const { status, open } = await survey();
    if (status.state === 'locked') {
      await unlock();
    } else if (status.state !== 'available') {
      throw keychainFailure(status);
    } else if (declined && !open) {
      throw keychainFailure(declined);
    }
    declined = undefined;
    let result: T;
    try {
      result = await bounded(act(keytar), open ? bounds.openMs : bounds.askMs);
    } catch (error) {
      if (error instanceof Failure) {
        throw error;
      }
      if (error instanceof PromptDismissed) {
        declined = dismissedStatus(machine);
        throw keychainFailure(declined, error);
      }
      if (error instanceof BusTimeout) {
        throw keychainFailure(secretServiceStatus('silent', machine), error);
      }
      throw await whyNot(error);
    }
    // To the library a keyring that was locked meanwhile looks like one that holds no such secret.
    const meanwhile = nothing(result) ? (await survey()).status : undefined;
    if (meanwhile && meanwhile.state !== 'available') {
      throw keychainFailure(meanwhile);
    }
    return result;
  }

  async function bounded<T>(work: Promise<T>, maxMs: number): Promise<T> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      hung = true;
      reject(keychainFailure(waitingStatus(machine)));
    }, maxMs);
    const settled = () => {
      hung = false;
    };
    work.then(settled, settled);
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  function enqueue<T>(
    act: (library: KeychainLibrary) => Promise<T>,
    nothing: (result: T) => boolean = () => false,
  ) {
    return oneAtATime(() => perform(act, nothing));
  }

  return {
    async get(account) {
      const secret = await enqueue((keytar) => keytar.getPassword(service, account), isNull);
      return secret ?? undefined;
    },
    async set(account, secret) {
      if (machine.platform === 'win32' && Buffer.byteLength(secret) > maxOnWindows) {
        throw new Failure({
          code: 'invalid-input',
          message: 'The secret is too long for the Windows Credential Manager.',
          hint: 'Check that only the secret itself was pasted, or keep it for this session only.',
        });
      }
      await enqueue((keytar) => keytar.setPassword(service, account, secret));
    },
    delete(account) {
      return enqueue((keytar) => keytar.deletePassword(service, account), isFalse);
    },
    async state() {
      try {
        await loaded();
      } catch {
        return libraryMissingStatus();
      }
      if (hung) {
        return waitingStatus(machine);
      }
      const { status, open } = await survey();
      return declined && !open && status.state !== 'absent' ? declined : status;
    },
    askAgain() {
      declined = undefined;
    },
  };
}

function isNull(result: string | null): boolean {
  return result === null;
}

function isFalse(result: boolean): boolean {
  return !result;
}

function refusedLook(text: string): KeychainStatus {
  return {
    state: 'denied',
    message: `The keychain is open but refused${text ? `: “${text.slice(0, 200)}”` : ''}.`,
    hint: 'Check again in Settings. If it keeps happening, log out and in again, or keep secrets for this session only.',
  };
}
